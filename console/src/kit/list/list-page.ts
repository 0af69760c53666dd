import { type Query, withQuery } from "../api/client.ts";
import { fetchPage, type Page } from "../api/resources.ts";
import type { Row } from "../metadata/types.ts";

/** Rows that "select all" takes at most; beyond it a bulk action is a job for the API. */
export const SELECT_ALL_LIMIT = 10_000;

/** Cuts one page out of a list that came whole: a server without paging for this list answers a bare array. */
export function cutPage<Item>(page: Page<Item>, offset: number, limit: number): Page<Item> {
  const whole = limit > 0 && page.results.length === page.count;
  return whole && (page.count > limit || offset > 0)
    ? { count: page.count, results: page.results.slice(offset, offset + limit) }
    : page;
}

/** Fetches one page, from paged and from whole answers alike. */
export async function fetchListPage(url: string, query: Query, signal: AbortSignal): Promise<Page> {
  return cutPage(await fetchPage(url, query, signal), Number(query.offset ?? 0), Number(query.limit ?? 0));
}

/**
 * Fetches every row a query matches, with only the fields actions need.
 *
 * @param fields names of the fields; unknown ones are ignored by the server
 */
export async function fetchMatching(
  url: string,
  query: Query,
  fields: readonly string[],
): Promise<readonly Row[]> {
  return (await fetchPage(withQuery(url, { fields: fields.join(",") }), query)).results;
}
