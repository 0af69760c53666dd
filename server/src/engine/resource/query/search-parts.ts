import { type RawBuilder, sql } from "kysely";
import { type Condition, escapeLike } from "./filters.ts";

const isAscii = (term: string): boolean => /^[\0-\x7f]*$/.test(term);

/** Whether an index serves a term: that of trigrams three letters of ASCII, that of parts all other scripts. */
export const isIndexed = (term: string): boolean => !isAscii(term) || /[a-z0-9]{3}/i.test(term);

/**
 * Texts with a term somewhere, by the index over `search_parts`; null for a term in ASCII. Not by LIKE: the planner would
 * have the index of trigrams go through all it holds as well, and then look at the parts of each row.
 */
export function hasTerm(text: RawBuilder<string>, term: string): Condition | null {
  const parts = hasPartsOf(text, term);
  return parts === null ? null : sql<boolean>`(${hasTermIn(text, term)} and ${parts})`;
}

/** The part of `hasTerm` that the index answers alone; it also lets through texts that have the parts elsewhere. */
export function hasPartsOf(text: RawBuilder<string>, term: string): Condition | null {
  return isAscii(term) ? null : hasParts(text, partsOf(term));
}

function partsOf(term: string): readonly string[] {
  const characters = [...term];
  // Its characters one by one tell nothing more, and the planner would take what has them all for much rarer.
  const pairs = characters.slice(1).map((after, at) => `${characters[at]}${after}`);
  return pairs.length === 0 ? characters : pairs;
}

const hasParts = (text: RawBuilder<string>, parts: readonly string[]): Condition =>
  sql<boolean>`search_parts(${text}) @> array[${sql.join(parts.map((part) => sql`lower(${part}::text)`))}]`;

/** Whether a text is in the index over `search_parts`: one in ASCII alone has no parts. */
export const hasPartsAtAll = (text: RawBuilder<unknown>): Condition =>
  sql<boolean>`octet_length(${text}) > char_length(${text})`;

/** A piece of a term, and that a text has it, as an index tells. */
export interface Piece {
  readonly value: string;
  /** Whether it is found by the index over `search_parts`, which has only texts with other scripts. */
  readonly isPart: boolean;
  /**
   * Whether it is the beginning of a word with what comes before: far rarer than the same somewhere in a word, but the index
   * goes through all words that begin with the first letter as well.
   */
  readonly isBeginning: boolean;
  readonly condition: Condition;
}

/**
 * The pieces of a term, each of which an index finds by itself; none: no index serves it. A text with the term has them
 * all; one with them all may not have the term.
 * @param hasPartsIndex whether there is an index over `search_parts` of the text
 */
export function indexedPieces(
  text: RawBuilder<string>,
  term: string,
  hasPartsIndex: boolean,
): readonly Piece[] {
  if (!isAscii(term)) {
    const parts = hasPartsIndex ? partsOf(term) : [];
    return parts.map((value) => ({
      value,
      isPart: true,
      isBeginning: false,
      condition: hasParts(text, [value]),
    }));
  }
  const piece = (value: string, isBeginning: boolean): Piece => ({
    value,
    isPart: false,
    isBeginning,
    condition: sql<boolean>`${text} like ${`%${escapeLike(value)}%`}`,
  });
  return [
    ...[...new Set([...trigramsOf(term), ...endsOf(term)])].map((value) => piece(value, false)),
    ...beginningsOf(term).map((value) => piece(value, true)),
  ];
}

function trigramsOf(term: string): readonly string[] {
  const words = term.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  return words.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)));
}

/** The ends of the words inside a term, with what comes after: one trigram of the index each. */
const endsOf = (term: string): readonly string[] => term.toLowerCase().match(/[a-z0-9]{2}[^a-z0-9]/g) ?? [];

/** The beginnings of the words inside a term, with what comes before. */
const beginningsOf = (term: string): readonly string[] =>
  term.toLowerCase().match(/[^a-z0-9][a-z0-9]{2}/g) ?? [];

/** The part of `hasTerm` that every row is asked: for rows that are gone through in their order until enough are found. */
export const hasTermIn = (text: RawBuilder<string>, term: string): Condition =>
  sql<boolean>`strpos(${text}, lower(${term}::text)) > 0`;

/** `hasTerm` for texts with a line that begins so. */
export function hasLineOf(text: RawBuilder<string>, beginning: string): Condition | null {
  if (isAscii(beginning)) return null;
  return sql<boolean>`(strpos(E'\\n' || ${text}, E'\\n' || lower(${beginning}::text)) > 0
    and search_parts(${text}) @> search_parts(lower(${beginning}::text)))`;
}
