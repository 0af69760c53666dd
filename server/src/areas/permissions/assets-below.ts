import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import type { Within } from "../../engine/resource/scoped-list.ts";
import { type GrantedTree, isGranted, type NodeReference } from "./granted-tree.ts";
import { isGrantedByName, isGrantedNode, keptCount, manyAssets } from "./permitted-assets.ts";

/** Whether `many` assets or more lie at or below a node. */
async function holdsMany(db: Kysely<Database>, { id }: NodeReference, many: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from node_subtree_assets s where s.node_id = ${id}::uuid limit 1 offset ${many - 1}
  `.execute(db);
  return rows.length > 0;
}

/** The assets (`t.id`) below a node that is granted with everything in it. */
const allBelow = ({ id }: NodeReference): RawBuilder<boolean> =>
  sql<boolean>`t.id in (select s.asset_id from node_subtree_assets s where s.node_id = ${id}::uuid)`;

const inside = ({ key }: NodeReference): RawBuilder<boolean> => sql<boolean>`n.key like ${`${key}:%`}`;

/** The assets below a node of which only a part is granted, gathered first. */
function someBelow(tree: GrantedTree, node: NodeReference): RawBuilder<boolean> {
  const throughNodes = sql<boolean>`t.id in (
    select s.asset_id from nodes n join node_subtree_assets s on s.node_id = n.id
    where ${inside(node)} and ${isGrantedNode(tree, "n.id")}
  )`;
  return orByName(tree, throughNodes, allBelow(node));
}

/** Both of the above, looked up for one asset at a time. */
function eachBelow(tree: GrantedTree, node: NodeReference, isWhole: boolean): RawBuilder<boolean> {
  const below = sql<boolean>`exists (
    select 1 from node_subtree_assets s where s.node_id = ${node.id}::uuid and s.asset_id = t.id offset 0
  )`;
  if (isWhole) return below;
  const throughNode = sql<boolean>`exists (
    select 1 from node_subtree_assets s join nodes n on n.id = s.node_id
    where s.asset_id = t.id and ${inside(node)} and ${isGrantedNode(tree, "n.id")} offset 0
  )`;
  return orByName(tree, throughNode, below);
}

const orByName = (tree: GrantedTree, throughNodes: RawBuilder<boolean>, below: RawBuilder<boolean>) =>
  tree.ungroupDirect
    ? throughNodes
    : sql<boolean>`(${throughNodes} or (${below} and ${isGrantedByName(tree, "t.id")}))`;

/**
 * Which assets (`t`) a user may use at or below a node: of few as a set, of many row by row, so that a page ends
 * after its rows.
 * @param many from so many assets below the node on
 */
export async function assetsBelow(
  db: Kysely<Database>,
  tree: GrantedTree,
  node: NodeReference,
  many = manyAssets,
): Promise<Within> {
  const [isWhole, isLarge] = await Promise.all([isGranted(db, tree, node.key), holdsMany(db, node, many)]);
  const asSet = isWhole ? allBelow(node) : someBelow(tree, node);
  return {
    condition: isLarge ? eachBelow(tree, node, isWhole) : asSet,
    count: () =>
      keptCount(tree, `${node.id} ${tree.ungroupDirect}`, async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from assets t where ${asSet}
        `.execute(db);
        return rows[0]?.count ?? 0;
      }),
  };
}
