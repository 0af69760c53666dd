import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { accountsTable, type KnownTemplate } from "../../accounts/index.ts";
import {
  assetNodesTable,
  assetsTable,
  nodeSubtreeAssetsTable,
  nodesTable,
  protocolsRefusing,
} from "../../assets/index.ts";
import { userGroupMembersTable, usersTable } from "../../users/index.ts";
import type { Grant } from "../account-rules.ts";
import { isMember, isValid } from "../valid-permissions.ts";
import type { Draft } from "./draft.ts";

/**
 * Whom and what a change of a permission concerns. Users who are alike, and assets that are alike, are counted
 * together, so that a permission for thousands of both is not looked at pair by pair.
 */

/** One permission before and after a change; null while there is none, or it grants nothing. */
export interface PermissionChange {
  /** Of the permission that is changed or deleted; null when it is made. */
  readonly permissionId: string | null;
  readonly before: Draft | null;
  readonly after: Draft | null;
  /** What sessions that run may rest on before and after: it may have expired, and let them finish. */
  readonly running: { readonly before: Draft | null; readonly after: Draft | null };
}

/** A change of permissions of one organization, all at once. */
export interface Change {
  readonly organizationId: string;
  readonly permissions: readonly PermissionChange[];
  /** Templates whose accounts saving it makes on the assets it covers then. */
  readonly templates: readonly KnownTemplate[];
}

/** Indexes of permissions in a change, ascending. */
type PermissionIndexes = readonly number[];

/** Users whom the same other permissions in force name. */
export interface UserClass {
  /** Which of the changing permissions name them before and after. */
  readonly before: PermissionIndexes;
  readonly after: PermissionIndexes;
  readonly count: number;
  /** The user name where accounts of the assets are called so; else nobody's in particular. */
  readonly username: string | null;
  /** The other permissions in force that name them. */
  readonly permissions: ReadonlySet<string>;
}

/** Active assets that the same other permissions cover, with active accounts of the same user names. */
export interface AssetClass {
  /** Which of the changing permissions cover them before and after. */
  readonly before: PermissionIndexes;
  readonly after: PermissionIndexes;
  readonly count: number;
  readonly usernames: readonly string[];
  /** User names of the accounts that saving makes from templates. */
  readonly fresh: readonly string[];
  readonly permissions: readonly string[];
}

type DraftLinks = "users" | "groups" | "assets" | "nodes";

/** What drafts name: rows `(at, id)`, with the draft's index. */
function linked(drafts: readonly (Draft | null)[], links: DraftLinks): RawBuilder<unknown> {
  const pairs = drafts.flatMap((draft, at) => (draft?.[links] ?? []).map((id) => ({ at, id })));
  const [indexes, ids] = [pairs.map(({ at }) => at), pairs.map(({ id }) => id)];
  return sql`unnest(${indexes}::int[], ${ids}::uuid[])`;
}

/** The users that drafts name, by themselves or through groups: rows `(at, id)`; a subquery without parentheses. */
export function namedUsers(drafts: readonly (Draft | null)[]): RawBuilder<unknown> {
  return sql`
    select at, id from ${linked(drafts, "users")} as named(at, id)
    union
    select named.at, m.user_id from ${linked(drafts, "groups")} as named(at, id)
    join ${userGroupMembersTable} m on m.usergroup_id = named.id
  `;
}

/** The assets that drafts cover: rows `(at, id)`; a subquery without parentheses. */
export function coveredAssets(
  drafts: readonly (Draft | null)[],
  organizationId: string,
): RawBuilder<unknown> {
  const nodes = linked(drafts, "nodes");
  return sql`
    select at, id from ${linked(drafts, "assets")} as named(at, id)
    union
    select named.at, s.asset_id from ${nodes} as named(at, id) join ${nodeSubtreeAssetsTable} s on s.node_id = named.id
    union
    select named.at, a.id from ${nodes} as named(at, id)
    join ${nodesTable} root on root.id = named.id and root.parent_id is null
    join ${assetsTable} a on a.org_id = ${organizationId}::uuid
    where not exists (select 1 from ${assetNodesTable} n where n.asset_id = a.id)
  `;
}

