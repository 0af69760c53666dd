import { sql } from "kysely";
import { createExpression } from "../expressions.ts";
import {
  type Condition,
  escapeLike,
  expressionCondition,
  mostSearchSteps,
  nothing,
} from "../resource/index.ts";
import type { FilterScope } from "./filter.ts";

/** A column of text without nulls, of the table `t`. */
export interface TextColumn {
  readonly table: string;
  readonly name: string;
  /** Whether it is a part of `search_text`, whose index then helps to find parts of it. */
  readonly isSearched?: boolean;
  /** The rows whose texts an expression is looked for in. */
  readonly visible: (scope: FilterScope) => Condition;
}

/** One comparison of texts, as a condition and as a function. */
interface TextComparison {
  readonly condition: (scope: FilterScope) => Condition | Promise<Condition>;
  readonly holds: (value: string) => boolean;
}

/** Which of two texts comes first, by their bytes in UTF-8: what the database calls the collation "C". */
const order = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const orders = {
  gte: [">=", (difference: number) => difference >= 0],
  lte: ["<=", (difference: number) => difference <= 0],
  gt: [">", (difference: number) => difference > 0],
  lt: ["<", (difference: number) => difference < 0],
} as const;

const parts = {
  contains: ["%", "%", (value: string, wanted: string) => value.includes(wanted)],
  startswith: ["", "%", (value: string, wanted: string) => value.startsWith(wanted)],
  endswith: ["%", "", (value: string, wanted: string) => value.endsWith(wanted)],
} as const;

/** The ways two texts are compared. */
export const textMatches = ["exact", "not", "in", ...Object.keys(parts), "regex", ...Object.keys(orders)];

const isIn = <T extends object>(key: PropertyKey, of: T): key is keyof T => Object.hasOwn(of, key);

/**
 * Compares a column with a text. An expression has been found usable before.
 * @param match one of `textMatches`, but `in`
 */
export function compareText(column: TextColumn, match: string, wanted: string): TextComparison {
  const reference = sql.ref<string>(`t.${column.name}`);
  if (isIn(match, orders)) {
    const [operator, fits] = orders[match];
    return {
      condition: () => sql<boolean>`${reference} collate "C" ${sql.raw(operator)} ${wanted}`,
      holds: (value) => fits(order(value, wanted)),
    };
  }
  if (isIn(match, parts)) {
    const [before, after, fits] = parts[match];
    const like = sql<boolean>`${reference} like ${`${before}${escapeLike(wanted)}${after}`}`;
    const inAny = sql<boolean>`t.search_text like lower(${`%${escapeLike(wanted)}%`})`;
    return {
      condition: () => (column.isSearched === true ? sql<boolean>`(${inAny} and ${like})` : like),
      holds: (value) => fits(value, wanted),
    };
  }
  switch (match) {
    case "not":
      return { condition: () => sql<boolean>`${reference} <> ${wanted}`, holds: (value) => value !== wanted };
    case "exact":
      return { condition: () => sql<boolean>`${reference} = ${wanted}`, holds: (value) => value === wanted };
    case "regex":
      return {
        condition: (scope) =>
          expressionCondition(
            scope,
            { table: column.table, column: column.name, where: column.visible(scope) },
            wanted,
          ),
        holds: createExpression(wanted, { steps: mostSearchSteps }),
      };
    default:
      return { condition: () => nothing, holds: () => false };
  }
}
