import { sql } from "kysely";
import type { DeleteGuard, OrganizationCount } from "../organizations/index.ts";
import "./tables.ts";
import { text } from "./texts.ts";

/** An organization is not deleted while it has members. */
export const memberGuard: DeleteGuard = async (db, { id }) => {
  const member = await db
    .selectFrom("role_bindings")
    .select("id")
    .where("org_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return member === undefined ? null : text.members;
};

/** Members of organizations. */
export const memberCount: OrganizationCount = {
  name: "users_amount",
  count: async (db, ids) => {
    const rows = await db
      .selectFrom("role_bindings")
      .select(["org_id", sql<number>`count(distinct user_id)`.as("count")])
      .where("org_id", "in", [...ids])
      .groupBy("org_id")
      .execute();
    return new Map(rows.map(({ org_id, count }) => [String(org_id), Number(count)]));
  },
};
