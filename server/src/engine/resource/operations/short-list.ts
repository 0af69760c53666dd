import type { CallerContext, QueryParameters } from "../../access/context.ts";
import type { Json } from "../../json.ts";
import { readPage } from "../query/paging.ts";
import { readSelection } from "../query/selections.ts";
import { envelope } from "./list.ts";

/** A row of a list that is there already. */
export type ShortRow = Readonly<Record<string, Json>>;

/** What a list that is there already can be narrowed and ordered by. */
export interface ShortListShape {
  /** The member `ids` and selections mean. */
  readonly key: string;
  /** Members `search` looks at. Default: none, and `search` is ignored. */
  readonly search?: readonly string[];
  /** Members the list may be ordered by. Default: none. */
  readonly order?: readonly string[];
}

/**
 * Answers rows that are no table's as every other list: narrowed by `ids`, `spm` and `search`, ordered, trimmed and cut
 * into pages. Contract: docs/contract/conventions.md, "Paging".
 */
export async function shortList(
  context: CallerContext,
  url: string,
  rows: readonly ShortRow[],
  shape: ShortListShape,
): Promise<Json> {
  const { query } = context;
  const kept = ordered(await narrowed(context, rows, shape), query.get("order"), shape.order ?? []);
  const page = readPage(query);
  const shown = (page === null ? kept : kept.slice(page.offset, page.offset + page.limit)).map((row) =>
    trimmed(row, query),
  );
  return page === null ? shown : envelope(context, url, page, kept.length, shown);
}

async function narrowed(
  context: CallerContext,
  rows: readonly ShortRow[],
  { key, search = [] }: ShortListShape,
): Promise<readonly ShortRow[]> {
  const { query } = context;
  const selection = query.get("spm");
  const asked = query.get("ids") ?? "";
  const wanted = [
    ...(selection === undefined ? [] : [await readSelection(selection, context)]),
    ...(asked === "" ? [] : [asked.split(",")]),
  ].map((ids) => new Set(ids.map((id) => id.trim().toLowerCase())));
  const terms =
    search.length === 0
      ? []
      : (query.get("search") ?? "")
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean);
  return rows.filter(
    (row) =>
      wanted.every((ids) => ids.has(String(row[key]).toLowerCase())) &&
      terms.every((term) => search.some((name) => String(row[name]).toLowerCase().includes(term))),
  );
}

function ordered(
  rows: readonly ShortRow[],
  order: string | undefined,
  by: readonly string[],
): readonly ShortRow[] {
  const terms = (order ?? "")
    .split(",")
    .map((term) => term.trim())
    .filter((term) => by.includes(term.replace(/^-/, "")));
  if (terms.length === 0) return rows;
  return [...rows].sort((one, other) => {
    for (const term of terms) {
      const name = term.replace(/^-/, "");
      const difference = compare(one[name] ?? null, other[name] ?? null);
      if (difference !== 0) return term === name ? difference : -difference;
    }
    return 0;
  });
}

const compare = (one: Json, other: Json): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : String(one) < String(other)
      ? -1
      : Number(one !== other);

function trimmed(row: ShortRow, query: QueryParameters): ShortRow {
  const named = (parameter: string): Set<string> | null =>
    query.has(parameter) ? new Set(query.all(parameter).flatMap((value) => value.split(","))) : null;
  const wanted = named("fields");
  const unwanted = named("fields!");
  if (wanted === null && unwanted === null) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => (wanted?.has(name) ?? true) && !(unwanted?.has(name) ?? false)),
  );
}
