import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import type { Row } from "../field-kinds/field.ts";
import { allOf, type Resource } from "../resource.ts";
import type { Narrowing } from "./conditions.ts";
import type { Condition } from "./filters.ts";
import { orderTerms } from "./ordering.ts";
import type { Page } from "./paging.ts";
import { hasPartsAtAll, hasTermIn, indexedPieces, type Piece } from "./search-parts.ts";

/** From when on a log is searched by what a sample of it tells. */
export interface LogSearchLimits {
  /** Fewest rows of the table. */
  readonly fewestRows: number;
  /** Blocks of the table that are looked at. */
  readonly blocks: number;
  /** Most of the newest rows that are gone through for a page. */
  readonly mostWalked: number;
}

const usual: LogSearchLimits = { fewestRows: 200_000, blocks: 150, mostWalked: 50_000 };

/** Blocks with a row that matches, from which on many are believed to be there: one block alone says little. */
const enoughBlocks = 8;

/** How many times more rows than are counted have to be expected, to be sure that there are more. */
const certainty = 5;

/** Pieces of what is searched for that are looked up together; each more makes the rest rarer, and costs a look. */
const mostPieces = 4;

/** Most pieces that the sample is asked about. */
const mostLookedAt = 40;

/** A piece in more of the rows than this leads nowhere: its part of the index is nearly as long as the table. */
const frequent = 0.05;

/** The search of a log. */
export interface LogSearch {
  /** Number of rows, exact up to as many as the log counts. */
  count(): Promise<number>;
  /**
   * The rows of a page.
   * @param select reads from the given rows, which are called `t`
   */
  page(page: Page, select: (from: RawBuilder<unknown>) => Promise<Row[]>): Promise<Row[]>;
}

/** What a sample of the table tells. */
interface Sample {
  /** Rows of the table, as the database believes. */
  readonly total: number;
  readonly seen: number;
  /** Of these in the scope. */
  readonly scoped: number;
  /** Of these that match, and of those in the scope. */
  readonly matching: number;
  readonly found: number;
  /** Blocks that were looked at, those with a row in the scope, and those with one that was found. */
  readonly blocks: number;
  readonly scopedBlocks: number;
  readonly foundBlocks: number;
  /** For each piece, how many the index finds by it. */
  readonly having: readonly number[];
}

/** What a search reads of its request. */
type Asked = Pick<RequestContext, "db" | "query">;

interface Searched {
  readonly resource: Resource;
  readonly context: Asked;
  readonly narrowing: Narrowing;
  readonly text: RawBuilder<string>;
  readonly pieces: readonly Piece[];
}

/**
 * The search of a log that may be very long; null: of another list, or without what an index tells.
 *
 * An index of trigrams goes through all that it holds of every trigram of a term, and most of them are in every other
 * row: with a look at a sample of the table the rarest alone are looked up. What the sample has plenty of is found by
 * going through the newest rows instead, and counted by the sample.
 */
export function searchOfLog(
  resource: Resource,
  context: Asked,
  narrowing: Narrowing,
  limits: LogSearchLimits = usual,
): LogSearch | null {
  const { searchText, hasSearchParts = false, countsUpTo } = resource.declaration;
  const { terms } = narrowing;
  if (searchText === undefined || countsUpTo === undefined || terms.length === 0) return null;
  const text = sql.raw<string>(searchText);
  const pieces = terms.flatMap((term) => indexedPieces(text, term, hasSearchParts)).slice(0, mostLookedAt);
  if (pieces.length === 0) return null;
  const searched = { resource, context, narrowing, text, pieces };
  let sample: Promise<Sample | null> | undefined;
  const looked = () => {
    sample ??= look(searched, limits);
    return sample;
  };
  const all = rowsWithout(searched);

  return {
    async count() {
      const seen = await looked();
      const expected = seen === null ? 0 : Math.round((seen.total * seen.found) / Math.max(1, seen.seen));
      if (seen !== null && seen.foundBlocks >= enoughBlocks && expected > certainty * countsUpTo)
        return expected;
      const matching = seen === null ? all : rowsWithPieces(searched, seen);
      // Materialized, it is planned for all its rows; it is not gone through further than is asked for.
      const { rows } = await sql<{ count: number }>`
        with matching as materialized (select from ${matching})
        select count(*)::integer as count from (select from matching limit ${countsUpTo + 1}) as counted
      `.execute(context.db);
      const count = rows[0]?.count ?? 0;
      return count > countsUpTo ? Math.max(count, expected) : count;
    },

    async page(page, select) {
      const seen = await looked();
      if (seen === null) return select(all);
      const walked = rowsToWalk(searched, seen, page);
      if (walked <= limits.mostWalked) {
        const rows = await select(newest(searched, walked));
        if (rows.length === page.limit) return rows;
      }
      // A query of its own, so that it is not planned for the few rows of the page, by going through the newest.
      return select(sql`(select t.* from ${rowsWithPieces(searched, seen)} offset 0) as t`);
    },
  };
}

