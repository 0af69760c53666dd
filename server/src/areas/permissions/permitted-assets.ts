import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { amongPermissions, type PermissionScope } from "./valid-permissions.ts";

/** Ids of all assets a user or group is granted, directly or under a node; a subquery without parentheses. */
export function permittedAssets(scope: PermissionScope): RawBuilder<unknown> {
  return sql`
    select d.asset_id from asset_permission_assets d where ${amongPermissions("d.permission_id", scope)}
    union
    select s.asset_id from (${grantedNodes(scope)}) granted
    join node_subtree_assets s on s.node_id = granted.node_id
  `;
}

/** Ids of the assets a user is granted by name, not through a node. */
export function directAssets(scope: PermissionScope): RawBuilder<unknown> {
  return sql`
    select distinct d.asset_id from asset_permission_assets d where ${amongPermissions("d.permission_id", scope)}
  `;
}

/** Ids of the nodes named by a user's valid permissions. */
export function grantedNodes(scope: PermissionScope): RawBuilder<unknown> {
  return sql`
    select distinct n.node_id from asset_permission_nodes n where ${amongPermissions("n.permission_id", scope)}
  `;
}

/** Whether the asset `column` is granted, looked up for one asset at a time. */
export function isPermitted(scope: PermissionScope, column: string): RawBuilder<boolean> {
  const asset = sql.raw(column);
  return sql<boolean>`(
    exists (
      select 1 from asset_permission_assets d
      where d.asset_id = ${asset} and ${amongPermissions("d.permission_id", scope)}
    ) or exists (
      select 1 from node_subtree_assets s join asset_permission_nodes n on n.node_id = s.node_id
      where s.asset_id = ${asset} and ${amongPermissions("n.permission_id", scope)}
    )
  )`;
}

/** How long a large count is trusted, in milliseconds. */
const countLifetime = 5_000;

/** Counts below this are cheap enough to be made every time. */
const smallCount = 2_000;

/** Recent large counts by holder, organization and permissions; a process keeps a bounded number. */
const counts = new Map<string, { readonly at: number; readonly count: number }>();
const mostCounts = 500;

const keyOf = ({ holderId, organizationId, permissionIds }: PermissionScope): string =>
  [holderId, organizationId, permissionIds.length, permissionIds[0], permissionIds.at(-1)].join(" ");

function recentCount(scope: PermissionScope): number | null {
  const known = counts.get(keyOf(scope));
  return known !== undefined && Date.now() - known.at < countLifetime ? known.count : null;
}

/** From so many granted assets on, looking rows up one at a time beats making the set first. */
const many = 5000;

async function holdsMany(db: Kysely<Database>, scope: PermissionScope): Promise<boolean> {
  if (scope.permissionIds.length === 0) return false;
  if ((recentCount(scope) ?? 0) >= many) return true;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from asset_permission_assets d where ${amongPermissions("d.permission_id", scope)}
      union all
      select 1 from asset_permission_nodes n join node_subtree_assets s on s.node_id = n.node_id
      where ${amongPermissions("n.permission_id", scope)}
      limit ${many}
    ) counted
  `.execute(db);
  return rows[0]?.count === many;
}

/**
 * The condition that keeps a list of assets (`t`) to those a user is granted: for a few as a set, so that the
 * organization's other assets are never looked at; for many row by row, so that a page ends after its rows.
 */
export async function permittedCondition(
  db: Kysely<Database>,
  scope: PermissionScope,
): Promise<RawBuilder<boolean>> {
  return (await holdsMany(db, scope))
    ? isPermitted(scope, "t.id")
    : sql<boolean>`t.id in (${permittedAssets(scope)})`;
}

/**
 * How many assets a user or group is granted. A large count is up to five seconds old as long as the permissions are
 * the same; what may be used is never taken from here.
 */
export async function countPermitted(db: Kysely<Database>, scope: PermissionScope): Promise<number> {
  const recent = recentCount(scope);
  if (recent !== null) return recent;
  const key = keyOf(scope);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${permittedAssets(scope)}) permitted
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  counts.delete(key);
  if (count < smallCount) return count;
  if (counts.size >= mostCounts) counts.delete(counts.keys().next().value ?? "");
  counts.set(key, { at: Date.now(), count });
  return count;
}
