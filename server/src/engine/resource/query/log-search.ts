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

/** Rare pieces of what is searched for that are looked up together; each more makes the rest rarer, and costs a look. */
const mostPieces = 4;

/** Rare pieces below which the beginnings of words are looked up as well. */
const fewPieces = 3;

/** Weeks that are gone through sooner than the whole index. */
const fewWeeks = 4;

/** Most pieces that the sample is asked about. */
const mostLookedAt = 40;

/** Pieces that are in no more of the rows than this are looked up whatever they tell: their part of the index is short. */
const frequent = 0.05;

/** Most pieces that are looked up, the frequent ones included. */
const mostPiecesAtAll = 6;

/** So many entries of an index are gone through in the time that a row of the table is looked up, anywhere in it. */
const entriesPerRow = 500;

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
  /** How many the index finds by which pieces: `1` for each that a row has, in their order, `0` for the others. */
  readonly having: Readonly<Record<string, number>>;
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
  const pieceByPiece = indexed.map((condition) => sql`(${condition})::integer`);
  const weeks = await weeksOf(resource, context.db, narrowing.edges);
  const { rows } = await sql<Omit<Sample, "total" | "weeks">>`
    with looked as materialized (
      select is_in, is_found, block, concat(${sql.join(pieceByPiece)}) as pieces
      from (
        select ${text} as text, ${narrowing.others} as is_in, ${hasAll(text, narrowing)} as is_found,
          (t.ctid::text::point)[0] as block
        from ${sql.table(table)} as t tablesample system (${Math.min(100, (100 * blocks) / Math.max(1, pages))}) repeatable (1)
        offset 0
      ) as sampled
    )
    select count(*)::integer as seen,
      count(*) filter (where is_in)::integer as scoped,
      count(*) filter (where is_found)::integer as matching,
      count(*) filter (where is_in and is_found)::integer as found,
      count(distinct block)::integer as blocks,
      count(distinct block) filter (where is_in)::integer as "scopedBlocks",
      count(distinct block) filter (where is_in and is_found)::integer as "foundBlocks",
      coalesce((select jsonb_object_agg(pieces, rows) from (select pieces, count(*) as rows from looked group by 1) as c),
        '{}') as having
    from looked
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

/** By the pieces that tell most, of many rows week by week where the index knows them; where fewer blocks hold all of the scope, by that alone. */
function wayTo(searched: Searched, seen: Sample, mostStrewn: number): Way {
  const { resource, narrowing, text } = searched;
  const { weeks } = seen;
  const others = [narrowing.others, hasAll(text, narrowing)];
  const { rarest, chosen } = piecesToLookUp(searched, seen);
  if (scopedShare(seen) < indexedShare(rarest, seen) * shareOf(weeks))
    return { rows: rowsThat(searched, others) };
  // What is between the pieces may still tell: dots and dashes are in trigrams at the ends of words.
  const conditions =
    chosen.length === 0 ? wholly(narrowing) : [...others, ...chosen.map(({ condition }) => condition)];
  if (weeks === null) return { rows: rowsThat(searched, conditions) };
  const areFew = chosen.length > 0 && seen.total * shareWith(chosen, seen) * shareOf(weeks) <= mostStrewn;
  if (areFew && weeks.asked.length > fewWeeks) return { rows: rowsThat(searched, conditions) };
  return { weekly: { table: resource.declaration.table, weeks, conditions } };
}

/** A piece, and the share of the rows that have it. */
interface RatedPiece extends Piece {
  /** Its place among the pieces of the search. */
  readonly at: number;
  readonly share: number;
}

/**
 * Those that are rarest, and those that are looked up: the rare ones, then frequent ones that spare more than they cost.
 * The rows that all of them lead to are looked up in the table, which takes many times as long as an entry of an index.
 */
function piecesToLookUp(
  { pieces }: Searched,
  seen: Sample,
): Readonly<Record<"rarest" | "chosen", readonly RatedPiece[]>> {
  const rated = pieces
    .map((piece, at) => ({ ...piece, at, share: 0 }))
    .map((piece) => ({ ...piece, share: shareWith([piece], seen) }))
    .sort((one, other) => one.share - other.share);
  const rare = rated.filter(({ share, isBeginning }) => share <= frequent && !isBeginning);
  // Beginnings are worth their price where little else tells.
  const telling = rare.length < fewPieces ? rated : rated.filter(({ isBeginning }) => !isBeginning);
  const rarest = telling.slice(0, mostPieces);
  const chosen = rarest.filter(({ share }) => share <= frequent);
  if (chosen.length === 0) return { rarest, chosen };
  for (const piece of telling.filter((one) => !chosen.includes(one))) {
    if (chosen.length === mostPiecesAtAll) break;
    const spared = shareWith(chosen, seen) - shareWith([...chosen, piece], seen);
    if (spared * entriesPerRow > piece.share) chosen.push(piece);
  }
  return { rarest, chosen };
}

/** Share of the rows that have all of these pieces. */
function shareWith(pieces: readonly Pick<RatedPiece, "at">[], { having, seen }: Sample): number {
  const counts = Object.entries(having).map(([has, rows]) =>
    pieces.every(({ at }) => has[at] === "1") ? rows : 0,
  );
  return counts.reduce((sum, rows) => sum + rows, 0) / Math.max(1, seen);
}

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
