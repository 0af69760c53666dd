import { type RawBuilder, sql } from "kysely";
import { createExpression } from "../../expressions.ts";
import type { Services } from "../../services.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import { databaseExpression } from "./database-expression.ts";
import type { Condition } from "./filters.ts";

/** Where an expression is looked for. */
export interface SearchedColumn {
  readonly table: string;
  /** Column of text of the table, which is `t`. */
  readonly column: string;
  /** The rows that count, over `t`. */
  readonly where: Condition;
}

/** Most steps of an expression that is looked for in every row. */
export const mostSearchSteps = 500;

/** Milliseconds of work between two pauses. */
const slice = 5;

/** The search before this one: they take turns, so that many at once hold nobody up longer than one does. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The rows in whose column an expression of a person is found. The database looks for what it certainly understands alike
 * and answers in linear time. Anything else runs here, in linear time and with pauses: the database's own engine takes for
 * ever over some, and holds one of the connections that everybody shares.
 * @throws InvalidExpressionError
 */
export async function expressionCondition(
  { services }: { readonly services: Pick<Services, "db"> },
  { table, column, where }: SearchedColumn,
  source: string,
): Promise<Condition> {
  const isFound = createExpression(source, { steps: mostSearchSteps });
  const text: RawBuilder<string> = sql.ref(`t.${column}`);
  const asked = databaseExpression(source);
  if (asked !== null) return sql<boolean>`${text} collate "C" ~ ${asked}`;
  const { rows } = await sql<{ value: string }>`
    select distinct ${text} as value from ${sql.table(table)} t where ${text} is not null and ${where}
  `.execute(services.db);
  const search = last.then(async () => {
    const pause = createYield(slice);
    const matching: string[] = [];
    for (const { value } of rows) {
      await pause();
      if (isFound(value)) matching.push(value);
    }
    return matching;
  });
  last = search.catch(() => undefined);
  const found = await search;
  return sql<boolean>`${text} = any(${found}::text[])`;
}
