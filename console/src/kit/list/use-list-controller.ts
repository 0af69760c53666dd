import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Query } from "../api/client.ts";
import { fieldsOf, metadataQuery, refreshData } from "../api/resources.ts";
import type { FieldMap, Metadata, Row } from "../metadata/types.ts";
import { type DateRange, defaultRange } from "./date-range.ts";
import { fetchListPage, fetchMatching } from "./list-page.ts";
import type { FilterPlan, ListOptions } from "./list-props.ts";
import { cycleOrder, type ListState, matchingQuery, pageQuery, unknownNames } from "./list-state.ts";
import { type FilterOption, filterOptions } from "./search/filter-options.ts";
import { storedPageSize, storePageSize, tableName } from "./table-config.ts";
import { type ColumnChoice, useColumns } from "./use-columns.ts";
import { useListState } from "./use-list-state.ts";
import { type Selection, useSelection } from "./use-selection.ts";

const NOTHING: readonly string[] = [];
const NO_QUERY: Query = {};
const NO_FILTER_PLAN: FilterPlan = {};

/** Fields by which rows are named, fetched for "select all". */
const NAMING_FIELDS = ["id", "name", "hostname", "username"];

/** Everything a list knows and can do, apart from how it looks. */
export interface ListController {
  readonly url: string;
  readonly metadata: Metadata | undefined;
  /** Readable fields; empty until the metadata is there. */
  readonly fields: FieldMap;
  readonly columns: ColumnChoice;
  readonly filters: readonly FilterOption[];
  readonly filterMap: ReadonlyMap<string, FilterOption>;
  readonly state: ListState;
  /** The order in force, chosen or the list's own. */
  readonly order: string;
  /** The range of dates in force; undefined for lists without dates. */
  readonly range: DateRange | undefined;
  readonly pageSize: number;
  /** The rows of the page; undefined while none has been loaded. */
  readonly rows: readonly Row[] | undefined;
  /** How many rows match, on all pages. */
  readonly count: number | undefined;
  readonly error: Error | null;
  /** The rows are from before the last change of page or filter. */
  readonly stale: boolean;
  readonly fetching: boolean;
  /** Query of all that matches, without paging: filters, search, dates, order and the fixed part. */
  readonly query: Query;
  /** A keyword or field filter is set. Dates and the fixed query do not count. */
  readonly filtered: boolean;
  readonly selection: Selection;
  setPage(page: number): void;
  setPageSize(size: number): void;
  /** Moves a column through ascending, descending, none. */
  sort(name: string): void;
  setOrder(order: string): void;
  /** Replaces keywords and field filters; goes to the first page and clears the selection. */
  setFilters(search: string, filters: Readonly<Record<string, string>>): void;
  setRange(range: DateRange): void;
  /** Selects everything that matches. @throws ApiError when it cannot be fetched */
  selectMatching(): Promise<void>;
  /** Fetches again what failed or is shown. */
  retry(): void;
  /** Clears the selection and fetches again whatever is shown. */
  reload(): Promise<void>;
}

/**
 * The state of a list and what can be done with it: paging, order, filters, selection, columns, and the requests that
 * follow from them (docs/contract/console.md, "Lists"). Draws nothing.
 *
 * @example const list = useListController({ resource: USERS, columns: { defaults: ["name"] } });
 */
export function useListController(options: ListOptions): ListController {
  const { resource, columns: plan } = options;
  const fixed = options.query ?? NO_QUERY;
  const inAddress = options.inAddress ?? true;
  const url = options.url ?? resource.url;
  const client = useQueryClient();
  const { pathname } = useLocation();
  const [address] = useSearchParams();

  const metadata = useQuery(metadataQuery(`${url.split("?")[0]}?draw=1&display=1`));
  const fields = useMemo(() => fieldsOf(metadata.data, "GET"), [metadata.data]);
  const columns = useColumns(fields, plan, options.name ?? tableName(pathname, url));
  const { exclude = NOTHING, more } = options.filters ?? NO_FILTER_PLAN;
  const filters = useMemo(() => filterOptions(fields, exclude, more), [fields, exclude, more]);
  const filterMap = useMemo(() => new Map(filters.map((option) => [option.name, option])), [filters]);
  const filterable = useMemo(() => new Set(filterMap.keys()), [filterMap]);
  const [state, setState] = useListState(filterable, inAddress);
  const [pageSize, setPageSize] = useState(storedPageSize());
  const [ownRange] = useState(() => defaultRange());
  const selection = useSelection();

  const order = state.order || (options.defaultOrder ?? "");
  const ranged = options.dated === true ? ownRange : undefined;
  const query = matchingQuery({ ...state, order }, fixed, ranged);
  const request = pageQuery({ ...query, ...options.rowQuery }, state.page, pageSize);
  // Rows need not wait for the metadata unless the address holds what only the metadata can tell to be a filter.
  const readable = !inAddress || unknownNames(address, [...Object.keys(fixed), "activeTab"]).length === 0;
  const list = useQuery({
    queryKey: ["list", url, request],
    queryFn: ({ signal }) => fetchListPage(url, request, signal),
    enabled: readable || metadata.data !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: options.refreshEvery ?? false,
  });

  const count = list.data?.count;
  const lastPage = count === undefined ? undefined : Math.max(1, Math.ceil(count / pageSize));
  useEffect(() => {
    if (lastPage !== undefined && !list.isPlaceholderData && state.page > lastPage)
      setState({ page: lastPage }, true);
  }, [lastPage, list.isPlaceholderData, state.page, setState]);

  const { clear } = selection;
  const change = useCallback(
    (changes: Partial<ListState>) => {
      clear();
      setState({ page: 1, ...changes });
    },
    [clear, setState],
  );
  const reload = useCallback(async () => {
    clear();
    await refreshData(client);
  }, [clear, client]);

  return {
    url,
    metadata: metadata.data,
    fields,
    columns,
    filters,
    filterMap,
    state,
    order,
    range: ranged === undefined ? undefined : (state.range ?? ranged),
    pageSize,
    rows: metadata.data === undefined ? undefined : list.data?.results,
    count,
    error: metadata.error ?? list.error,
    stale: list.isPlaceholderData,
    fetching: list.isFetching,
    query,
    filtered: state.search !== "" || Object.keys(state.filters).length > 0,
    selection,
    setPage: (page) => setState({ page }),
    setPageSize: (size) => {
      storePageSize(size);
      setPageSize(size);
      setState({ page: 1 });
    },
    sort: (name) => setState({ order: cycleOrder(state.order, name), page: 1 }),
    setOrder: (next) => setState({ order: next, page: 1 }),
    setFilters: (search, next) => change({ search, filters: next }),
    setRange: (range) => change({ range }),
    selectMatching: async () => {
      const names = [...NAMING_FIELDS, ...(options.selectionFields ?? NOTHING)];
      selection.replace(await fetchMatching(url, query, names));
    },
    retry: () => {
      // A server in trouble has failed both; one click is to be enough.
      for (const query of [metadata, list]) if (query.error !== null) void query.refetch();
    },
    reload,
  };
}
