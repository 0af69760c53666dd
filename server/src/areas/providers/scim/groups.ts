import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { userGroupMembersTable, userGroupsTable, usersTable } from "../../users/index.ts";
import type { Columns } from "./compile-filter.ts";
import { groupSchema } from "./filter.ts";
import { isShown, type ListQuery, listClauses, type Shown, withMeta } from "./listing.ts";
import type { ScimSource } from "./source.ts";

/** A group of a source. */
export interface GroupRow {
  readonly id: string;
  readonly group_id: string;
  readonly external_id: string | null;
  readonly is_made: boolean;
  readonly date_created: Date;
  readonly date_changed: Date;
  readonly name: string;
}

const columns: Columns = {
  single: {
    id: { as: "uuid", sql: sql.ref("f.id") },
    externalid: { as: "exact", sql: sql.ref("f.external_id") },
    displayname: { as: "text", sql: sql.ref("g.name") },
    "meta.created": { as: "instant", sql: sql.ref("f.date_created") },
    "meta.lastmodified": { as: "instant", sql: sql`greatest(f.date_updated, g.date_updated)` },
    "meta.resourcetype": { as: "text", sql: sql`'Group'::text` },
  },
  many: {
    members: {
      parts: {
        value: { as: "uuid", sql: sql.ref("fs.id") },
        display: { as: "text", sql: sql.ref("fu.name") },
      },
      some: (condition) => sql`exists (
        select 1 from ${userGroupMembersTable} fm join scim_users fs on fs.user_id = fm.user_id
        join ${usersTable} fu on fu.id = fm.user_id
        where fm.usergroup_id = f.group_id and fs.source_id = f.source_id and fs.date_left is null and ${condition})`,
    },
  },
};

const from = (source: ScimSource): RawBuilder<unknown> => sql`
  from scim_groups f join ${userGroupsTable} g on g.id = f.group_id where f.source_id = ${source.id}::uuid`;

const fields = sql`f.id, f.group_id, f.external_id, f.is_made, f.date_created,
  greatest(f.date_updated, g.date_updated) as date_changed, g.name`;

/** Groups of a source. */
export async function listGroups(
  db: Kysely<Database>,
  source: ScimSource,
  query: ListQuery,
): Promise<{ readonly total: number; readonly rows: readonly GroupRow[] }> {
  const { condition, page } = listClauses(query, columns, sql`f.date_created, f.id`);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${from(source)} and ${condition}
  `.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total === 0 || query.count === 0) return { total, rows: [] };
  const { rows } = await sql<GroupRow>`select ${fields} ${from(source)} and ${condition} ${page}`.execute(db);
  return { total, rows };
}

/** A group of a source; null where it has none of that id. `isLocked`: nobody else changes it meanwhile. */
export async function findGroup(
  db: Kysely<Database>,
  source: ScimSource,
  id: string,
  isLocked = false,
): Promise<GroupRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<GroupRow>`
    select ${fields} ${from(source)} and f.id = ${id}::uuid ${isLocked ? sql`for update of f` : sql``}
  `.execute(db);
  return rows[0] ?? null;
}

interface Member {
  readonly group_id: string;
  readonly id: string;
  readonly name: string;
}

/** Groups as they are answered, with those of their members who are the source's. */
export async function presentGroups(
  db: Kysely<Database>,
  source: ScimSource,
  groups: readonly GroupRow[],
  { base, shown }: { readonly base: string; readonly shown: Shown },
) {
  const members = await membersOf(db, source, isShown(shown, "members") ? groups : []);
  return groups.map(({ id, group_id, external_id, name, date_created: created, date_changed: changed }) =>
    withMeta(
      {
        schemas: [groupSchema],
        id,
        ...(external_id === null ? {} : { externalId: external_id }),
        displayName: name,
        members: (members.get(group_id) ?? []).map((member) => ({
          value: member.id,
          $ref: `${base}/Users/${member.id}`,
          display: member.name,
          type: "User",
        })),
      },
      { kind: "Group", base, created, changed },
    ),
  );
}

async function membersOf(
  db: Kysely<Database>,
  source: ScimSource,
  groups: readonly GroupRow[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const found = new Map<string, Member[]>();
  if (groups.length === 0) return found;
  const { rows } = await sql<Member>`
    select m.usergroup_id as group_id, s.id, u.name from ${userGroupMembersTable} m
    join scim_users s on s.user_id = m.user_id join ${usersTable} u on u.id = m.user_id
    where m.usergroup_id = any(${groups.map(({ group_id }) => group_id)}::uuid[])
      and s.source_id = ${source.id}::uuid and s.date_left is null
    order by s.id
  `.execute(db);
  for (const row of rows) {
    const known = found.get(row.group_id);
    if (known === undefined) found.set(row.group_id, [row]);
    else known.push(row);
  }
  return found;
}
