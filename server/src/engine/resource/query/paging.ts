import type { QueryParameters } from "../../access/context.ts";

/** Most rows of a page. */
export const mostRowsPerPage = 100;

/** A window on a list; null means the whole list as a bare array. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Reads `limit` and `offset`; an absent, zero, negative or odd limit asks for the whole list. */
export function readPage(query: QueryParameters): Page | null {
  const limit = Number(query.get("limit"));
  if (!Number.isInteger(limit) || limit <= 0) return null;
  const offset = Number(query.get("offset") ?? 0);
  return {
    limit: Math.min(limit, mostRowsPerPage),
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, 2_000_000_000) : 0,
  };
}

/** Absolute address of another page of the same list; null when there is none. */
export function pageLink(base: string, url: string, offset: number | null): string | null {
  if (offset === null) return null;
  const link = new URL(url, base);
  if (offset > 0) link.searchParams.set("offset", String(offset));
  else link.searchParams.delete("offset");
  return link.toString();
}
