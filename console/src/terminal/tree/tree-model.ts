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

/** What a key press in the tree leads to. */
export type TreeMove =
  | { type: "focus"; index: number }
  | { type: "open"; index: number }
  | { type: "fold"; index: number }
  | { type: "activate"; index: number }
  | { type: "menu"; index: number };

/**
 * What a key does when a row has the focus, as people know it from trees: up and down move, right opens or enters,
 * left folds or leaves, Home and End jump, Enter and Space act, letters jump to the next name that starts so.
 */
export function moveInTree(
  rows: readonly TreeRow[],
  focused: number,
  key: string,
  shift = false,
): TreeMove | undefined {
  const row = rows[focused];
  if (row === undefined) return rows.length > 0 ? { type: "focus", index: 0 } : undefined;
  switch (key) {
    case "ArrowDown":
      return focused + 1 < rows.length ? { type: "focus", index: focused + 1 } : undefined;
    case "ArrowUp":
      return focused > 0 ? { type: "focus", index: focused - 1 } : undefined;
    case "Home":
      return { type: "focus", index: 0 };
    case "End":
      return { type: "focus", index: rows.length - 1 };
    case "ArrowRight": {
      if (!row.item.isParent) return undefined;
      if (!row.open) return { type: "open", index: focused };
      return (rows[focused + 1]?.level ?? 0) > row.level ? { type: "focus", index: focused + 1 } : undefined;
    }
    case "ArrowLeft": {
      if (row.open) return { type: "fold", index: focused };
      for (let index = focused - 1; index >= 0; index -= 1) {
        if ((rows[index]?.level ?? 0) < row.level) return { type: "focus", index };
      }
      return undefined;
    }
    case "Enter":
    case " ":
      if (!row.item.isParent) return { type: "activate", index: focused };
      return { type: row.open ? "fold" : "open", index: focused };
    case "ContextMenu":
      return { type: "menu", index: focused };
    case "F10":
      return shift ? { type: "menu", index: focused } : undefined;
    default:
      return key.length === 1 ? typeAhead(rows, focused, key) : undefined;
  }
}

function typeAhead(rows: readonly TreeRow[], focused: number, letter: string): TreeMove | undefined {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (focused + step) % rows.length;
    if (rows[index]?.item.name.toLowerCase().startsWith(letter.toLowerCase()))
      return { type: "focus", index };
  }
  return undefined;
}
