import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import type { Row } from "../field-kinds/field.ts";
import { allOf, type Resource } from "../resource.ts";
import type { Narrowing } from "./conditions.ts";
import type { Condition } from "./filters.ts";
import {
  allOfWeeks,
  countOfWeeks,
  newestOfWeeks,
  type WeeklyRows,
  type Weeks,
  weeksOf,
} from "./log-weeks.ts";
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
  /** Most rows that are counted one by one: each is looked up, anywhere in the table. */
  readonly mostCounted: number;
  /**
   * Most rows that are looked up all over the table: of more, those of the newest weeks are looked up first. Going by weeks
   * takes several times as long for the index, and is over with the first that has enough.
   */
  readonly mostStrewn: number;
}

const usual: LogSearchLimits = {
  fewestRows: 200_000,
  blocks: 150,
  mostWalked: 50_000,
  mostCounted: 1_000,
  mostStrewn: 10_000,
};

/** Blocks with a row that matches, from which on many are believed to be there: one block alone says little. */
const enoughBlocks = 8;

/** How many times more rows than are counted have to be expected, to be sure that there are more. */
const certainty = 5;

/** Pieces of what is searched for that are looked up together; each more makes the rest rarer, and costs a look. */
const mostPieces = 4;

/** Rare pieces below which the beginnings of words are looked up as well. */
const fewPieces = 3;

