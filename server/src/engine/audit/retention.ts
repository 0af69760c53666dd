import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Services } from "../services.ts";

/** Rows removed by one statement: none of them holds a lock for long. */
const rowsAtOnce = 5000;

/** A table of what has happened, and the column that says when; both indexed by it. */
export interface TimedTable {
  readonly table: keyof Database;
  readonly column: "datetime" | "date_executed";
}

/**
 * For the owner of the table: forgets the oldest rows that are older than so many days, some thousands at a time.
 *
 * @returns how many; 0 when none is left
 */
export async function purgeOldest(
  { db }: Pick<Services, "db">,
  { table, column }: TimedTable,
  days: number,
): Promise<number> {
  const time = sql.ref(column);
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${time} < now() - make_interval(days => ${days})
      order by ${time} limit ${sql.lit(rowsAtOnce)}
    )
  `.execute(db);
  return Number(numAffectedRows);
}

/** Forgets some of the operations that are older than so many days. @returns how many; 0 when none is left */
export const purgeOperations = (services: Pick<Services, "db">, days: number): Promise<number> =>
  purgeOldest(services, { table: "operate_logs", column: "datetime" }, days);

/** Forgets some of the activities that are older than so many days. @returns how many; 0 when none is left */
export const purgeActivities = (services: Pick<Services, "db">, days: number): Promise<number> =>
  purgeOldest(services, { table: "activity_logs", column: "datetime" }, days);
