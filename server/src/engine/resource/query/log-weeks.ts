import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { allOf, type Resource } from "../resource.ts";
import type { Condition, Edge } from "./filters.ts";

/** The weeks of a log that a search goes through, from the newest on. */
export interface Weeks {
  /** Column of the time. */
  readonly column: string;
  readonly asked: readonly Date[];
  /** Number of those that the log has rows of. */
  readonly all: number;
}

/** The weeks of a log between the ends that are asked for; null: its indexes know no weeks. */
export async function weeksOf(
  { declaration: { table, searchedByWeekOf: column } }: Resource,
  db: Kysely<Database>,
  edges: readonly Edge[],
): Promise<Weeks | null> {
  if (column === undefined) return null;
  const time = sql.raw<Date>(column);
  const end = (side: "least" | "greatest", comparison: Edge["comparison"], of: RawBuilder<Date>) => {
    const asked = edges.filter((edge) => edge.expression === column && edge.comparison === comparison);
    return sql`${sql.raw(side)}(${sql.join([of, ...asked.map(({ at }) => sql`${at}::timestamptz`)])})`;
  };
  const { rows } = await sql<{ asked: readonly Date[]; all: number }>`
    with ends as materialized (
      select min(${time}) as oldest, max(${time}) as newest from ${sql.table(table)} as t
    )
    select array(select generate_series(
        week_of(${end("least", "<=", sql`newest`)}), week_of(${end("greatest", ">=", sql`oldest`)}), interval '-168 hours'
      )) as asked,
      1 + extract(day from week_of(newest) - week_of(oldest))::integer / 7 as all
    from ends where newest is not null
  `.execute(db);
  return { column, ...(rows[0] ?? { asked: [], all: 0 }) };
}

/** Rows that are looked for week by week. */
export interface WeeklyRows {
  readonly table: string;
  readonly weeks: Weeks;
  readonly conditions: readonly Condition[];
}

/** The rows of a week, as a query of its own: planned for all of them, by the index that begins with the week. */
const ofWeek = ({ table, weeks: { column }, conditions }: WeeklyRows, columns: RawBuilder<unknown>) => {
  const isThen = sql<boolean>`week_of(${sql.raw(column)}) = week`;
  return sql`(select ${columns} from ${sql.table(table)} as t where ${allOf([isThen, ...conditions])} offset 0)`;
};

/**
 * The newest rows, as many as asked for, in any order: the weeks are gone through from the newest on, and no further.
 * @param order of the list, by time
 */
export const newestOfWeeks = (
  rows: WeeklyRows,
  order: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> => sql`(
    select found.* from unnest(${rows.weeks.asked}::timestamptz[]) as weeks (week)
    cross join lateral (
      select t.* from ${ofWeek(rows, sql`t.*`)} as t order by ${order} limit ${most}
    ) as found limit ${most}
  ) as t`;

/** All rows of the weeks. */
export const allOfWeeks = (rows: WeeklyRows): RawBuilder<unknown> => sql`(
    select found.* from unnest(${rows.weeks.asked}::timestamptz[]) as weeks (week)
    cross join lateral ${ofWeek(rows, sql`t.*`)} as found
  ) as t`;

/** Counts rows from the newest week on, one by one up to so many; of more, the weeks that were counted tell how many. */
export async function countOfWeeks(rows: WeeklyRows, db: Kysely<Database>, most: number): Promise<number> {
  const { asked } = rows.weeks;
  const { rows: counts } = await sql<{ count: number; inWholeWeeks: number; reached: Date | null }>`
    with counted as materialized (
      select week from unnest(${asked}::timestamptz[]) as weeks (week)
      cross join lateral ${ofWeek(rows, sql``)} as found limit ${most + 1}
    )
    select count(*)::integer as count, min(week) as reached,
      (count(*) filter (where week > (select min(week) from counted)))::integer as "inWholeWeeks"
    from counted
  `.execute(db);
  const { count = 0, inWholeWeeks = 0, reached = null } = counts[0] ?? {};
  if (count <= most) return count;
  const whole = asked.findIndex((week) => week.getTime() === reached?.getTime());
  return whole < 1 ? count : Math.max(count, Math.round((inWholeWeeks * asked.length) / whole));
}
