import { sql } from "kysely";
import { countLinked } from "../../engine/resource/index.ts";
import type { DeleteGuard, OrganizationCount } from "../organizations/index.ts";
import "./tables.ts";
import { text } from "./texts.ts";

/** An organization is not deleted while it has groups. */
export const groupGuard: DeleteGuard = async (db, { id }) => {
  const group = await db
    .selectFrom("user_groups")
    .select("id")
    .where("org_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return group === undefined ? null : text.userGroups;
};

/** The members a deleted group leaves behind. */
export const groupMembersEffect = countLinked({
  table: "user_groups",
  kind: "users",
  links: "user_group_members",
  column: "usergroup_id",
  counted: "user_id",
});

/** Groups of organizations. */
export const groupCount: OrganizationCount = {
  name: "groups_amount",
  count: async (db, ids) => {
    const rows = await db
      .selectFrom("user_groups")
      .select(["org_id", sql<number>`count(*)`.as("count")])
      .where("org_id", "in", [...ids])
      .groupBy("org_id")
      .execute();
    return new Map(rows.map(({ org_id, count }) => [org_id, Number(count)]));
  },
};
