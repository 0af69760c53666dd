import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import {
  assetNodesTable,
  countAssetsUnder,
  lineage,
  nodeSubtreeAssetsTable,
  nodesTable,
} from "../assets/index.ts";
import {
  type GrantedNode,
  type GrantedTree,
  type NodeReference,
  placedDirectAssets,
} from "./granted-tree.ts";
import { grantedNodes } from "./permitted-assets.ts";

type TreeNode = Omit<GrantedNode, "amount">;

const columns = sql`n.id, n.org_id, n.key, n.parent_key, n.value`;

/** The granted nodes below no other granted one. */
async function highestGranted(db: Kysely<Database>, tree: GrantedTree): Promise<NodeReference[]> {
  const { rows } = await sql<NodeReference>`
    select n.id, n.key from (${grantedNodes(tree)}) g join ${nodesTable} n on n.id = g.node_id
  `.execute(db);
  const granted = new Set(rows.map(({ key }) => key));
  return rows.filter(({ key }) => lineage(key).filter((above) => granted.has(above)).length === 1);
}

/** The highest granted nodes and everything below them. `;` follows `:`, so the range is the subtree. */
async function coveredNodes(db: Kysely<Database>, highest: readonly NodeReference[]): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    select below.* from unnest(${highest.map(({ key }) => key)}::text[]) as top(key) cross join lateral (
      select ${columns} from ${nodesTable} n where n.key = top.key
      union all
      select ${columns} from ${nodesTable} n where n.key ~>=~ (top.key || ':') and n.key ~<~ (top.key || ';')
    ) below
  `.execute(db);
  return rows;
}

/** The nodes in which assets granted by name lie. */
async function holdingNodes(db: Kysely<Database>, tree: GrantedTree): Promise<NodeReference[]> {
  const { rows } = await sql<NodeReference>`
    select n.id, n.key from ${nodesTable} n where n.id in (
      select a.node_id from (${placedDirectAssets(tree)}) d join ${assetNodesTable} a on a.asset_id = d.asset_id
    )
  `.execute(db);
  return rows;
}

/** Steps from a node up to the root that are not covered: pairs of a key on the way and the node's id. */
function waysUp(nodes: readonly NodeReference[], isCovered: (key: string) => boolean) {
  const ways = nodes.flatMap(({ id, key }) => lineage(key).map((above) => ({ id, key: above })));
  const open = ways.filter(({ key }) => !isCovered(key));
  return { keys: open.map(({ key }) => key), ids: open.map(({ id }) => id) };
}

/** The nodes above granted ones and above assets granted by name, with what is below them for the user. */
async function nodesOnTheWay(
  db: Kysely<Database>,
  tree: GrantedTree,
  highest: readonly NodeReference[],
  isCovered: (key: string) => boolean,
): Promise<GrantedNode[]> {
  const holding = (await holdingNodes(db, tree)).filter(({ key }) => !isCovered(key));
  const [granted, direct] = [waysUp(highest, isCovered), waysUp(holding, isCovered)];
  const { rows } = await sql<GrantedNode>`
    with counted as (
      select key, count(asset_id)::int as amount from (
        select w.key, s.asset_id from unnest(${granted.keys}::text[], ${granted.ids}::uuid[]) as w(key, id)
        left join ${nodeSubtreeAssetsTable} s on s.node_id = w.id
        union
        select w.key, d.asset_id from unnest(${direct.keys}::text[], ${direct.ids}::uuid[]) as w(key, id)
        join ${assetNodesTable} a on a.node_id = w.id join (${placedDirectAssets(tree)}) d on d.asset_id = a.asset_id
      ) found group by key
    )
    select ${columns}, c.amount from counted c join ${nodesTable} n on n.key = c.key
  `.execute(db);
  return rows;
}

/** By the numbers of the levels, a node before what is below it. */
function compareKeys(one: string, other: string): number {
  const [a, b] = [one.split(":").map(Number), other.split(":").map(Number)];
  for (let level = 0; level < Math.min(a.length, b.length); level++) {
    const difference = (a[level] ?? 0) - (b[level] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/**
 * Every node a user's tree shows, the root first. Grows with the tree, never with the rest of the organization: for
 * clients that load it whole. Contract: docs/contract/permissions.md, section 8.
 */
export async function wholeGrantedTree(db: Kysely<Database>, tree: GrantedTree): Promise<GrantedNode[]> {
  const highest = await highestGranted(db, tree);
  const covered = await coveredNodes(db, highest);
  const keys = new Set(covered.map(({ key }) => key));
  const amounts = await countAssetsUnder(db, covered);
  const above = await nodesOnTheWay(db, tree, highest, (key) => keys.has(key));
  const nodes = [...above, ...covered.map((node) => ({ ...node, amount: amounts.get(node.id) ?? 0 }))];
  return nodes.sort((one, other) => compareKeys(one.key, other.key));
}

/** Assets under each node they are shown in, as a subquery of `(key, asset_id)`. */
export async function placedAssets(db: Kysely<Database>, tree: GrantedTree): Promise<RawBuilder<unknown>> {
  const covered = await coveredNodes(db, await highestGranted(db, tree));
  const ids = covered.map(({ id }) => id);
  return sql`
    select n.key, a.asset_id from ${assetNodesTable} a join ${nodesTable} n on n.id = a.node_id
    where a.node_id = any(${ids}::uuid[])
    union
    select n.key, d.asset_id from (${placedDirectAssets(tree)}) d
    join ${assetNodesTable} a on a.asset_id = d.asset_id join ${nodesTable} n on n.id = a.node_id
  `;
}
