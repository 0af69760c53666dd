import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { assetNodesTable, lineage, nodeSubtreeAssetsTable, nodesTable } from "../assets/index.ts";
import type { GrantedNode, GrantedTree, NodeReference } from "./granted-node.ts";
import { cachedLevel } from "./level-cache.ts";
import type { PermissionScope } from "./permission-scope.ts";
import { directAssets, grantedNodes, isGrantedByName, isGrantedNode } from "./permitted-assets.ts";

export type { GrantedNode, GrantedTree, NodeReference } from "./granted-node.ts";

const noRows = sql`select null::uuid as asset_id where false`;

/** Ids of the assets granted by name that are in the tree. */
export const placedDirectAssets = (tree: GrantedTree): RawBuilder<unknown> =>
  tree.ungroupDirect ? noRows : directAssets(tree);

/** Whether the node, or one above it, is granted: then everything below it is. */
export async function isGranted(db: Kysely<Database>, tree: GrantedTree, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${nodesTable} n where n.key = any(${lineage(key)}::text[]) and ${isGrantedNode(tree, "n.id")} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The nodes shown directly below `parent`; the roots when it is null. By name. */
export async function grantedChildren(
  db: Kysely<Database>,
  tree: GrantedTree,
  parent: string | null,
): Promise<GrantedNode[]> {
  if (parent !== null && (await isGranted(db, tree, parent))) return allChildren(db, tree, parent);
  return cachedLevel(tree, parent, () => reachedChildren(db, tree, parent));
}

/** The children through which granted nodes and assets are reached, with what is granted below each. */
async function reachedChildren(
  db: Kysely<Database>,
  tree: GrantedTree,
  parent: string | null,
): Promise<GrantedNode[]> {
  const depth = parent === null ? 1 : parent.split(":").length + 1;
  const inside = parent === null ? sql`true` : sql`n.key like ${`${parent}:%`}`;
  // The level of each node is settled before its assets are joined: there are many times more of them.
  const { rows } = await sql<GrantedNode>`
    with granted as materialized (
      select n.id, ${ancestorAt("n.key", depth)} as key
      from (${grantedNodes(tree)}) g join ${nodesTable} n on n.id = g.node_id where ${inside}
    ), direct as materialized (
      select a.node_id, d.asset_id from (${placedDirectAssets(tree)}) d join ${assetNodesTable} a on a.asset_id = d.asset_id
    ), holding as materialized (
      select n.id, ${ancestorAt("n.key", depth)} as key
      from (select distinct node_id from direct) d join ${nodesTable} n on n.id = d.node_id where ${inside}
    ), counted as (
      select key, count(asset_id)::int as amount from (
        select g.key, s.asset_id from granted g left join ${nodeSubtreeAssetsTable} s on s.node_id = g.id
        union
        select h.key, d.asset_id from holding h join direct d on d.node_id = h.id
      ) found group by key
    )
    select n.id, n.org_id, n.key, n.parent_key, n.value, c.amount
    from counted c join ${nodesTable} n on n.key = c.key
    order by n.value, n.key
  `.execute(db);
  return rows;
}

/** The key of the node `depth` levels from the top on the way to `column`. */
const ancestorAt = (column: string, depth: number): RawBuilder<string> =>
  sql<string>`array_to_string((string_to_array(${sql.raw(column)}, ':'))[1:${depth}::int], ':')`;

async function allChildren(
  db: Kysely<Database>,
  tree: PermissionScope,
  parent: string,
): Promise<GrantedNode[]> {
  const own = tree.organizationId === null ? sql`true` : sql`n.org_id = ${tree.organizationId}::uuid`;
  const { rows } = await sql<GrantedNode>`
    select n.id, n.org_id, n.key, n.parent_key, n.value,
      (select count(*)::int from ${nodeSubtreeAssetsTable} s where s.node_id = n.id) as amount
    from ${nodesTable} n where n.parent_key = ${parent} and ${own}
    order by n.value, n.key
  `.execute(db);
  return rows;
}

/** Which assets (column `t.id`) a user may use that are in the node itself. */
export async function assetsIn(
  db: Kysely<Database>,
  tree: GrantedTree,
  node: NodeReference,
): Promise<RawBuilder<boolean>> {
  const placed = sql<boolean>`t.id in (select a.asset_id from ${assetNodesTable} a where a.node_id = ${node.id}::uuid)`;
  if (await isGranted(db, tree, node.key)) return placed;
  if (tree.ungroupDirect) return sql<boolean>`false`;
  return sql<boolean>`(${placed} and ${isGrantedByName(tree, "t.id")})`;
}

/** The node a request names by its key or id, in the current organization; null when there is none. */
export async function nodeBy(
  db: Kysely<Database>,
  scope: PermissionScope,
  by: { readonly key: string } | { readonly id: string },
): Promise<NodeReference | null> {
  const named = "key" in by ? sql`n.key = ${by.key.replaceAll("\0", "")}` : sql`n.id = ${by.id}::uuid`;
  const own = scope.organizationId === null ? sql`true` : sql`n.org_id = ${scope.organizationId}::uuid`;
  const { rows } =
    await sql<NodeReference>`select n.id, n.key from ${nodesTable} n where ${named} and ${own}`.execute(db);
  return rows[0] ?? null;
}
