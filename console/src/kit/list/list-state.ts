import type { Query } from "../api/client.ts";
import { type DateRange, rangeOf } from "./date-range.ts";

/** What a list shows: kept in the address, so that it can be shared and the back button works. */
export interface ListState {
  /** First page is 1. */
  readonly page: number;
  /** Field name, with a leading `-` for descending; empty for the server's order. */
  readonly order: string;
  /** Free-text terms, joined by commas. */
  readonly search: string;
  /** Field filters by name. */
  readonly filters: Readonly<Record<string, string>>;
  /** Chosen range of dates; undefined means the list's own. */
  readonly range: DateRange | undefined;
}

/** What a list starts with. */
export const FIRST_STATE: ListState = { page: 1, order: "", search: "", filters: {}, range: undefined };

/** Page sizes offered (docs/contract/console.md, "Lists"). */
export const PAGE_SIZES: readonly number[] = [15, 30, 50, 100];

const RESERVED = new Set(["page", "order", "search", "date_from", "date_to"]);

/** Names in a query that are neither the list's own nor among those given: they may be filters. */
export function unknownNames(query: URLSearchParams, known: readonly string[]): string[] {
  return [...query.keys()].filter((name) => !RESERVED.has(name) && !known.includes(name));
}

/**
 * Reads the list state from a query.
 *
 * @param query the page's query
 * @param filterable names that are field filters; everything else in the query belongs to the page
 */
export function readListState(query: URLSearchParams, filterable: ReadonlySet<string>): ListState {
  const page = Number(query.get("page") ?? 1);
  const filters: Record<string, string> = {};
  for (const [name, value] of query) {
    if (filterable.has(name) && !RESERVED.has(name) && value !== "") filters[name] = value;
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    order: query.get("order") ?? "",
    search: query.get("search") ?? "",
    filters,
    range: rangeOf(query.get("date_from"), query.get("date_to")),
  };
}

/** Writes the list state into a copy of the query, leaving what belongs to the page as it is. */
export function writeListState(
  query: URLSearchParams,
  state: ListState,
  filterable: ReadonlySet<string>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [...next.keys()]) if (RESERVED.has(name) || filterable.has(name)) next.delete(name);
  if (state.page > 1) next.set("page", String(state.page));
  if (state.order !== "") next.set("order", state.order);
  if (state.search !== "") next.set("search", state.search);
  for (const [name, value] of Object.entries(state.filters)) next.set(name, value);
  if (state.range !== undefined) {
    next.set("date_from", state.range.from);
    next.set("date_to", state.range.to);
  }
  return next;
}

/**
 * The query of what a list shows, of all pages (docs/contract/console.md, "Lists").
 *
 * @param fixed what every request of this list carries
 * @param range range of dates when none is chosen; undefined for lists without dates
 */
export function matchingQuery(state: ListState, fixed: Query, range: DateRange | undefined): Query {
  const dates = range === undefined ? undefined : (state.range ?? range);
  return {
    ...fixed,
    ...state.filters,
    ...(state.search === "" ? {} : { search: state.search }),
    ...(state.order === "" ? {} : { order: state.order }),
    ...(dates === undefined ? {} : { date_from: dates.from, date_to: dates.to }),
  };
}

/** The query of one page: `matching` with its place in it. */
export function pageQuery(matching: Query, page: number, pageSize: number): Query {
  return { ...matching, offset: (page - 1) * pageSize, limit: pageSize, display: 1, draw: 1 };
}

/** The next order when a column header is used: ascending, descending, none. */
export function cycleOrder(order: string, name: string): string {
  if (order === name) return `-${name}`;
  return order === `-${name}` ? "" : name;
}