/** Looks at blocks all over the table; null: it is short enough to be searched as it is. */
async function look(
  { resource, context, narrowing, text, pieces }: Searched,
  { fewestRows, blocks }: LogSearchLimits,
): Promise<Sample | null> {
  const { table } = resource.declaration;
  const { rows: sizes } = await sql<{ total: number; pages: number }>`
    select reltuples::float8 as total, relpages as pages from pg_class where oid = ${table}::regclass
  `.execute(context.db);
  const { total = 0, pages = 0 } = sizes[0] ?? {};
  if (total < fewestRows) return null;
  const having = pieces.map(({ value, isPart }) => {
    const has = sql`strpos(text, lower(${value}::text)) > 0`;
    return sql`count(*) filter (where ${has}${isPart ? sql` and ${hasPartsAtAll(sql`text`)}` : sql``})`;
  });
  const { rows } = await sql<Omit<Sample, "total">>`
    select count(*)::integer as seen,
      count(*) filter (where is_in)::integer as scoped,
      count(*) filter (where is_found)::integer as matching,
      count(*) filter (where is_in and is_found)::integer as found,
      count(distinct block)::integer as blocks,
      count(distinct block) filter (where is_in)::integer as "scopedBlocks",
      count(distinct block) filter (where is_in and is_found)::integer as "foundBlocks",
      array[${sql.join(having)}]::integer[] as having
    from (
      select ${text} as text, ${narrowing.others} as is_in, ${hasAll(text, narrowing)} as is_found,
        (t.ctid::text::point)[0] as block
      from ${sql.table(table)} as t tablesample system (${Math.min(100, (100 * blocks) / Math.max(1, pages))}) repeatable (1)
      offset 0
    ) as looked
  `.execute(context.db);
  return rows[0] === undefined ? null : { ...rows[0], total };
}

const hasAll = (text: RawBuilder<string>, { terms }: Narrowing): Condition =>
  allOf(terms.map((term) => hasTermIn(text, term)));

/** How many of the newest rows hold a page, going by the sample, with some to spare; infinite: it cannot be told. */
function rowsToWalk({ resource, context }: Searched, seen: Sample, { offset, limit }: Page): number {
  const order = context.query.get("order") ?? "";
  // Other orders have no index to go through.
  if (order !== "" && order !== resource.declaration.order.default[0]) return Number.POSITIVE_INFINITY;
  return Math.ceil((4 * (offset + limit) * seen.scoped) / seen.found);
}

/** Those of the newest rows that match. */
const newest = ({ resource, narrowing, text }: Searched, walked: number): RawBuilder<unknown> =>
  sql`(
    select t.* from ${sql.table(resource.declaration.table)} as t where ${narrowing.others}
    order by ${orderTerms(resource, undefined)} limit ${walked}
  ) as t where ${hasAll(text, narrowing)}`;

/** All that match, by the rarest pieces; where fewer blocks hold all of the scope, by that alone. */
function rowsWithPieces(searched: Searched, seen: Sample): RawBuilder<unknown> {
  const { narrowing, text, pieces } = searched;
  const rows = Math.max(1, seen.seen);
  const rarest = pieces
    .map(({ condition }, index) => ({ condition, share: (seen.having[index] ?? 0) / rows }))
    .sort((one, other) => one.share - other.share)
    .slice(0, mostPieces);
  const others = [narrowing.others, hasAll(text, narrowing)];
  if (scopedShare(seen) < indexedShare(rarest, seen)) return rowsThat(searched, others);
  // What is between the pieces may still tell: dots and dashes are in trigrams at the ends of words.
  if (rarest.every(({ share }) => share > frequent)) return rowsWithout(searched);
  const chosen = rarest.filter(({ share }) => share <= frequent).map(({ condition }) => condition);
  return rowsThat(searched, [...others, ...chosen]);
}

/** Share of the blocks that hold the scope; of one that the sample does not know, as if it were in half a block. */
const scopedShare = ({ scopedBlocks, blocks }: Sample): number =>
  Math.max(0.5, scopedBlocks) / Math.max(1, blocks);

/** Share of the blocks that the pieces lead to: rows with all of them are strewn, and more than those that match. */
function indexedShare(pieces: readonly { readonly share: number }[], seen: Sample): number {
  const together = pieces.reduce((product, { share }) => product * share, 1);
  const share = Math.max(together, seen.matching / Math.max(1, seen.seen));
  return Math.min(1, (share * seen.seen) / Math.max(1, seen.blocks));
}

const rowsThat = ({ resource }: Searched, conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`${sql.table(resource.declaration.table)} as t where ${allOf(conditions)}`;

/** All that match, without what a sample tells. */
const rowsWithout = (searched: Searched): RawBuilder<unknown> => {
  const { scope, filter } = searched.narrowing;
  return rowsThat(searched, filter === null ? [scope] : [scope, filter]);
};
