import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Within } from "../../engine/resource/index.ts";
import { nodeSubtreeAssetsTable, nodesTable } from "../assets/index.ts";
import { type GrantedTree, isGranted, type NodeReference } from "./granted-tree.ts";
import {
  amongFew,
  cachedCount,
  countFiltered,
  countIds,
  isGrantedByName,
  isGrantedNode,
  manyAssets,
} from "./permitted-assets.ts";

/** Whether `many` assets or more are at or below a node. */
async function holdsMany(db: Kysely<Database>, { id }: NodeReference, many: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${nodeSubtreeAssetsTable} s where s.node_id = ${id}::uuid limit 1 offset ${many - 1}
  `.execute(db);
  return rows.length > 0;
}

const inside = ({ key }: NodeReference): RawBuilder<boolean> => sql<boolean>`n.key like ${`${key}:%`}`;

/** Ids of the assets below a node that are granted, each once; a subquery without parentheses. */
function idsBelow(tree: GrantedTree, { id, key }: NodeReference, isWhole: boolean): RawBuilder<unknown> {
  const all = sql`select s.asset_id from ${nodeSubtreeAssetsTable} s where s.node_id = ${id}::uuid`;
  if (isWhole) return all;
  const byName = tree.ungroupDirect ? sql`` : sql`union ${all} and ${isGrantedByName(tree, "s.asset_id")}`;
  return sql`
    select distinct s.asset_id from ${nodesTable} n join ${nodeSubtreeAssetsTable} s on s.node_id = n.id
    where ${inside({ id, key })} and ${isGrantedNode(tree, "n.id")}
    ${byName}
  `;
}

/** Whether an asset (`t.id`) is one of them, looked up for one at a time. */
function isBelow(tree: GrantedTree, node: NodeReference, isWhole: boolean): RawBuilder<boolean> {
  const below = sql<boolean>`exists (
    select 1 from ${nodeSubtreeAssetsTable} s where s.node_id = ${node.id}::uuid and s.asset_id = t.id offset 0
  )`;
  if (isWhole) return below;
  const throughNode = sql<boolean>`exists (
    select 1 from ${nodeSubtreeAssetsTable} s join ${nodesTable} n on n.id = s.node_id
    where s.asset_id = t.id and ${inside(node)} and ${isGrantedNode(tree, "n.id")} offset 0
  )`;
  if (tree.ungroupDirect) return throughNode;
  return sql<boolean>`(${throughNode} or (${below} and ${isGrantedByName(tree, "t.id")}))`;
}

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
  const ids = idsBelow(tree, node, isWhole);
  return {
    condition: isLarge ? isBelow(tree, node, isWhole) : amongFew("t.id", ids),
    count: async (filter) => {
      if (filter !== null) return countFiltered(db, ids, filter);
      return cachedCount(tree, `below ${node.id} ${tree.ungroupDirect}`, () => countIds(db, ids));
    },
  };
}
