import { type RawBuilder, sql } from "kysely";
import type { Condition } from "./filters.ts";

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
  if (isAscii(term)) return null;
  const characters = [...term];
  // Its characters one by one tell nothing more, and the planner would take what has them all for much rarer.
  const pairs = characters.slice(1).map((after, at) => `${characters[at]}${after}`);
  const parts = pairs.length === 0 ? characters : pairs;
  return sql<boolean>`search_parts(${text}) @> array[${sql.join(
    parts.map((part) => sql`lower(${part}::text)`),
  )}]`;
}

/** The part of `hasTerm` that every row is asked: for rows that are gone through in their order until enough are found. */
export const hasTermIn = (text: RawBuilder<string>, term: string): Condition =>
  sql<boolean>`strpos(${text}, lower(${term}::text)) > 0`;

/** `hasTerm` for texts with a line that begins so. */
export function hasLineOf(text: RawBuilder<string>, beginning: string): Condition | null {
  if (isAscii(beginning)) return null;
  return sql<boolean>`(strpos(E'\\n' || ${text}, E'\\n' || lower(${beginning}::text)) > 0
    and search_parts(${text}) @> search_parts(lower(${beginning}::text)))`;
}
