import { readableTable } from "../../engine/database/index.ts";

/** The organizations. */
export const organizationsTable = readableTable("organizations", ["name", "id"]);
