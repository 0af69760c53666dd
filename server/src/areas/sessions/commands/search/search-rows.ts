import type { CallerContext } from "../../../../engine/access/index.ts";
import { isObject, type JsonObject } from "../../../../engine/json.ts";
import type { OutsideRows, Row } from "../../../../engine/resource/index.ts";
import { StorageError } from "../../storages/storage-error.ts";
import { expectAnswer } from "./search-client.ts";
import { rowOf } from "./search-documents.ts";
import { aliasOf, type SearchPlace } from "./search-index.ts";
import { searchOrder, searchQuery } from "./search-query.ts";

/** Rows a cluster gives at most in one answer, and how far into a list it counts. */
const window = 10_000;

/** An index that is not there yet holds nothing. */
const path = (place: SearchPlace, verb: string): string =>
  `/${encodeURIComponent(aliasOf(place))}/${verb}?ignore_unavailable=true&allow_no_indices=true`;

interface Hits {
  readonly rows: readonly Row[];
  readonly found: number;
  /** Where the last one stands in the order; null where there is none. */
  readonly last: unknown[] | null;
}

async function searchPage(place: SearchPlace, body: JsonObject): Promise<Hits> {
  const answer = await expectAnswer(place.cluster, { method: "POST", path: path(place, "_search"), body });
  // A part of what was asked for would look like all of it.
  const shards = isObject(answer._shards) ? answer._shards : {};
  if (answer.timed_out === true || Number(shards.failed ?? 0) > 0) throw new StorageError("busy");
  const hits: unknown = isObject(answer.hits) ? answer.hits.hits : undefined;
  if (!Array.isArray(hits)) throw new StorageError("failed");
  const end: unknown = hits.at(-1);
  return {
    rows: hits.map(rowOf).filter((row) => row !== null),
    found: hits.length,
    last: isObject(end) && Array.isArray(end.sort) ? end.sort : null,
  };
}

/** The number of commands of a place that meet a query. */
export async function countFound(place: SearchPlace, query: JsonObject): Promise<number> {
  const { count } = await expectAnswer(place.cluster, {
    method: "POST",
    path: path(place, "_count"),
    body: { query },
  });
  if (typeof count !== "number") throw new StorageError("failed");
  return count;
}

/** The commands of a place that a request asks for. */
export async function searchRows(place: SearchPlace, context: CallerContext): Promise<OutsideRows> {
  const query = await searchQuery(context);
  const sort = searchOrder(context);

  /** Where a list goes on behind so many rows that a cluster would not count them; null: there are not so many. */
  async function skip(rows: number): Promise<JsonObject | null> {
    let after: JsonObject = {};
    for (let left = rows; left > 0; ) {
      const size = Math.min(left, window);
      const { found, last } = await searchPage(place, { query, sort, size, _source: false, ...after });
      if (found < size || last === null) return null;
      after = { search_after: last as JsonObject[] };
      left -= size;
    }
    return after;
  }

  return {
    count: () => countFound(place, query),
    async page({ limit, offset }) {
      if (offset + limit <= window) {
        return (await searchPage(place, { query, sort, size: limit, from: offset })).rows;
      }
      const after = await skip(offset);
      return after === null ? [] : (await searchPage(place, { query, sort, size: limit, ...after })).rows;
    },
    async *batches(size) {
      for (let after: JsonObject = {}; ; ) {
        const { rows, found, last } = await searchPage(place, { query, sort, size, ...after });
        if (rows.length > 0) yield rows;
        if (found < size || last === null) return;
        after = { search_after: last as JsonObject[] };
      }
    },
  };
}
