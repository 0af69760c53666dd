import { sql } from "kysely";
import { type Message, translate, withParameters } from "../i18n/messages.ts";
import { isObject, plainText } from "../json.ts";
import { type Condition, nothing } from "../resource/index.ts";
import type { AttributeFilter, CompiledRule, FilterScope, FilterSubject, RuleProblem } from "./filter.ts";
import { limits } from "./filter.ts";
import { text } from "./texts.ts";
import { readUuid } from "./uuid.ts";

/** A filter that can be asked, and what is wrong with it. One with a problem fits nothing. */
export interface CompiledFilter<Facts> {
  readonly condition: (scope: FilterScope) => Promise<Condition>;
  readonly holds: (facts: Facts) => boolean;
  readonly problem: Message | null;
}

const refused = (problem: Message | null): CompiledFilter<unknown> => ({
  condition: async () => nothing,
  holds: () => false,
  problem,
});

/** The problem of one rule, as a sentence that says which. */
function inRule(number: number, name: string, problem: Message): Message {
  const inLanguage = (language: "en" | "zh" | "ja"): string =>
    translate(
      withParameters(text.ruleProblem, { number, name, problem: translate(problem, language) }),
      language,
    );
  return { key: text.ruleProblem.key, en: inLanguage("en"), zh: inLanguage("zh"), ja: inLanguage("ja") };
}

function compileRule<Facts>(
  { attributes }: FilterSubject<Facts>,
  rule: unknown,
  number: number,
): CompiledRule<Facts> | RuleProblem {
  const incomplete = { problem: withParameters(text.ruleIncomplete, { number }) };
  if (!isObject(rule)) return incomplete;
  const { value = null } = rule;
  const name = plainText(rule.name);
  if (name === "" || value === null) return incomplete;
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute === undefined) {
    const names = Object.keys(attributes).join(", ");
    return { problem: withParameters(text.attributeUnknown, { number, name: name.slice(0, 64), names }) };
  }
  const { match = null } = rule;
  const compiled = attribute.compile(match === null ? "exact" : plainText(match), value);
  return "problem" in compiled ? { problem: inRule(number, name, compiled.problem) } : compiled;
}

function compileIds<Facts>(subject: FilterSubject<Facts>, given: unknown): CompiledFilter<Facts> {
  if (!Array.isArray(given)) return refused(text.idsNeeded);
  const ids = new Set(readIds(given));
  const list = [...ids];
  return {
    condition: async () => (list.length === 0 ? nothing : sql<boolean>`t.id = any(${list}::uuid[])`),
    holds: (facts) => ids.has(subject.idOf(facts)),
    problem: list.length === 0 ? text.idsNeeded : tooMany(given.length, limits.ids),
  };
}

function tooMany(count: number, limit: number): Message | null {
  return count > limit ? withParameters(text.tooMany, { limit }) : null;
}

/** The ids among what was sent for them: ids, or objects that have one. */
export function readIds(given: readonly unknown[]): string[] {
  return given
    .map((item) => readUuid(plainText(isObject(item) ? (item.id ?? item.pk) : item)))
    .filter((id) => id !== null);
}

function compileRules<Facts>(subject: FilterSubject<Facts>, given: unknown): CompiledFilter<Facts> {
  if (!Array.isArray(given) || given.length === 0) return refused(text.rulesNeeded);
  if (given.length > limits.rules) return refused(tooMany(given.length, limits.rules));
  const compiled: CompiledRule<Facts>[] = [];
  for (const [index, rule] of given.entries()) {
    const one = compileRule(subject, rule, index + 1);
    if ("problem" in one) return refused(one.problem);
    compiled.push(one);
  }
  return {
    condition: async (scope) => {
      const conditions: Condition[] = [];
      // One after the other: what each needs of the database is asked on connections that everybody shares.
      for (const rule of compiled) conditions.push(await rule.condition(scope));
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    },
    holds: (facts) => compiled.every((rule) => rule.holds(facts)),
    problem: null,
  };
}

/** Reads a filter, sent or stored. Nothing at all fits nothing, and is no problem. */
export function compileFilter<Facts>(subject: FilterSubject<Facts>, filter: unknown): CompiledFilter<Facts> {
  if (!isObject(filter)) return refused(filter === null || filter === "" ? null : text.notFilter);
  if (Object.keys(filter).length === 0) return refused(null);
  switch (filter.type) {
    case "all":
      return { condition: async () => sql<boolean>`true`, holds: () => true, problem: null };
    case "ids":
      return compileIds(subject, filter.ids);
    case "attrs":
      return compileRules(subject, filter.attrs);
    default:
      return refused(text.notFilter);
  }
}

/** What was compiled of a filter stays with it: rules that are kept in memory are asked at every sign-in. */
const compiledOf = new WeakMap<
  object,
  { readonly subject: object; readonly compiled: CompiledFilter<never> }
>();

function remembered<Facts>(subject: FilterSubject<Facts>, filter: AttributeFilter): CompiledFilter<Facts> {
  const known = compiledOf.get(filter);
  if (known?.subject === subject) return known.compiled as CompiledFilter<unknown> as CompiledFilter<Facts>;
  const compiled = compileFilter(subject, filter);
  compiledOf.set(filter, { subject, compiled: compiled as CompiledFilter<never> });
  return compiled;
}

/**
 * Makes a filter ready to be asked, which is done at the first question otherwise: compiling an expression takes a while.
 * Whoever has many filters does it with pauses.
 */
export function prepareFilter<Facts>(subject: FilterSubject<Facts>, filter: AttributeFilter): void {
  remembered(subject, filter);
}

/**
 * The objects a filter fits, over the table `t`, among those visible in the scope: who asks narrows to these as well.
 * What cannot be understood fits nothing.
 */
export function filterCondition<Facts>(
  subject: FilterSubject<Facts>,
  filter: AttributeFilter,
  scope: FilterScope,
): Promise<Condition> {
  return remembered(subject, filter).condition(scope);
}

/**
 * Whether a filter fits one object: what `filterCondition` says of it, without a query. What its relations are where
 * it is asked is in the facts. The filter must not be changed
 * afterwards; what it means is remembered with the object that it is.
 */
export function filterMatches<Facts>(
  subject: FilterSubject<Facts>,
  filter: AttributeFilter,
  facts: Facts,
): boolean {
  return remembered(subject, filter).holds(facts);
}
