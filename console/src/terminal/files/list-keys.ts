import type { KeyboardEvent } from "react";
import type { FileEntry } from "./files-api.ts";

/** What keys do in a list of files. */
export interface ListKeys {
  readonly entries: readonly FileEntry[];
  readonly current: number;
  /** Rows of a page. */
  readonly page: number;
  go(index: number, ranges: boolean): void;
  toggle(): void;
  select(selected: ReadonlySet<string>): void;
  onOpen(entry: FileEntry): void;
  onKey(key: string): boolean;
}

/** Runs the key of an event; what is no key of the list goes on. */
export function listKeys(event: KeyboardEvent, list: ListKeys): void {
  if (event.target !== event.currentTarget && (event.target as Element).closest("input, textarea")) return;
  if (run(event, list)) event.preventDefault();
}

function run({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, list: ListKeys): boolean {
  const { entries, current, page } = list;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: entries.length - 1,
  };
  const index = moves[key];
  if (index !== undefined && !altKey && !ctrlKey && !metaKey) {
    if (entries.length > 0) list.go(Math.max(0, Math.min(entries.length - 1, index)), shiftKey);
    return true;
  }
  if ((ctrlKey || metaKey) && key.toLowerCase() === "a") {
    list.select(new Set(entries.map(({ hash }) => hash)));
    return true;
  }
  if (ctrlKey || metaKey || altKey) return false;
  if (key === " ") {
    list.toggle();
    return true;
  }
  const entry = entries[current];
  if (key === "Enter" && entry !== undefined) {
    list.onOpen(entry);
    return true;
  }
  return list.onKey(shiftKey ? `Shift+${key}` : key);
}
