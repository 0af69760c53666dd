import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { FieldMap, Metadata, MetadataMethod, Row } from "../metadata/types.ts";
import { api, type Query } from "./client.ts";

/** One page of a list. */
export interface Page<Item = Row> {
  readonly count: number;
  readonly results: readonly Item[];
}

/** Both shapes a list can have (docs/contract/conventions.md, "Paging"), as one. */
export function asPage<Item>(answer: unknown): Page<Item> {
  if (Array.isArray(answer)) return { count: answer.length, results: answer as Item[] };
  const page = answer as Partial<Page<Item>> | undefined;
  return { count: page?.count ?? page?.results?.length ?? 0, results: page?.results ?? [] };
}

/** Fetches one page of a list. */
export async function fetchPage<Item = Row>(
  url: string,
  query?: Query,
  signal?: AbortSignal,
): Promise<Page<Item>> {
  return asPage<Item>(await api(url, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) }));
}

/** Query options for the metadata of a URL; kept for the life of the page and shared by everyone who asks. */
export function metadataQuery(url: string) {
  return queryOptions({
    queryKey: ["metadata", url],
    queryFn: ({ signal }) => api<Metadata>(url, { method: "OPTIONS", signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches again, where shown, everything a change may have touched: lists, objects, trees, options. Metadata stays. */
export async function refreshData(client: QueryClient): Promise<void> {
  const isData = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== "metadata";
  // A first answer on its way may be older than what was changed, and is not given up for a newer one.
  const first = client
    .getQueryCache()
    .findAll({ predicate: isData, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries({ predicate: isData });
  if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** Forgets everything that belongs to the organization left behind, metadata too: choices differ between them. */
export function clearData(client: QueryClient): void {
  client.removeQueries();
}

/** The fields OPTIONS announces for a method; PUT falls back to PATCH and POST when it is missing. */
export function fieldsOf(metadata: Metadata | undefined, method: MetadataMethod): FieldMap {
  const actions = metadata?.actions;
  return actions?.[method] ?? (method === "GET" ? {} : (actions?.PATCH ?? actions?.POST ?? {}));
}

/** Query options for one object. */
export function objectQuery<Item = Row>(url: string) {
  return queryOptions({
    queryKey: ["object", url],
    queryFn: ({ signal }) => api<Item>(url, { signal }),
  });
}

/** How many rows a list has, without fetching them; undefined while loading or when the list cannot be read. */
export function useCount(url: string, query: Query = {}, enabled = true): number | undefined {
  const result = useQuery({
    queryKey: ["list", url, "count", query],
    queryFn: ({ signal }) => fetchPage(url, { ...query, limit: 1 }, signal),
    enabled,
  });
  return result.data?.count;
}

/**
 * Remembers a selection on the server (docs/contract/conventions.md, "Selections").
 *
 * @returns the `spm` token; valid for five minutes
 */
export async function cacheSelection(ids: readonly (string | number)[]): Promise<string> {
  const answer = await api<{ spm: string }>("/api/v1/common/resources/cache/", {
    method: "POST",
    body: { resources: ids },
  });
  return answer.spm;
}
