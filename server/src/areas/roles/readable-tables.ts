import { readableTable } from "../../engine/database/index.ts";

/** Who has which role, and in which organization. */
export const roleBindingsTable = readableTable("role_bindings", ["id", "user_id", "org_id", "role_id"]);
