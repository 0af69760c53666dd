import type { CallerContext } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";
import { cleanText, type ShortRow, shortList } from "../../engine/resource/index.ts";
import { lineage } from "../assets/index.ts";
import type { GrantedNode, GrantedTree } from "./granted-tree.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

const presentNode = (node: GrantedNode): ShortRow => ({
  id: node.id,
  name: node.value,
  key: node.key,
  value: node.value,
  org_id: node.org_id,
  assets_amount: node.amount,
});

/** Nodes as rows, in the order of the tree. Contract: docs/contract/permissions.md, section 8. */
export function nodeList(context: CallerContext, url: string, nodes: readonly GrantedNode[]): Promise<Json> {
  return shortList(context, url, nodes.map(presentNode), { key: "id", search: ["value"] });
}

/** The nodes of the whole tree whose names a request searches for, with the way to each; null without a search. */
export async function searchedNodes(
  context: CallerContext,
  tree: GrantedTree,
): Promise<GrantedNode[] | null> {
  const search = cleanText(context.query.get("search") ?? "")
    .trim()
    .toLowerCase();
  if (search === "") return null;
  const nodes = await wholeGrantedTree(context.db, tree);
  const found = nodes.filter(({ value }) => value.toLowerCase().includes(search));
  const shown = new Set(found.flatMap(({ key }) => lineage(key)));
  return nodes.filter(({ key }) => shown.has(key));
}
