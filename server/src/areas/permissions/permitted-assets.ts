import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Within } from "../../engine/resource/index.ts";
import { assetsTable, nodeSubtreeAssetsTable } from "../assets/index.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { PermissionScope } from "./permission-scope.ts";
import { heldPermissions, isHeld, type PermissionHolder } from "./valid-permissions.ts";

/** Ids of all assets a user or group is granted, directly or under a node; a subquery without parentheses. */
export function permittedAssets(holder: PermissionHolder): RawBuilder<unknown> {
  // The permissions are settled first: how many there are decides how the rest is best joined.
  return sql`
    with held as materialized (${heldPermissions(holder)})
    select d.asset_id from asset_permission_assets d where d.permission_id in (select held.id from held)
    union
    select s.asset_id from (
      select distinct n.node_id from asset_permission_nodes n where n.permission_id in (select held.id from held)
    ) granted
    join ${nodeSubtreeAssetsTable} s on s.node_id = granted.node_id
  `;
}

/** Ids of the assets a user is granted by name, not through a node. */
export function directAssets(holder: PermissionHolder): RawBuilder<unknown> {
  return sql`
    select distinct d.asset_id from asset_permission_assets d where d.permission_id in (${heldPermissions(holder)})
  `;
}

/** Ids of the nodes named by a user's valid permissions. */
export function grantedNodes(holder: PermissionHolder): RawBuilder<unknown> {
  return sql`
    select distinct n.node_id from asset_permission_nodes n where n.permission_id in (${heldPermissions(holder)})
  `;
}

/** Whether the node `column` is itself granted, looked up for one node at a time. */
export function isGrantedNode(holder: PermissionHolder, column: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from asset_permission_nodes link
    where link.node_id = ${sql.raw(column)} and ${isHeld(holder, "link.permission_id")} offset 0
  )`;
}

/** Whether the asset `column` is granted by name, looked up for one asset at a time. */
export function isGrantedByName(holder: PermissionHolder, column: string): RawBuilder<boolean> {
  // `offset 0` keeps it to the rows asked for: without, all that is granted may be gathered first.
  return sql<boolean>`exists (
    select 1 from asset_permission_assets link
    where link.asset_id = ${sql.raw(column)} and ${isHeld(holder, "link.permission_id")} offset 0
  )`;
}

/** Whether the asset `column` is granted, looked up for one asset at a time. */
export function isPermitted(holder: PermissionHolder, column: string): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isGrantedByName(holder, column)} or exists (
      select 1 from ${nodeSubtreeAssetsTable} s
      where s.asset_id = ${sql.raw(column)} and ${isGrantedNode(holder, "s.node_id")} offset 0
    )
  )`;
}

/**
 * The same, for going through very many assets: what the holder has is gathered once, then each asset is looked for
 * in it.
 */
function isPermittedOfMany(holder: PermissionHolder, column: string): RawBuilder<boolean> {
  // `is true` keeps the planner from joining what is gathered anew for each asset.
  return sql<boolean>`(
    exists (
      select 1 from asset_permission_assets link
      where link.asset_id = ${sql.raw(column)} and (link.permission_id in (${heldPermissions(holder)})) is true offset 0
    ) or exists (
      select 1 from ${nodeSubtreeAssetsTable} s
      where s.asset_id = ${sql.raw(column)} and (s.node_id in (${grantedNodes(holder)})) is true offset 0
    )
  )`;
}

/** From so many assets on, looking rows up one at a time beats making the set first. */
export const manyAssets = 5000;

/** How long a large count is trusted while only the places of assets change, in milliseconds. */
const countLifetime = 5_000;

/** Counts below this are cheap enough to be made every time. */
const smallCount = 2_000;

interface KnownCount {
  readonly at: number;
  readonly count: number;
  readonly grants: string;
  readonly state: string;
}

/** Large counts by what is counted; a process keeps a bounded number. */
const counts = new BoundedMap<KnownCount>(2_000);

const nameOf = ({ kind, holderId, organizationId }: PermissionHolder, of: string): string =>
  [kind, holderId, organizationId, of].join(" ");

/**
 * Counts rows of assets that depend on what somebody is granted. A large count is kept: it is exact while nothing
 * has changed, and up to five seconds old while nodes and the assets in them change. What may be used is never taken
 * from here.
 * @param of distinguishes things that are counted of a holder
 */
