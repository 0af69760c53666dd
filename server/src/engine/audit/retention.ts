import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Services } from "../services.ts";

/** Rows removed by one statement: none of them holds a lock for long. */
const rowsAtOnce = 5000;

/** A table of what has happened, and the column that says when; both indexed by it. */
export interface TimedTable {
  readonly table: keyof Database;
  readonly column: "datetime" | "date_executed" | "date_start";
  /** Condition on a row (`t`) that is removed when its time is over. Default all. */
  readonly only?: RawBuilder<boolean>;
  /** Condition on a row (`t`) that keeps it all the same. Default none. */
  readonly held?: RawBuilder<boolean>;
}

/** Said within a transaction, so that the evidence tells removals of this kind from all others. */
export const removedByRetention = sql`select set_config('sallyport.removal', 'retention', true)`;

/** Over a table `t`: whose time is over. */
const outdated = ({ column, only }: TimedTable, days: number): RawBuilder<boolean> =>
  sql<boolean>`t.${sql.ref(column)} < now() - make_interval(days => ${days}) and ${only ?? sql<boolean>`true`}`;

/** Over a table `t`: what is removed. */
export const removable = (timed: TimedTable, days: number): RawBuilder<boolean> =>
  sql<boolean>`${outdated(timed, days)} and not ${timed.held ?? sql<boolean>`false`}`;

/**
 * For the owner of the table: forgets the oldest rows that are older than so many days, some thousands at a time.
 *
 * @returns how many; 0 when none is left
 */
async function purgeOldest({ db }: Pick<Services, "db">, timed: TimedTable, days: number): Promise<number> {
  const table = sql.table(timed.table);
  return db.transaction().execute(async (transaction) => {
    await removedByRetention.execute(transaction);
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where id in (
        select t.id from ${table} t where ${removable(timed, days)}
        order by t.${sql.ref(timed.column)} limit ${sql.lit(rowsAtOnce)}
      )
    `.execute(transaction);
    return Number(numAffectedRows);
  });
}

/** What a run of the retention will remove of one kind. */
export interface Removal {
  readonly count: number;
  /** Bytes of the files that go with it. */
  readonly bytes: number;
  /** When the oldest of it happened; null where there is nothing to remove. */
  readonly oldest: Date | null;
  /** How much is older as well, and stays because of a hold. */
  readonly held: number;
}

/**
 * For the owner of the table: what `purgeOldest` would remove.
 *
 * @param bytes over `t`: size of the files that go with a row. Default none.
 */
export async function foreseeOldest(
  { db }: Pick<Services, "db">,
  timed: TimedTable,
  days: number,
  bytes: RawBuilder<number> = sql<number>`0`,
): Promise<Removal> {
  const { rows } = await sql<Removal>`
    select count(*) filter (where t.goes)::int as count, coalesce(sum(t.bytes) filter (where t.goes), 0)::float8 as bytes,
      min(t.moment) filter (where t.goes) as oldest, count(*) filter (where not t.goes)::int as held
    from (
      select not ${timed.held ?? sql<boolean>`false`} as goes, t.${sql.ref(timed.column)} as moment, ${bytes} as bytes
      from ${sql.table(timed.table)} t where ${outdated(timed, days)}
    ) t
  `.execute(db);
  return rows[0] ?? { count: 0, bytes: 0, oldest: null, held: 0 };
}

/** Operations: forgets some that are older than so many days, and foresees what that will be. */
export const operationRetention = timedRetention({ table: "operate_logs", column: "datetime" });

/** Activities: forgets some that are older than so many days, and foresees what that will be. */
export const activityRetention = timedRetention({ table: "activity_logs", column: "datetime" });

/** Refusals: forgets some that are older than so many days, and foresees what that will be. */
export const refusalRetention = timedRetention({ table: "refusals", column: "datetime" });

/** What has happened of one kind: how some of it is forgotten, and what that will be. */
export interface Retention<Needs = Pick<Services, "db">> {
  /** Forgets some that are older than so many days. @returns how many; 0 when none is left */
  forget(services: Needs, days: number): Promise<number>;
  /** What would be forgotten now, if so many days were kept. */
  foresee(services: Pick<Services, "db">, days: number): Promise<Removal>;
}

/** For the owner of a table: the retention of what has no files. */
export function timedRetention(timed: TimedTable): Retention {
  return {
    forget: (services, days) => purgeOldest(services, timed, days),
    foresee: (services, days) => foreseeOldest(services, timed, days),
  };
}
