import { isRecord } from "../api/api-error.ts";
import { PAGE_SIZES } from "./list-state.ts";

const CONFIG_KEY = "tableConfig";
const SIZE_KEY = "paginationSize";
const TIME_KEY = "timeStyle";
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** How lists show instants: how long ago when that is short, or always in full. */
export type TimeStyle = "relative" | "exact";

function readAll(storage: Storage): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(storage.getItem(CONFIG_KEY) ?? "{}");
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * The name a table's choices are stored under: the screen's path and the list's, ids masked, so that one list on two
 * screens keeps two choices (docs/contract/console.md, "Lists").
 */
export function tableName(screen: string, url: string): string {
  return `${screen}_${url.split("?")[0] ?? url}`.replace(ID, "*");
}

/** The columns chosen for a table, or undefined when nothing was chosen. */
export function storedColumns(name: string, storage: Storage = localStorage): readonly string[] | undefined {
  const entry = readAll(storage)[name];
  const columns = isRecord(entry) ? entry.showColumns : undefined;
  return Array.isArray(columns)
    ? columns.filter((item): item is string => typeof item === "string")
    : undefined;
}

/** Remembers the columns of a table; undefined returns to the defaults. */
export function storeColumns(
  name: string,
  columns: readonly string[] | undefined,
  storage: Storage = localStorage,
): void {
  const all = readAll(storage);
  if (columns === undefined) delete all[name];
  else all[name] = { showColumns: columns };
  storage.setItem(CONFIG_KEY, JSON.stringify(all));
}

/** Rows per page as last chosen; 15 at first. */
export function storedPageSize(storage: Storage = localStorage): number {
  const size = Number(storage.getItem(SIZE_KEY));
  return PAGE_SIZES.includes(size) ? size : (PAGE_SIZES[0] ?? 15);
}

/** Remembers the rows per page. */
export function storePageSize(size: number, storage: Storage = localStorage): void {
  storage.setItem(SIZE_KEY, String(size));
}

/** How instants are shown, as last chosen; relative at first. */
export function storedTimeStyle(storage: Storage = localStorage): TimeStyle {
  return storage.getItem(TIME_KEY) === "exact" ? "exact" : "relative";
}

/** Remembers how instants are shown. */
export function storeTimeStyle(style: TimeStyle, storage: Storage = localStorage): void {
  storage.setItem(TIME_KEY, style);
}