/** Weeks that are gone through sooner than the whole index. */
const fewWeeks = 4;

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
  /** How many have all pieces; for each piece, how many the index finds by it. */
  readonly withAll: number;
  readonly having: readonly number[];
  readonly weeks: Weeks | null;
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
      const areMany = seen !== null && seen.foundBlocks >= enoughBlocks;
      const expected = areMany ? Math.round((seen.total * seen.found) / seen.seen) : 0;
      if (expected > certainty * limits.mostCounted) return expected;
      const way = seen === null ? { rows: all } : wayTo(searched, seen, limits.mostStrewn);
      if ("weekly" in way) {
        const most = Math.min(countsUpTo, limits.mostCounted);
        return Math.max(await countOfWeeks(way.weekly, context.db, most), expected > most ? expected : 0);
      }
      // Materialized, it is planned for all its rows; it is not gone through further than is asked for.
      const { rows } = await sql<{ count: number }>`
        with matching as materialized (select from ${way.rows})
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
      const way = wayTo(searched, seen, limits.mostStrewn);
      if ("weekly" in way) {
        const order = orderTerms(resource, context.query.get("order"));
        const most = page.offset + page.limit;
        return select(
          isNewestFirst(searched) ? newestOfWeeks(way.weekly, order, most) : allOfWeeks(way.weekly),
        );
      }
      // A query of its own, so that it is not planned for the few rows of the page, by going through the newest.
      return select(sql`(select t.* from ${way.rows} offset 0) as t`);
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
  const indexed = pieces.map(({ value, isPart }): Condition => {
    const has = sql<boolean>`strpos(text, lower(${value}::text)) > 0`;
    return isPart ? sql<boolean>`${has} and ${hasPartsAtAll(sql`text`)}` : has;
  });
  const having = indexed.map((condition) => sql`count(*) filter (where ${condition})`);
  const weeks = await weeksOf(resource, context.db, narrowing.edges);
  const { rows } = await sql<Omit<Sample, "total" | "weeks">>`
    select count(*)::integer as seen,
      count(*) filter (where is_in)::integer as scoped,
      count(*) filter (where is_found)::integer as matching,
      count(*) filter (where is_in and is_found)::integer as found,
      count(distinct block)::integer as blocks,
      count(distinct block) filter (where is_in)::integer as "scopedBlocks",
      count(distinct block) filter (where is_in and is_found)::integer as "foundBlocks",
      count(*) filter (where ${allOf(indexed)})::integer as "withAll",
      array[${sql.join(having)}]::integer[] as having
    from (
      select ${text} as text, ${narrowing.others} as is_in, ${hasAll(text, narrowing)} as is_found,
        (t.ctid::text::point)[0] as block
      from ${sql.table(table)} as t tablesample system (${Math.min(100, (100 * blocks) / Math.max(1, pages))}) repeatable (1)
      offset 0
    ) as looked
  `.execute(context.db);
  return rows[0] === undefined ? null : { ...rows[0], total, weeks };
}

const hasAll = (text: RawBuilder<string>, { terms }: Narrowing): Condition =>
  allOf(terms.map((term) => hasTermIn(text, term)));

/** How many of the newest rows hold a page, going by the sample, with some to spare; infinite: it cannot be told. */
function rowsToWalk(searched: Searched, seen: Sample, { offset, limit }: Page): number {
  // Other orders have no index to go through.
  if (!isNewestFirst(searched)) return Number.POSITIVE_INFINITY;
  return Math.ceil((4 * (offset + limit) * seen.scoped) / seen.found);
}

function isNewestFirst({ resource, context }: Searched): boolean {
  const order = context.query.get("order") ?? "";
  return order === "" || order === resource.declaration.order.default[0];
}

/** Those of the newest rows that match. */
const newest = ({ resource, narrowing, text }: Searched, walked: number): RawBuilder<unknown> =>
  sql`(
    select t.* from ${sql.table(resource.declaration.table)} as t where ${narrowing.others}
    order by ${orderTerms(resource, undefined)} limit ${walked}
  ) as t where ${hasAll(text, narrowing)}`;

/** How all that match are found: week by week, or as rows of the whole table. */
type Way = { readonly weekly: WeeklyRows } | { readonly rows: RawBuilder<unknown> };

/** By the rarest pieces, of many rows week by week where the index knows them; where fewer blocks hold all of the scope, by that alone. */
function wayTo(searched: Searched, seen: Sample, mostStrewn: number): Way {
  const { resource, narrowing, text, pieces } = searched;
  const { weeks } = seen;
  const rows = Math.max(1, seen.seen);
  const byRarity = pieces
    .map(({ condition, isBeginning }, index) => ({
      condition,
      isBeginning,
      share: (seen.having[index] ?? 0) / rows,
    }))
    .sort((one, other) => one.share - other.share);
  const rare = byRarity.filter(({ share, isBeginning }) => share <= frequent && !isBeginning);
  // Beginnings are worth their price where little else tells.
  const telling = rare.length < fewPieces ? byRarity : byRarity.filter(({ isBeginning }) => !isBeginning);
  const rarest = telling.slice(0, mostPieces);
  const others = [narrowing.others, hasAll(text, narrowing)];
  if (scopedShare(seen) < indexedShare(rarest, seen) * shareOf(weeks))
    return { rows: rowsThat(searched, others) };
  const chosen = rarest.filter(({ share }) => share <= frequent).map(({ condition }) => condition);
  // What is between the pieces may still tell: dots and dashes are in trigrams at the ends of words.
  const conditions = chosen.length === 0 ? wholly(narrowing) : [...others, ...chosen];
  if (weeks === null) return { rows: rowsThat(searched, conditions) };
  const areFew = chosen.length > 0 && rowsWithAll(seen) <= mostStrewn;
  if (areFew && weeks.asked.length > fewWeeks) return { rows: rowsThat(searched, conditions) };
  return { weekly: { table: resource.declaration.table, weeks, conditions } };
}

/** About how many rows have all pieces, of the weeks that are asked for. */
const rowsWithAll = ({ total, seen, withAll, weeks }: Sample): number =>
  ((total * withAll) / Math.max(1, seen)) * shareOf(weeks);

/** Share of the weeks that is asked for. */
const shareOf = (weeks: Weeks | null): number =>
  weeks === null ? 1 : weeks.asked.length / Math.max(1, weeks.all);

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
const rowsWithout = (searched: Searched): RawBuilder<unknown> =>
  rowsThat(searched, wholly(searched.narrowing));

const wholly = ({ scope, filter }: Narrowing): Condition[] => (filter === null ? [scope] : [scope, filter]);
