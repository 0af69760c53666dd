import { sql } from "kysely";
import { expressionProblem } from "../expressions.ts";
import { type Message, withParameters } from "../i18n/messages.ts";
import { isObject, plainText } from "../json.ts";
import { type Condition, cleanText, mostSearchSteps, nothing, readBoolean } from "../resource/index.ts";
import { type AddressEntry, entriesCondition, inEntries, readEntry } from "./addresses.ts";
import type { CompiledRule, FilterAttribute, FilterScope, RuleProblem } from "./filter.ts";
import { limits } from "./filter.ts";
import { compareText, type TextColumn, textMatches } from "./text-rule.ts";
import { text } from "./texts.ts";

/** The rule that every object fits. */
const always: CompiledRule<unknown> = { condition: () => sql<boolean>`true`, holds: () => true };

/** A text as the database can hold it. */
const kept = (value: string): string => cleanText(value).replace(/\p{Surrogate}/gu, "\ufffd");

/** A value as texts: those of a list, or the one that it is. Other clients send references as objects. */
function words(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value])
    .slice(0, limits.values)
    .map((item) => kept(plainText(isObject(item) ? (item.id ?? item.pk ?? item.value) : item)))
    .filter((item) => item !== "");
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

const because = (problem: Message): RuleProblem => ({ problem });

/** An attribute whose `compile` is asked for the comparisons it knows only. */
function attribute<Facts>(
  matches: readonly string[],
  compile: FilterAttribute<Facts>["compile"],
): FilterAttribute<Facts> {
  return {
    matches,
    compile: (match, value) =>
      matches.includes(match)
        ? compile(match, value)
        : because(
            withParameters(text.matchUnknown, {
              match: kept(match.slice(0, 32)),
              matches: matches.join(", "),
            }),
          ),
  };
}

/** A list of values; `*` in it is every value. */
function oneOf<Facts>(
  value: unknown,
  make: (wanted: readonly string[]) => CompiledRule<Facts>,
): CompiledRule<Facts> | RuleProblem {
  const wanted = words(value);
  if (wanted.length === 0) return because(text.listNeeded);
  return wanted.includes("*") ? always : make(wanted);
}

function compileText<Facts>(column: TextColumn, read: (facts: Facts) => string) {
  return (match: string, value: unknown): CompiledRule<Facts> | RuleProblem => {
    if (match === "in") {
      return oneOf(value, (wanted) => ({
        condition: () => sql<boolean>`${sql.ref(`t.${column.name}`)} = any(${[...wanted]}::text[])`,
        holds: (facts) => wanted.includes(read(facts)),
      }));
    }
    if (!isPlain(value)) return because(text.textNeeded);
    const wanted = kept(plainText(value));
    if (match === "exact" && wanted === "*") return always;
    const problem = match === "regex" ? expressionProblem(wanted, mostSearchSteps) : null;
    if (problem !== null) return because(problem);
    const { condition, holds } = compareText(column, match, wanted);
    return { condition, holds: (facts) => holds(read(facts)) };
  };
}

/** A text: compared case by case, `*` stands for any. */
export function textAttribute<Facts>(
  column: TextColumn,
  read: (facts: Facts) => string,
): FilterAttribute<Facts> {
  return attribute(textMatches, compileText(column, read));
}

/**
 * A text that may be an address: also compared with addresses, networks, ranges and starts.
 *
 * @param column its `inet` is the column with the same as an address, null for what is none
 */
export function addressAttribute<Facts>(
  column: TextColumn & { readonly inet: string },
  read: (facts: Facts) => string,
): FilterAttribute<Facts> {
  const asText = compileText(column, read);
  return attribute([...textMatches, "ip_in"], (match, value) => {
    if (match !== "ip_in") return asText(match, value);
    const entries: AddressEntry[] = [];
    for (const word of words(value)) {
      const entry = readEntry(word.trim());
      if (entry === null) return because(withParameters(text.addressInvalid, { entry: word.slice(0, 64) }));
      entries.push(entry);
    }
    return oneOf(value, () => ({
      condition: () => entriesCondition({ text: `t.${column.name}`, inet: `t.${column.inet}` }, entries),
      holds: (facts) => inEntries(read(facts), entries),
    }));
  });
}

/** A column that is true or false. */
export function booleanAttribute<Facts>(
  column: string,
  read: (facts: Facts) => boolean,
): FilterAttribute<Facts> {
  return attribute(["exact", "not"], (match, value) => {
    if (match === "exact" && value === "*") return always;
    const given = isPlain(value) ? readBoolean(plainText(value)) : null;
    if (given === null) return because(text.booleanNeeded);
    const wanted = match === "not" ? !given : given;
    return {
      condition: () => sql<boolean>`${sql.ref(`t.${column}`)} = ${wanted}`,
      holds: (facts) => read(facts) === wanted,
    };
  });
}

/** Comparisons that all mean "is one of", whatever is sent for attributes of which there is nothing else to ask. */
const membership = ["in", "m2m", "exact"];

/** A fixed set of words, of which an object has one or several. */
export function choiceAttribute<Facts>(
  condition: (wanted: readonly string[]) => Condition,
  read: (facts: Facts) => readonly string[],
): FilterAttribute<Facts> {
  return attribute(membership, (_match, value) =>
    oneOf(value, (wanted) => ({
      condition: () => condition(wanted),
      holds: (facts) => read(facts).some((own) => wanted.includes(own)),
    })),
  );
}

/**
 * Related objects, by their keys.
 *
 * @param condition the objects related to one of the keys, of which there is at least one
 * @param read keys of the related objects
 * @param readKey the key a text stands for, as `read` has it; null when no object can have it
 */
export function relatedAttribute<Facts>(
  condition: (keys: readonly string[], scope: FilterScope) => Condition,
  read: (facts: Facts) => readonly string[],
  readKey: (word: string) => string | null,
): FilterAttribute<Facts> {
  return attribute(membership, (_match, value) =>
    oneOf(value, (wanted) => {
      const keys = wanted.map(readKey).filter((key) => key !== null);
      return {
        condition: (scope) => (keys.length === 0 ? nothing : condition(keys, scope)),
        holds: (facts) => read(facts).some((own) => keys.includes(own)),
      };
    }),
  );
}
