import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { cleanText, escapeLike, isUuid } from "../../engine/resource/index.ts";
import { assetsTable, nodeItem } from "../assets/index.ts";
import { nodeList, searchedNodes } from "./granted-nodes.ts";
import {
  assetsIn,
  type GrantedNode,
  type GrantedTree,
  grantedChildren,
  type NodeReference,
  nodeBy,
} from "./granted-tree.ts";
import { favoriteAssets, treeOf } from "./my-assets.ts";
import { countGrantedByName, grantedByNameWithin, permittedWithin } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import { assetItems, presentAssets, type TreeAsset } from "./tree-assets.ts";
import { userRoutes } from "./user-routes.ts";
import { placedAssets, wholeGrantedTree } from "./whole-tree.ts";

/** Most assets a search in the tree answers. */
const mostFound = 999;

/** Keys of the nodes that are not in the tree. */
type SpecialKey = "favorite" | "ungrouped";

const isSpecial = (key: string): key is SpecialKey => key === "favorite" || key === "ungrouped";

async function specialAssets(
  { db }: CallerContext,
  tree: GrantedTree,
  key: SpecialKey,
): Promise<RawBuilder<boolean>> {
  return key === "favorite" ? favoriteAssets(tree) : (await grantedByNameWithin(db, tree)).condition;
}

