import type { TreeItem } from "../api/types.ts";

/** One visible row of the tree. */
export interface TreeRow {
  item: TreeItem;
  /** Depth from 0. */
  level: number;
  open: boolean;
  /** Place among its brothers from 1, and how many they are, for screen readers. */
  position: number;
  siblings: number;
}

/** Levels that were loaded, by the key of the node they belong to; `""` is the top. */
export type LoadedLevels = ReadonlyMap<string, readonly TreeItem[]>;

/** Whether a row is an asset (a leaf that can be connected to) and not a folder. */
export function isAsset(item: TreeItem): boolean {
  return item.meta.type === "asset";
}

/**
 * Takes an answer of the top level apart: it holds the roots and, where there is one root only, also its children
 * and assets (docs/contract/permissions.md).
 *
 * @returns the levels it fills, and the folders the server wants open
 */
export function splitTopLevel(items: readonly TreeItem[]): {
  levels: Map<string, TreeItem[]>;
  open: string[];
} {
  const ids = new Set(items.map(({ id }) => id));
  const levels = new Map<string, TreeItem[]>([["", []]]);
  for (const item of items) {
    const parent = item.pId && ids.has(item.pId) ? item.pId : "";
    const level = levels.get(parent) ?? [];
    level.push(item);
    levels.set(parent, level);
  }
  return { levels, open: [...levels.keys()].filter((key) => key !== "") };
}

/** The rows to draw, top to bottom: loaded levels below every open folder. */
export function visibleRows(levels: LoadedLevels, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (key: string, level: number) => {
    const items = levels.get(key) ?? [];
    items.forEach((item, index) => {
      const isOpen = item.isParent && open.has(item.id);
      rows.push({ item, level, open: isOpen, position: index + 1, siblings: items.length });
      if (isOpen) walk(item.id, level + 1);
    });
  };
  walk("", 0);
  return rows;
}

/**
 * Whether the top level says that nothing is granted. The folders of favorites and of what is in no node are there all
 * the same; the second has the number of its assets behind its name.
 */
export function isNothingGranted(top: readonly TreeItem[]): boolean {
  return top.every(({ id, name }) => id === "favorite" || (id === "ungrouped" && name.endsWith("(0)")));
}
