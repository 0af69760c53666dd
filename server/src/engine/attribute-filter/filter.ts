import type { Organization } from "../access/principal.ts";
import type { Message } from "../i18n/messages.ts";
import type { Condition } from "../resource/index.ts";
import type { Services } from "../services.ts";

/** One demand on an attribute. All rules of a filter have to hold. */
export interface AttributeRule {
  readonly name: string;
  /** How it is compared; `exact` unless given. */
  readonly match?: string;
  readonly value: unknown;
  /** Other clients send `and`; there is nothing else. */
  readonly rel?: string;
}

/**
 * Which objects something holds for: all, some by id, or those whose attributes fit every rule. `{}` fits nothing.
 * Contract: docs/contract/conventions.md, "Attribute filters".
 */
export type AttributeFilter =
  | { readonly type: "all" }
  | { readonly type: "ids"; readonly ids: readonly string[] }
  | { readonly type: "attrs"; readonly attrs: readonly AttributeRule[] }
  | { readonly type?: never };

/** Where a filter is asked: relations count as they are in this organization, or everywhere in the root one. */
export interface FilterScope {
  readonly services: Pick<Services, "db">;
  readonly organization: Pick<Organization, "id" | "isRoot">;
}

/** A rule that can be asked both ways, which say the same. */
export interface CompiledRule<Facts> {
  /** The objects that fit, over the table `t`. */
  readonly condition: (scope: FilterScope) => Condition | Promise<Condition>;
  /** Whether one object fits, without a query. */
  readonly holds: (facts: Facts) => boolean;
}

/** Why a rule says nothing that could be asked. Such a rule fits nothing. */
export interface RuleProblem {
  readonly problem: Message;
}

/** An attribute that rules can be about. Made by the functions in `attributes.ts`. */
export interface FilterAttribute<Facts> {
  readonly matches: readonly string[];
  readonly compile: (match: string, value: unknown) => CompiledRule<Facts> | RuleProblem;
}

/** What a filter can be about: the one declaration from which both ways of asking follow. */
export interface FilterSubject<Facts> {
  /** Table of the objects, with an `id` of type uuid. */
  readonly table: string;
  readonly attributes: Readonly<Record<string, FilterAttribute<Facts>>>;
  readonly idOf: (facts: Facts) => string;
  /** The objects that somebody in this scope may name, over the table `t`. */
  readonly visible: (scope: FilterScope) => Condition;
}

/** Most rules of a filter, values of a rule and ids of a filter that are kept. */
export const limits = { rules: 50, values: 1_000, ids: 10_000 } as const;