async function countFavorites(context: CallerContext, tree: GrantedTree): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from ${assetsTable} t where ${favoriteAssets(tree)}
  `.execute(context.db);
  return rows[0]?.amount ?? 0;
}

async function specialNode(context: CallerContext, tree: GrantedTree, key: SpecialKey): Promise<GrantedNode> {
  const label: Message = key === "favorite" ? text.favorite : text.ungrouped;
  return {
    id: key,
    key,
    parent_key: "",
    org_id: context.organization.id,
    value: translate(label, context.language),
    amount: await (key === "favorite" ? countFavorites(context, tree) : countGrantedByName(context.db, tree)),
  };
}

/** "Ungrouped" where the settings want it, and "favorite". */
async function specialNodes(context: CallerContext, tree: GrantedTree): Promise<GrantedNode[]> {
  const keys: SpecialKey[] = tree.ungroupDirect ? ["ungrouped", "favorite"] : ["favorite"];
  return Promise.all(keys.map((key) => specialNode(context, tree, key)));
}

/** Nodes at one level, and the node whose own assets belong there. */
interface Level {
  readonly nodes: readonly GrantedNode[];
  readonly at: NodeReference | null;
}

/** The start of the tree: special nodes, roots, and below a single root its children. */
async function topLevel(context: CallerContext, tree: GrantedTree): Promise<Level> {
  const [special, roots] = await Promise.all([
    specialNodes(context, tree),
    grantedChildren(context.db, tree, null),
  ]);
  const [root] = roots;
  if (root === undefined || roots.length > 1) return { nodes: [...special, ...roots], at: null };
  const children = await grantedChildren(context.db, tree, root.key);
  return { nodes: [...special, root, ...children], at: root };
}

/** The level a request asks for by `key` (or `id`). */
async function levelOf(context: CallerContext, tree: GrantedTree): Promise<Level> {
  const { query } = context;
  const asked = query.get("key") || query.get("id") || "";
  if (asked === "") return topLevel(context, tree);
  if (isSpecial(asked)) return { nodes: [], at: null };
  const at = await nodeBy(context.db, tree, isUuid(asked) ? { id: asked } : { key: asked });
  if (at === null) return { nodes: [], at: null };
  return { nodes: await grantedChildren(context.db, tree, at.key), at };
}

const treeItem = (node: GrantedNode): Record<string, Json> => nodeItem(node, node.amount);

/** What a search in the tree matches; `id` finds one asset. */
function searched(context: CallerContext): RawBuilder<boolean> {
  const id = context.query.get("id") ?? "";
  if (isUuid(id)) return sql<boolean>`t.id = ${id}::uuid`;
  const search = cleanText(context.query.get("search") ?? "").trim();
  if (search === "") return sql<boolean>`true`;
  const pattern = `%${escapeLike(search)}%`;
  return sql<boolean>`(t.name ilike ${pattern} or t.address ilike ${pattern} or t.comment ilike ${pattern})`;
}

/** Every asset under every node it is shown in, for clients that load the tree whole. */
async function allPlacedAssets(context: CallerContext, tree: GrantedTree): Promise<Json[]> {
  const { rows } = await sql<TreeAsset & { node_key: string }>`
    select t.id, t.org_id, t.name, t.address, t.comment, t.category, t.type, t.is_active, t.protocols,
      p.key as node_key
    from (${await placedAssets(context.db, tree)}) p join ${assetsTable} t on t.id = p.asset_id
    order by t.name, t.id limit ${context.services.config.listCeiling}
  `.execute(context.db);
  return presentAssets(context, rows, (row) => row.node_key);
}

/** The node trees of a user. Contract: docs/contract/permissions.md, section 8. */
export const myTreeRoutes: readonly RouteDeclaration[] = [
  ...userRoutes("nodes", "User Permed Node List", async (context, { scope }, { url }) => {
    const tree = await treeOf(context, scope);
    const nodes = [...(await specialNodes(context, tree)), ...(await wholeGrantedTree(context.db, tree))];
    return { body: await nodeList(context, url, nodes) };
  }),
  ...userRoutes("nodes/children", "User Permed Node Children List", async (context, { scope }, { url }) => {
    const { nodes } = await levelOf(context, await treeOf(context, scope));
    return { body: await nodeList(context, url, nodes) };
  }),
  ...userRoutes("nodes/tree", "User Permed Node Tree", async (context, { scope }) => {
    const tree = await treeOf(context, scope);
    const nodes = [...(await specialNodes(context, tree)), ...(await wholeGrantedTree(context.db, tree))];
    return { body: nodes.map(treeItem) };
  }),
  ...userRoutes("nodes/children/tree", "User Permed Node Children Tree", async (context, { scope }) => {
    const tree = await treeOf(context, scope);
    const nodes = (await searchedNodes(context, tree)) ?? (await levelOf(context, tree)).nodes;
    return { body: nodes.map(treeItem) };
  }),
  ...userRoutes(
    "nodes/children-with-assets/tree",
    "User Permed Node With Asset Tree",
    async (context, { scope }) => {
      const tree = await treeOf(context, scope);
      const most = context.services.config.listCeiling;
      const asked = context.query.get("key") || context.query.get("id") || "";
      if (isSpecial(asked))
        return { body: await assetItems(context, await specialAssets(context, tree, asked), asked, most) };
      const { nodes, at } = await levelOf(context, tree);
      const assets =
        at === null ? [] : await assetItems(context, await assetsIn(context.db, tree, at), at.key, most);
      return { body: [...nodes.map(treeItem), ...assets] };
    },
  ),
  ...userRoutes("nodes/all-with-assets/tree", "User Permed Whole Tree", async (context, { scope }) => {
    const tree = await treeOf(context, scope);
    const most = context.services.config.listCeiling;
    const special = await specialNodes(context, tree);
    const nodes = await wholeGrantedTree(context.db, tree);
    const items = [...special, ...nodes].map((node) => ({ ...treeItem(node), open: node.parent_key === "" }));
    const underSpecial = await Promise.all(
      special.map(async ({ key }) =>
        isSpecial(key) ? assetItems(context, await specialAssets(context, tree, key), key, most) : [],
      ),
    );
    return { body: [...items, ...underSpecial.flat(), ...(await allPlacedAssets(context, tree))] };
  }),
  ...userRoutes("assets/tree", "User Permed Asset Tree", async (context, { scope }) => {
    const searching = context.query.has("search") || context.query.has("id");
    const most = searching ? mostFound : context.services.config.listCeiling;
    const { condition: permitted } = await permittedWithin(context.db, scope);
    const condition = sql<boolean>`(${searched(context)} and ${permitted})`;
    return { body: await assetItems(context, condition, "", most) };
  }),
  ...userRoutes("ungroup/assets/tree", "User Ungrouped Asset Tree", async (context, { scope }) => {
    const tree = await treeOf(context, scope);
    if (!tree.ungroupDirect) return { body: [] };
    const most = context.services.config.listCeiling;
    const ungrouped = await specialAssets(context, tree, "ungrouped");
    return { body: await assetItems(context, ungrouped, "ungrouped", most) };
  }),
];
