import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Json } from "../../../engine/json.ts";
import { cleanText, escapeLike } from "../../../engine/resource/index.ts";
import { countAssetsUnder, lineage } from "./closure.ts";
import { currentRootNode, findNodeInScope } from "./scope.ts";
import type { Node } from "./tree.ts";
import { assetItems, inScope } from "./tree-assets.ts";
import { type NodeItemSource, nodeItem } from "./tree-items.ts";

interface TreeNode extends NodeItemSource {
  readonly org_id: string;
  readonly isParent: boolean;
}

/** Above so many results of a search all nodes are read at once, instead of one by one. */
const many = 1000;

/** What a call asks for. */
interface Asked {
  /** The node whose children are asked for; null for the start of the tree. */
  readonly at: Node | null;
  /** Part of the names looked for; empty for all. */
  readonly search: string;
  /** Assets are listed too. */
  readonly withAssets: boolean;
}

/**
 * Whether something is below a node. The contract calls every node a parent; who asks with `leaves=1` is told
 * which of them are none.
 */
function parenthood({ query }: CallerContext, withAssets: boolean): RawBuilder<boolean> {
  if (query.get("leaves") !== "1") return sql`true`;
  const children = sql`exists (select 1 from nodes c where c.parent_id = n.id)`;
  return withAssets
    ? sql`(${children} or exists (select 1 from asset_nodes l where l.node_id = n.id))`
    : sql`${children}`;
}

async function selectNodes(
  context: CallerContext,
  { withAssets }: Asked,
  condition: RawBuilder<unknown>,
): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    select n.id, n.org_id, n.key, n.parent_key, n.value, ${parenthood(context, withAssets)} as "isParent" from nodes n
    where ${inScope(context, "n")} and ${condition} order by n.value, n.key
  `.execute(context.db);
  return rows;
}

/** Which nodes a call lists: the root with its first level, or what is below one node; all levels with `all=all`. */
async function listedNodes(context: CallerContext, at: Node | null): Promise<RawBuilder<unknown>> {
  const all = context.query.get("all") === "all";
  if (at !== null) return all ? sql`n.key like ${`${at.key}:%`}` : sql`n.parent_id = ${at.id}`;
  if (all) return sql`true`;
  const { id } = await currentRootNode(context);
  return sql`(n.parent_id is null or n.parent_id = ${id})`;
}

/** The listed nodes whose name matches, with everything above them, so that the tree can be drawn. */
async function matchingNodes(
  context: CallerContext,
  asked: Asked,
  listed: RawBuilder<unknown>,
): Promise<TreeNode[]> {
  const pattern = `%${escapeLike(cleanText(asked.search))}%`;
  const { rows } = await sql<{ key: string }>`
    select n.key from nodes n
    where ${inScope(context, "n")} and ${listed} and lower(n.value) like lower(${pattern})
  `.execute(context.db);
  const keys = new Set(rows.flatMap(({ key }) => lineage(key)));
  if (keys.size <= many) return selectNodes(context, asked, sql`n.key = any(${[...keys]}::text[])`);
  // When so many are shown, reading them all costs less than looking for each.
  const nodes = await selectNodes(context, asked, sql`true`);
  return nodes.filter(({ key }) => keys.has(key));
}

/** The tree of nodes, or one level of it. Contract: docs/contract/assets.md, "Trees". */
export async function childrenTree(context: CallerContext): Promise<Json> {
  const { query } = context;
  const nodeKey = query.get("key") || query.get("id") || "";
  const at = nodeKey === "" ? null : await findNodeInScope(context, nodeKey);
  if (nodeKey !== "" && at === null) return [];
  const withAssets = query.get("assets") === "1";
  const asked = { at, withAssets, search: (query.get("search") ?? "").trim() };
  const listed = await listedNodes(context, at);
  const nodes = await (asked.search === ""
    ? selectNodes(context, asked, listed)
    : matchingNodes(context, asked, listed));
  const counts = await countAssetsUnder(context.db, nodes);
  const items = nodes.map((node) => ({
    ...nodeItem(node, counts.get(node.id) ?? 0),
    isParent: node.isParent,
  }));
  if (!withAssets || at === null) return items;
  const direct = sql`a.id in (select asset_id from asset_nodes where node_id = ${at.id})`;
  return [...items, ...(await assetItems(context, direct, at.key, asked.search))];
}