export async function cachedCount(
  scope: PermissionScope,
  of: string,
  count: () => Promise<number>,
): Promise<number> {
  const name = nameOf(scope, of);
  const known = counts.get(name);
  if (known !== undefined) {
    if (known.state === scope.state) return known.count;
    if (known.grants === scope.grants && Date.now() - known.at < countLifetime) return known.count;
  }
  const counted = await count();
  if (counted < smallCount) counts.delete(name);
  else counts.set(name, { at: Date.now(), count: counted, grants: scope.grants, state: scope.state });
  return counted;
}

/**
 * Whether `column` is one of some thousand ids at most. An array, because the planner then looks rows up by it: of a
 * set it fears that it is large, and reads the whole table instead.
 */
export function amongFew(column: string, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(column)} = any(array(${ids}))`;
}

/** The name of the count of all assets. */
const allAssets = "assets";

async function holdsMany(db: Kysely<Database>, scope: PermissionScope): Promise<boolean> {
  if (scope.size === 0) return false;
  // Only a way of looking is chosen by it, so any count will do.
  if ((counts.get(nameOf(scope, allAssets))?.count ?? 0) >= manyAssets) return true;
  const { rows } = await sql<{ count: number }>`
    with held as materialized (${heldPermissions(scope)})
    select count(*)::int as count from (
      select 1 from asset_permission_assets d where d.permission_id in (select held.id from held)
      union all
      select 1 from asset_permission_nodes n join ${nodeSubtreeAssetsTable} s on s.node_id = n.node_id
      where n.permission_id in (select held.id from held)
      limit ${manyAssets}
    ) counted
  `.execute(db);
  return rows[0]?.count === manyAssets;
}

/**
 * Keeps a list of assets (`t`) to those a user is granted: for a few as a set, so that the organization's other
 * assets are never looked at; for many row by row, so that a page ends after its rows.
 */
export async function permittedWithin(db: Kysely<Database>, scope: PermissionScope): Promise<Within> {
  return {
    condition: (await holdsMany(db, scope))
      ? isPermitted(scope, "t.id")
      : amongFew("t.id", permittedAssets(scope)),
    count: (filter) =>
      filter === null
        ? countPermitted(db, scope)
        : countWhere(
            db,
            sql<boolean>`(${filter} and ${isHere(scope)} and ${isPermittedOfMany(scope, "t.id")})`,
          ),
  };
}

/** The same of the assets granted by name. */
export async function grantedByNameWithin(db: Kysely<Database>, scope: PermissionScope): Promise<Within> {
  return {
    condition: (await holdsMany(db, scope))
      ? isGrantedByName(scope, "t.id")
      : amongFew("t.id", directAssets(scope)),
    count: (filter) =>
      filter === null ? countGrantedByName(db, scope) : countFiltered(db, directAssets(scope), filter),
  };
}

/** How many assets a user or group is granted. */
export function countPermitted(db: Kysely<Database>, scope: PermissionScope): Promise<number> {
  return cachedCount(scope, allAssets, () => countIds(db, permittedAssets(scope)));
}

/** How many assets a user is granted by name. */
export function countGrantedByName(db: Kysely<Database>, scope: PermissionScope): Promise<number> {
  return cachedCount(scope, "assets by name", () => countIds(db, directAssets(scope)));
}

/** How many ids a subquery without parentheses has. */
export async function countIds(db: Kysely<Database>, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${ids}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Whether an asset (`t`) is in the organization looked at: with it, an index serves the other filters. */
const isHere = ({ organizationId }: PermissionHolder): RawBuilder<boolean> =>
  organizationId === null ? sql<boolean>`true` : sql<boolean>`t.org_id = ${organizationId}::uuid`;

/** How many of the assets with these ids meet a condition on `t`. */
export function countFiltered(
  db: Kysely<Database>,
  ids: RawBuilder<unknown>,
  filter: RawBuilder<boolean>,
): Promise<number> {
  return countWhere(db, sql<boolean>`(t.id in (${ids}) and ${filter})`);
}

async function countWhere(db: Kysely<Database>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${assetsTable} t where ${condition}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
