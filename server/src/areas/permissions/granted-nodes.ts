import type { CallerContext } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";
import { cleanText, envelope, readPage } from "../../engine/resource/index.ts";
import { lineage } from "../assets/index.ts";
import type { GrantedNode, GrantedTree } from "./granted-tree.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

const presentNode = (node: GrantedNode): Json => ({
  id: node.id,
  name: node.value,
  key: node.key,
  value: node.value,
  org_id: node.org_id,
  assets_amount: node.amount,
});

/** Nodes as rows, paged when that is asked for. Contract: docs/contract/permissions.md, section 8. */
export function nodeList(context: CallerContext, url: string, nodes: readonly GrantedNode[]): Json {
  const rows = nodes.map(presentNode);
  const page = readPage(context.query);
  if (page === null) return rows;
  return envelope(context, url, page, rows.length, rows.slice(page.offset, page.offset + page.limit));
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
