import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { rowCountsTable } from "../../../engine/resource/index.ts";

/**
 * Ids of the assets in the subtrees of nodes, as a subquery of one column `asset_id`:
 * `where a.id in ${assetsUnderNodes(sql`${ids}::uuid[]`)}`.
 */
export function assetsUnderNodes(nodeIds: RawBuilder<unknown>): RawBuilder<{ asset_id: string }> {
  return sql`(select asset_id from node_subtree_assets where node_id = any(${nodeIds}))`;
}

/** Above so many nodes all counts of their organizations are read at once, instead of one by one. */
const many = 500;

/** How many distinct assets are in the subtree of each node; nodes without any are absent. */
export async function countAssetsUnder(
  db: Kysely<Database>,
  nodes: readonly { readonly id: string; readonly org_id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = nodes.map(({ id }) => id);
  const organizations = [...new Set(nodes.map(({ org_id }) => org_id))];
  const wanted = ids.length > many ? sql`true` : sql`partition_value = any(${ids}::text[])`;
  // The maintained counters of node_subtree_assets, whose partition is the node.
  const { rows } = await sql<{ node_id: string; count: number }>`
    select partition_value as node_id, sum(difference)::bigint as count from ${rowCountsTable}
    where table_name = 'node_subtree_assets' and org_id = any(${organizations}::uuid[]) and ${wanted}
    group by 1 having sum(difference) > 0
  `.execute(db);
  return new Map(rows.map(({ node_id, count }) => [node_id, count]));
}

/** Keys of a node and of everything above it, the root first: `1:0:3` gives `1`, `1:0`, `1:0:3`. */
export function lineage(key: string): string[] {
  const parts = key.split(":");
  return parts.map((_part, depth) => parts.slice(0, depth + 1).join(":"));
}
