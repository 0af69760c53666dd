import { type FileEntry, isFolder } from "./files-api.ts";

/** What a list is ordered by. */
export type SortKey = "name" | "size" | "ts" | "mode";

/** How a folder is shown. */
export interface FolderLook {
  readonly sort: SortKey;
  readonly isDown: boolean;
  readonly filter: string;
  readonly showsHidden: boolean;
}

/** By name, without hidden files. */
export const FIRST_LOOK: FolderLook = { sort: "name", isDown: false, filter: "", showsHidden: false };

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Entries as they are shown: folders first. */
export function shownEntries(entries: readonly FileEntry[], look: FolderLook): FileEntry[] {
  const wanted = look.filter.trim().toLowerCase();
  const shown = entries.filter(
    ({ name }) =>
      (look.showsHidden || !name.startsWith(".")) && (wanted === "" || name.toLowerCase().includes(wanted)),
  );
  const order = look.isDown ? -1 : 1;
  const compare = (one: FileEntry, other: FileEntry): number => {
    if (look.sort === "size" || look.sort === "ts") {
      const difference = one[look.sort] - other[look.sort];
      if (difference !== 0) return difference;
    }
    if (look.sort === "mode" && one.mode !== other.mode)
      return (one.mode ?? "") < (other.mode ?? "") ? -1 : 1;
    return names.compare(one.name, other.name);
  };
  return shown.sort(
    (one, other) => Number(isFolder(other)) - Number(isFolder(one)) || compare(one, other) * order,
  );
}

/** The selection after a click or a key. */
export function nextSelection(
  entries: readonly FileEntry[],
  selected: ReadonlySet<string>,
  { index, anchor, adds, ranges }: { index: number; anchor: number; adds: boolean; ranges: boolean },
): ReadonlySet<string> {
  const entry = entries[index];
  if (entry === undefined) return selected;
  if (ranges) {
    const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
    return new Set(entries.slice(from, to + 1).map(({ hash }) => hash));
  }
  if (!adds) return new Set([entry.hash]);
  const next = new Set(selected);
  if (!next.delete(entry.hash)) next.add(entry.hash);
  return next;
}
