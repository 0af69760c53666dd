import { sql } from "kysely";
import type pg from "pg";

const mark = "/* kept plan */";

/**
 * Begins a statement that somebody waits for, and whose plan is as good for whatever is asked: connections keep it
 * although it sorts or gathers.
 */
export const keptPlan = sql.raw(mark);

/** Most statements whose plans are kept on each connection. */
const mostKept = 200;

/** How often a statement has run before its plan is kept. */
const proven = 5;

/** Most statements that are counted; beyond it counting begins anew. */
const mostCounted = 1000;

/** What makes the best plan depend on what is asked for: searching, sorting, paging, counting, lists of any length. */
const varying =
  /\b(?:limit|offset|i?like|similar|order by|group by|any|unnest|union|with|distinct|count|sum|min|max)\b|~|@@|@>/i;

/**
 * Whose plans are kept: of every statement that reads, for a process that asks the same few questions, or only of those
 * that look things up, by what a plan for all of them is as good for as one of their own.
 */
export type KeptPlans = "all" | "lookups";

/** PostgreSQL's answer when a table has changed under a plan: `feature_not_supported`. */
export const outdatedPlan = "0A000";

/** How drivers call a connection. */
interface Connection {
  query(...parameters: unknown[]): unknown;
}

/**
 * Keeps the plans of statements that run again and again, on paths where somebody waits for each of them. Planning what
 * permissions cover costs as much as looking it up; who a request comes from is planned in twice the time.
 *
 * Only statements that read are kept, and those that bear the mark. PostgreSQL plans anew where that pays, and when tables change.
 *
 * @returns has the connections it is called with keep plans, which share what was learnt
 */
export function planKeeper(kind: KeptPlans): (client: pg.PoolClient) => void {
  const counts = new Map<string, number>();
  const names = new Map<string, string | null>();
  const isKeepable = (statement: string): boolean =>
    statement.trimStart().startsWith(mark) ||
    (/^\s*(?:select|with)\b/i.test(statement) && (kind === "all" || !varying.test(statement)));
  const nameOf = (statement: string): string | null => {
    const known = names.get(statement);
    if (known !== undefined) return known;
    if (names.size >= mostKept || !isKeepable(statement)) return null;
    if (counts.size >= mostCounted) counts.clear();
    const count = (counts.get(statement) ?? 0) + 1;
    counts.set(statement, count);
    if (count < proven) return null;
    counts.delete(statement);
    const name = `kept_${names.size}`;
    names.set(statement, name);
    return name;
  };
  return (client) => {
    const connection = client as unknown as Connection;
    const query = connection.query.bind(client);
    connection.query = (...parameters) => {
      const [text, values, callback] = parameters;
      const isPlain = typeof text === "string" && Array.isArray(values) && callback === undefined;
      const name = isPlain ? nameOf(text) : null;
      if (!isPlain || name === null) return query(...parameters);
      return (query({ name, text, values }) as Promise<unknown>).catch(async (error: unknown) => {
        if ((error as { readonly code?: unknown }).code !== outdatedPlan) throw error;
        names.set(text, null);
        // Within a transaction nothing else can be asked any more.
        try {
          return await query(text, values);
        } catch {
          throw error;
        }
      });
    };
  };
}
