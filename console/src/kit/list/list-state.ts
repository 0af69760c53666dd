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
}

/** Page sizes offered (docs/contract/console.md, "Lists"). */
export const PAGE_SIZES: readonly number[] = [15, 30, 50, 100];

const RESERVED = new Set(["page", "order", "search"]);

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
  return next;
}

/** The query of the request for one page (docs/contract/console.md, "Lists"). */
export function listQuery(state: ListState, pageSize: number): Record<string, string | number> {
  return {
    ...state.filters,
    ...(state.search === "" ? {} : { search: state.search }),
    ...(state.order === "" ? {} : { order: state.order }),
    offset: (state.page - 1) * pageSize,
    limit: pageSize,
    display: 1,
    draw: 1,
  };
}

/** The next order when a column header is used: ascending, descending, none. */
export function cycleOrder(order: string, name: string): string {
  if (order === name) return `-${name}`;
  return order === `-${name}` ? "" : name;
}
