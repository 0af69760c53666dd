import { sql } from "kysely";
import type { Services } from "../services.ts";

/** Rows removed by one statement: none of them holds a lock for long. */
const mapConcurrent = 5000;

/** A table of what has happened, and the column that says when; both indexed by it. */
export interface TimedTable {
  readonly table: "activity_logs" | "commands" | "login_logs" | "operate_logs";
  readonly column: "datetime" | "date_executed";
}

/**
 * Forgets the oldest rows that are older than so many days, some thousands at a time.
 *
 * @returns how many; 0 when none is left
 */
export async function forgetOldest(
  { db }: Pick<Services, "db">,
  { table, column }: TimedTable,
  days: number,
): Promise<number> {
  const time = sql.ref(column);
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${time} < now() - make_interval(days => ${days})
      order by ${time} limit ${sql.lit(mapConcurrent)}
    )
  `.execute(db);
  return Number(numAffectedRows);
}