/** The drafts before a change, and those after it. */
export const draftsOf = ({ permissions }: Change) => ({
  before: permissions.map(({ before }) => before),
  after: permissions.map(({ after }) => after),
});

/** Indexes by object: rows `(id, indexes)` of rows `(at, id)`. */
const gathered = (source: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id, array_agg(at order by at) as indexes from (${source}) pairs group by id`;

/** Ids of the permissions that exist before a change. */
export const changedIds = ({ permissions }: Change): string[] =>
  permissions.flatMap(({ permissionId }) => permissionId ?? []);

/** The other permissions in force in the organization, as `p`. */
const others = (change: Change): RawBuilder<boolean> => sql<boolean>`(
  p.org_id = ${change.organizationId}::uuid and ${isValid("p")} and p.id <> all(${changedIds(change)}::uuid[]))`;

interface UserClassRow {
  readonly before: PermissionIndexes;
  readonly after: PermissionIndexes;
  readonly count: number;
  readonly username: string | null;
  readonly direct: string[];
  readonly groups: string[];
}

/** The users a change concerns, in classes. Members only: nothing that names others counts. */
export async function userClasses(db: Kysely<Database>, change: Change): Promise<UserClass[]> {
  const { organizationId } = change;
  const { before, after } = draftsOf(change);
  const bySameName = [...before, ...after].some((draft) => draft?.accounts.includes("@USER"));
  const { rows } = await sql<UserClassRow>`
    with was as materialized (${gathered(namedUsers(before))}),
    becomes as materialized (${gathered(namedUsers(after))}),
    concerned as materialized (
      select u.id, u.username, coalesce(w.indexes, '{}') as before, coalesce(b.indexes, '{}') as after
      from ${usersTable} u left join was w on w.id = u.id left join becomes b on b.id = u.id
      where u.id in (select id from was union select id from becomes) and not u.is_service_account
        and ${isMember(sql`u.id`, sql`${organizationId}::uuid`)}
    ), granting as materialized (
      select distinct g.group_id from asset_permission_user_groups g join asset_permissions p on p.id = g.permission_id
      where ${others(change)}
    ), grouped as materialized (
      select m.user_id, array_agg(m.usergroup_id order by m.usergroup_id) as groups
      from ${userGroupMembersTable} m join concerned c on c.id = m.user_id
      where m.usergroup_id in (select group_id from granting) group by m.user_id
    ), named as materialized (
      select l.user_id, array_agg(p.id order by p.id) as direct
      from concerned c join asset_permission_users l on l.user_id = c.id join asset_permissions p on p.id = l.permission_id
      where ${others(change)} group by l.user_id
    )
    select c.before, c.after, count(*)::int as count, case when ${
      bySameName ? sql`true` : sql`p.same_name`
    } and exists (
        select 1 from ${accountsTable} a where a.org_id = ${organizationId}::uuid and a.username = c.username
      ) then c.username end as username,
      coalesce(d.direct, '{}') as direct, coalesce(g.groups, '{}') as groups
    from concerned c left join grouped g on g.user_id = c.id left join named d on d.user_id = c.id,
      (select exists (select 1 from asset_permissions p where ${others(change)} and p.accounts @> '["@USER"]') as same_name) p
    group by 1, 2, 4, 5, 6
  `.execute(db);
  const ofGroups = await permissionsOfGroups(db, change, [...new Set(rows.flatMap(({ groups }) => groups))]);
  return rows.map(({ direct, groups, ...row }) => ({
    ...row,
    permissions: new Set([...direct, ...groups.flatMap((group) => ofGroups.get(group) ?? [])]),
  }));
}

async function permissionsOfGroups(
  db: Kysely<Database>,
  change: Change,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (groups.length === 0) return new Map();
  const { rows } = await sql<{ group_id: string; permissions: string[] }>`
    select g.group_id, array_agg(p.id) as permissions
    from asset_permission_user_groups g join asset_permissions p on p.id = g.permission_id
    where g.group_id = any(${[...groups]}::uuid[]) and ${others(change)} group by g.group_id
  `.execute(db);
  return new Map(rows.map(({ group_id, permissions }) => [group_id, permissions]));
}

/** The assets a change concerns, in classes; `held` are the other permissions that matter. */
export async function assetClasses(
  db: Kysely<Database>,
  change: Change,
  held: readonly string[],
): Promise<AssetClass[]> {
  const { organizationId } = change;
  const { before, after } = draftsOf(change);
  const { rows } = await sql<AssetClass>`
    with was as materialized (${gathered(coveredAssets(before, organizationId))}),
    becomes as materialized (${gathered(coveredAssets(after, organizationId))}),
    concerned as materialized (
      select a.id, coalesce(w.indexes, '{}') as before, coalesce(b.indexes, '{}') as after
      from ${assetsTable} a left join was w on w.id = a.id left join becomes b on b.id = a.id
      where a.id in (select id from was union select id from becomes)
        and a.org_id = ${organizationId}::uuid and a.is_active
    ), held as materialized (select id from unnest(${[...held]}::uuid[]) as held(id)),
    nodes_held as materialized (
      select n.node_id, n.permission_id from asset_permission_nodes n join held h on h.id = n.permission_id
    ), covering as materialized (
      select d.asset_id, d.permission_id from held h join asset_permission_assets d on d.permission_id = h.id
      where d.asset_id in (select id from concerned)
      union
      select s.asset_id, n.permission_id from concerned c join ${nodeSubtreeAssetsTable} s on s.asset_id = c.id
      join nodes_held n on n.node_id = s.node_id
      union
      select c.id, n.permission_id from nodes_held n join ${nodesTable} root on root.id = n.node_id and root.parent_id is null,
        concerned c where not exists (select 1 from ${assetNodesTable} l where l.asset_id = c.id)
    ), covered as materialized (
      select asset_id, array_agg(permission_id order by permission_id) as permissions from covering group by asset_id
    ), known as materialized (
      select c.id, array_agg(a.username order by a.username) as usernames
      from concerned c join ${accountsTable} a on a.asset_id = c.id and a.is_active group by c.id
    )
    select c.before, c.after, count(*)::int as count, coalesce(k.usernames, '{}') as usernames,
      coalesce(v.permissions, '{}') as permissions, ${freshAccounts(change)} as fresh
    from concerned c left join covered v on v.asset_id = c.id left join known k on k.id = c.id
    group by 1, 2, 4, 5, 6
  `.execute(db);
  return rows;
}

/** User names of the accounts that templates add to a concerned asset `c`: those it takes and has not. */
function freshAccounts({ templates }: Change): RawBuilder<unknown> {
  const active = templates.filter(({ is_active }) => is_active);
  if (active.length === 0) return sql`'{}'::text[]`;
  const missing = active.map(
    ({ username, secret_type: type }) => sql`
      select ${username}::text as username where c.after <> '{}'
        and not exists (select from ${accountsTable} a where a.asset_id = c.id and a.username = ${username} and a.secret_type = ${type})
        and exists (
          select from ${assetsTable} a, jsonb_array_elements(a.protocols) p
          where a.id = c.id and not (p ->> 'name' = any(${[...protocolsRefusing(type)]}::text[]))
        )
    `,
  );
  return sql`array(select username from (${sql.join(missing, sql` union all `)}) t order by username)`;
}

/** What permissions grant, by id. */
export async function grantsById(
  db: Kysely<Database>,
  permissionIds: readonly string[],
): Promise<ReadonlyMap<string, Grant>> {
  const { rows } = await sql<{ id: string; accounts: string[]; actions: number; date_expired: Date }>`
    select p.id, p.accounts, p.actions, p.date_expired from asset_permissions p
    where p.id = any(${[...permissionIds]}::uuid[])
  `.execute(db);
  return new Map(
    rows.map(({ id, accounts, actions, date_expired }) => [
      id,
      { accounts, actions, dateExpired: date_expired },
    ]),
  );
}
