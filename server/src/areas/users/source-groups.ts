import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** A user and a group. */
export interface GroupPlace {
  readonly userId: string;
  readonly groupId: string;
}

/** Finds groups of an organization by their names, and makes those that are not there. Answers ids by name. */
export async function ensureGroups(
  db: Kysely<Database>,
  organizationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  await sql`
    insert into user_groups (org_id, name, created_by) select ${organizationId}::uuid, name, 'System'
    from unnest(${names}::text[]) as name on conflict (org_id, name) do nothing
  `.execute(db);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from user_groups where org_id = ${organizationId}::uuid and name = any(${names}::text[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

const columns = (places: readonly GroupPlace[]) => ({
  users: places.map(({ userId }) => userId),
  groups: places.map(({ groupId }) => groupId),
});

/** Makes users members of groups; who is one already stays one. A group that is gone is left out. */
export async function joinGroups(db: Kysely<Database>, places: readonly GroupPlace[]): Promise<void> {
  if (places.length === 0) return;
  const { users, groups } = columns(places);
  await sql`
    insert into user_group_members (user_id, usergroup_id)
    select p.user_id, p.group_id from unnest(${users}::uuid[], ${groups}::uuid[]) as p (user_id, group_id)
    join user_groups g on g.id = p.group_id on conflict do nothing
  `.execute(db);
}

/** Takes users out of groups. */
export async function leaveGroups(db: Kysely<Database>, places: readonly GroupPlace[]): Promise<void> {
  if (places.length === 0) return;
  const { users, groups } = columns(places);
  await sql`
    delete from user_group_members m using unnest(${users}::uuid[], ${groups}::uuid[]) as p (user_id, group_id)
    where m.user_id = p.user_id and m.usergroup_id = p.group_id
  `.execute(db);
}

/** Gives a group another name; a unique violation where its organization has one of that name. */
export async function renameGroup(db: Kysely<Database>, id: string, name: string): Promise<void> {
  await db
    .updateTable("user_groups")
    .set({ name, updated_by: "System", date_updated: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Removes a group. Whatever was permitted to it is permitted to nobody by it any more. */
export async function removeGroup(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom("user_groups").where("id", "=", id).execute();
}
