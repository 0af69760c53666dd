import { isRecord } from "../api/api-error.ts";

/** An item of a tree answer (docs/contract/assets.md), reduced to what the console uses. */
export interface TreeItem {
  /** Key of the item in the tree. */
  readonly key: string;
  readonly parent: string;
  readonly name: string;
  readonly tip: string;
  readonly isParent: boolean;
  readonly type: string;
  /** Id of the node or asset behind the item. */
  readonly id: string;
  /** The plain name of a node, without its count. */
  readonly value: string;
}

/** Reads a tree answer; what is not an item is left out. */
export function asTreeItems(answer: unknown): TreeItem[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter(isRecord).map((item) => {
    const meta = isRecord(item.meta) ? item.meta : {};
    const data = isRecord(meta.data) ? meta.data : {};
    const key = String(item.id ?? "");
    return {
      key,
      parent: String(item.pId ?? ""),
      name: String(item.name ?? ""),
      tip: String(item.title ?? item.name ?? ""),
      isParent: item.isParent === true,
      type: String(meta.type ?? ""),
      id: String(data.id ?? key),
      value: String(data.value ?? item.name ?? ""),
    };
  });
}

/** An item with its children; `children` is undefined while they are not loaded. */
export interface TreeBranch {
  readonly item: TreeItem;
  readonly children: readonly TreeBranch[] | undefined;
}

/**
 * Builds the tree from flat items. Items whose parent is not among them are roots.
 *
 * @param loaded keys of the items whose children have been asked for
 */
export function buildBranches(items: readonly TreeItem[], loaded: ReadonlySet<string>): TreeBranch[] {
  const unique = new Map(items.map((item) => [item.key, item]));
  const byParent = new Map<string, TreeItem[]>();
  for (const item of unique.values()) {
    const parent = unique.has(item.parent) && item.parent !== item.key ? item.parent : "";
    byParent.set(parent, [...(byParent.get(parent) ?? []), item]);
  }
  const build = (parent: string): TreeBranch[] =>
    (byParent.get(parent) ?? []).map((item) => {
      const children = byParent.has(item.key) ? build(item.key) : undefined;
      return { item, children: children ?? (loaded.has(item.key) || !item.isParent ? [] : undefined) };
    });
  return build("");
}
