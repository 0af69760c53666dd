import { isRecord } from "../api/api-error.ts";

/** An item of a tree answer (docs/contract/assets.md), reduced to what the console uses. */
export interface TreeItem {
  /** Key of the item in the tree. */
  readonly key: string;
  readonly parent: string;
  readonly name: string;
  readonly tip: string;
  readonly isParent: boolean;
  /** Whether it is open at first, when what is below it came along. */
  readonly isOpen: boolean;
  readonly type: string;
  /** Id of the node or asset behind the item. */
  readonly id: string;
  /** The plain name, without its count. */
  readonly value: string;
  /** How many assets or accounts it tells; undefined when it tells none. */
  readonly count: number | undefined;
}

/** Takes the count off a name: `Racks (12)`, `Linux(3)`. */
function splitCount(name: string, plain: string): Pick<TreeItem, "value" | "count"> {
  const [, value = "", count] = /^(.*?) ?\((\d+)\)$/s.exec(name) ?? [];
  return count !== undefined && (value === plain || name === plain)
    ? { value, count: Number(count) }
    : { value: name, count: undefined };
}

/** Reads a tree answer; what is not an item is left out. */
export function asTreeItems(answer: unknown): TreeItem[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter(isRecord).map((item) => {
    const meta = isRecord(item.meta) ? item.meta : {};
    const data = isRecord(meta.data) ? meta.data : {};
    const key = String(item.id ?? "");
    const name = String(item.name ?? "");
    const type = String(meta.type ?? "");
    return {
      key,
      parent: String(item.pId ?? ""),
      name,
      tip: String(item.title ?? name),
      isParent: item.isParent === true,
      isOpen: item.open === true,
      type,
      id: String(data.id ?? key),
      // The name of an asset is its own, whatever it ends with.
      ...(type === "asset"
        ? { value: name, count: undefined }
        : splitCount(name, String(data.value ?? item.title ?? name))),
    };
  });
}

/** Items by the key of what they are below; under `""` those whose parent is not among them. */
export type TreeLevels = ReadonlyMap<string, readonly TreeItem[]>;

/** Sorts the items of one answer into levels. */
export function toLevels(items: readonly TreeItem[]): TreeLevels {
  const keys = new Set(items.map(({ key }) => key));
  const levels = new Map<string, TreeItem[]>([["", []]]);
  for (const item of items) {
    const parent = keys.has(item.parent) && item.parent !== item.key ? item.parent : "";
    const level = levels.get(parent);
    if (level === undefined) levels.set(parent, [item]);
    else level.push(item);
  }
  return levels;
}

/** A row of a tree: an item that is in sight, because everything above it is open. */
export interface TreeRow {
  /** Identity of the row: an asset may be below several nodes. */
  readonly path: string;
  readonly item: TreeItem;
  /** Depth from 0. */
  readonly level: number;
  readonly open: boolean;
  /** What is below it is on its way. */
  readonly isLoading: boolean;
  /** Place among its siblings from 1, and how many they are, for screen readers. */
  readonly position: number;
  readonly siblings: number;
}

/** What rows are made of. */
export interface TreeContent {
  /** The first answer. */
  readonly start: TreeLevels;
  /** What was loaded below an item; undefined while it was not. */
  readonly below: (item: TreeItem) => readonly TreeItem[] | undefined;
  readonly isOpen: (item: TreeItem) => boolean;
}

/** The rows in sight, top to bottom, and the open items whose children the first answer does not hold. */
export function visibleRows({ start, below, isOpen }: TreeContent): {
  readonly rows: TreeRow[];
  readonly asked: TreeItem[];
} {
  const rows: TreeRow[] = [];
  const asked: TreeItem[] = [];
  const walk = (items: readonly TreeItem[], parent: string, level: number) => {
    items.forEach((given, index) => {
      const known = start.get(given.key) ?? below(given);
      // What turned out to hold nothing is no parent.
      const item = given.isParent && known?.length === 0 ? { ...given, isParent: false } : given;
      const wanted = given.isParent && isOpen(given);
      const open = wanted && item.isParent;
      const path = `${parent}/${given.key}`;
      rows.push({
        path,
        item,
        level,
        open,
        isLoading: open && known === undefined,
        position: index + 1,
        siblings: items.length,
      });
      if (wanted && !start.has(given.key)) asked.push(given);
      if (open && known !== undefined) walk(known, path, level + 1);
    });
  };
  walk(start.get("") ?? [], "", 0);
  return { rows, asked };
}
