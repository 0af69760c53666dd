import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Organization } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import type { Measure } from "./measures.ts";
import { activityTimeZone, ownTimeZone } from "./sum-up.ts";

/** Whose figures are read, and of which time. */
export interface ActivityScope {
  readonly db: Kysely<Database>;
  readonly organization: Organization;
  /** Of the days that are counted: the server's. */
  readonly timeZone: string;
  /** From when on. */
  readonly since: Date;
  /** The first midnight of a counted day at or after `since`. */
  readonly firstWholeDay: Date;
  /** Last midnight where the viewer is. */
  readonly today: Date;
  /** The first midnight of a counted day at or after `today`. */
  readonly firstWholeDayOfToday: Date;
  /** The midnight with which this week began where the viewer is. */
  readonly monday: Date;
  /** The last midnight of a counted day. */
  readonly lastCountedDay: Date;
}

type Clock = Omit<ActivityScope, "db" | "organization" | "timeZone">;

/** The first midnight of `timeZone` at or after an instant. */
const midnightAfter = (instant: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> => sql`
  (case when date_trunc('day', ${instant} at time zone ${timeZone}) at time zone ${timeZone} = ${instant} then ${instant}
    else (date_trunc('day', ${instant} at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone} end)
`;

const quarterHour = 900_000;

/**
 * The time that `days` asks for: since midnight where the viewer is for one day, else that many times 24 hours.
 * Contract: docs/contract/dashboards.md, section 1.
 *
 * @param viewerZone time zone of the viewer; default that of the counted days
 */
export async function activityScope(
  db: Kysely<Database>,
  organization: Organization,
  days: number,
  viewerZone?: string,
): Promise<ActivityScope> {
  const timeZone = (await activityTimeZone(db)) ?? ownTimeZone();
  const zone = viewerZone ?? timeZone;
  const { rows } = await sql<Clock>`
    select since, today, monday, last_day as "lastCountedDay",
      ${midnightAfter(sql`since`, timeZone)} as "firstWholeDay",
      ${midnightAfter(sql`today`, timeZone)} as "firstWholeDayOfToday"
    from (select today, monday, last_day,
        case when ${days}::integer = 1 then today else at - ${days}::integer * interval '24 hours' end as since
      from (select at, date_trunc('day', at at time zone ${zone}) at time zone ${zone} as today,
          date_trunc('week', at at time zone ${zone}) at time zone ${zone} as monday,
          date_trunc('day', at at time zone ${timeZone}) at time zone ${timeZone} as last_day
        from (select date_trunc('milliseconds', now()) as at) clock) clock) clock
  `.execute(db);
  const [clock] = rows;
  if (clock === undefined) throw new Error("the database did not tell the time");
  return { db, organization, timeZone, ...clock };
}

/** The same from an instant on. */
export async function activitySince(
  db: Kysely<Database>,
  organization: Organization,
  since: Date,
): Promise<ActivityScope> {
  const scope = await activityScope(db, organization, 1);
  const { rows } = await sql<Pick<ActivityScope, "firstWholeDay">>`
    select ${midnightAfter(sql`${since}::timestamptz`, scope.timeZone)} as "firstWholeDay"
  `.execute(db);
  return { ...scope, since, firstWholeDay: rows[0]?.firstWholeDay ?? scope.firstWholeDay };
}

/** The organization under whose id totals are kept. */
const keptUnder = ({ organization }: ActivityScope): RawBuilder<string> =>
  sql`${organization.isRoot ? organizationIds.root : organization.id}::uuid`;

const ofOrganization = ({ organization }: ActivityScope): RawBuilder<boolean> =>
  organization.isRoot ? sql`true` : sql`r.org_id = ${organization.id}::uuid`;

/** The midnight that a change or a record belongs to. */
const dayOf = ({ timeZone }: ActivityScope): RawBuilder<Date> =>
  sql`date_trunc('day', r.moment at time zone ${timeZone}) at time zone ${timeZone}`;

/**
 * How often it happened since then: whole times from the totals, what is not summed up yet from the list of changes,
 * and the beginning of the period from the records themselves. One statement, so that nothing counts twice.
 */
export async function countSince(scope: ActivityScope, measure: Measure): Promise<number> {
  const { since, db } = scope;
  const whole = measure.hasSubjects
    ? scope.firstWholeDay
    : new Date(Math.ceil(since.getTime() / quarterHour) * quarterHour);
  const table = sql.table(measure.hasSubjects ? "activity_days" : "activity_totals");
  const { rows } = await sql<{ count: string }>`
    select coalesce((
        select sum(total) from ${table}
        where measure = ${measure.name} and org_id = ${keptUnder(scope)} and bucket >= ${whole}
      ), 0) + coalesce((
        select sum(r.difference) from activity_changes r
        where r.measure = ${measure.name} and r.moment >= ${whole} and ${ofOrganization(scope)}
      ), 0) + (
        select count(*) from (${measure.records}) r
        where r.moment >= ${since} and r.moment < ${whole} and ${ofOrganization(scope)}
      ) as count
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** What is not in the totals of whole days: `subject`, `day` and `total`. */
export function besidesTotals(
  scope: ActivityScope,
  measure: Measure,
  since: Date,
  whole: Date,
): RawBuilder<unknown> {
  return sql`
    select r.subject, ${dayOf(scope)} as day, r.difference as total from activity_changes r
    where r.measure = ${measure.name} and r.moment >= ${whole} and ${ofOrganization(scope)}
    union all
    select r.subject, ${dayOf(scope)}, 1 from (${measure.records}) r
    where r.moment >= ${since} and r.moment < ${whole} and ${ofOrganization(scope)}
  `;
}

/** The first midnight since then from which whole days are counted. */
export const firstWhole = ({ firstWholeDay }: ActivityScope, since: Date): Date =>
  new Date(Math.max(since.getTime(), firstWholeDay.getTime()));

/** How often it happened to each subject on each day since then: `subject`, `day` and `total`; several rows of one. */
export function bySubjectAndDay(scope: ActivityScope, measure: Measure, since: Date): RawBuilder<unknown> {
  const whole = firstWhole(scope, since);
  return sql`
    select subject, bucket as day, total from activity_totals
    where measure = ${measure.name} and org_id = ${keptUnder(scope)} and bucket >= ${whole}
    union all ${besidesTotals(scope, measure, since, whole)}
  `;
}

/** Totals of the last days that begin at most a day before `since`, if there are any: `days` and `start`. */
const windowFor = (since: Date): RawBuilder<unknown> => sql`
  (select w.days, w.start from activity_window_starts w
   where w.start <= ${since} and w.start > ${since}::timestamptz - interval '1 day' order by w.start desc limit 1)
`;

/**
 * What is to be added to the totals of the last days, where there are some (`start`), otherwise to those of whole days:
 * `subject` and `total`. Totals that begin before `since` hold too much.
 */
function besidesSubjects(
  scope: ActivityScope,
  measure: Measure,
  start: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { since } = scope;
  const whole = firstWhole(scope, since);
  return sql`
    select r.subject, r.difference as total from activity_changes r
    where r.measure = ${measure.name} and r.moment >= coalesce(${start}, ${whole}::timestamptz) and ${ofOrganization(scope)}
    union all
    select r.subject, case when ${start} is null then 1 else -1 end from (${measure.records}) r
    where r.moment >= coalesce(${start}, ${since}::timestamptz)
      and r.moment < case when ${start} is null then ${whole}::timestamptz else ${since}::timestamptz end
      and ${ofOrganization(scope)}
  `;
}

/** How often it happened to each subject since then: `subject` and `total`; a subject has several rows. */
export function bySubject(scope: ActivityScope, measure: Measure): RawBuilder<unknown> {
  const own = sql`t.measure = ${measure.name} and t.org_id = ${keptUnder(scope)}`;
  const start = sql`(select start from ${windowFor(scope.since)} c)`;
  return sql`
    select t.subject, t.total from activity_windows t
    where ${own} and t.days = (select days from ${windowFor(scope.since)} c)
    union all
    select t.subject, t.total from activity_totals t
    where ${own} and t.bucket >= ${firstWhole(scope, scope.since)} and ${start} is null
    union all
    select subject, total from (${besidesSubjects(scope, measure, start)}) b
  `;
}

/** A subject, and how often it happened to it. */
export interface Ranked {
  readonly subject: string;
  readonly total: string;
}

/**
 * The subjects it happened to most often since then, at most so many. Where there are totals of those days, they are read
 * from the highest on, as far as subjects that are counted beside them can have moved the others.
 */
export async function mostOften(scope: ActivityScope, measure: Measure, most: number): Promise<Ranked[]> {
  const whole = firstWhole(scope, scope.since);
  const own = sql`w.measure = ${measure.name} and w.org_id = ${keptUnder(scope)}`;
  const days = sql`(select days from chosen)`;
  const { rows } = await sql<Ranked>`
    with chosen as materialized (
      select days, start from ${windowFor(scope.since)} c
    ), beside as materialized (
      select subject, sum(total) as total
      from (${besidesSubjects(scope, measure, sql`(select start from chosen)`)}) b group by 1
    ), highest as (
      select w.subject, w.total from activity_windows w where ${own} and w.days = ${days}
      order by w.total desc, w.subject limit ${most}::integer + (select count(*) from beside)
    )
    select subject, total from (
      select h.subject, h.total + coalesce(b.total, 0) as total from highest h left join beside b using (subject)
      union
      select b.subject, b.total + coalesce(w.total, 0)
      from beside b left join activity_windows w on ${own} and w.days = ${days} and w.subject = b.subject
      where ${days} is not null
      union
      select subject, sum(total) from (
        select w.subject, w.total from activity_totals w where ${own} and w.bucket >= ${whole}
        union all
        select subject, total from beside
      ) every_day where ${days} is null group by 1
    ) r where total > 0 order by total desc, subject limit ${most}
  `.execute(scope.db);
  return rows;
}

/** A midnight and a figure. */
export interface DayFigure {
  readonly day: Date;
  readonly figure: string;
}

/** How often it happened on each day from a midnight on; days on which it did not happen are left out. */
export async function totalsByDay(scope: ActivityScope, measure: Measure, from: Date): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select day, sum(total) as figure from (
      select bucket as day, total from activity_days
      where measure = ${measure.name} and org_id = ${keptUnder(scope)} and bucket >= ${from}
      union all
      select ${dayOf(scope)}, r.difference from activity_changes r
      where r.measure = ${measure.name} and r.moment >= ${from} and ${ofOrganization(scope)}
    ) d group by 1
  `.execute(scope.db);
  return rows;
}

/** How many subjects each day from a midnight on has; days without any are left out. */
export async function subjectsByDay(
  scope: ActivityScope,
  measure: Measure,
  from: Date,
): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    with changed as (
      select ${dayOf(scope)} as day, r.subject, sum(r.difference) as difference from activity_changes r
      where r.measure = ${measure.name} and r.moment >= ${from} and ${ofOrganization(scope)} group by 1, 2
    )
    select day, sum(subjects) as figure from (
      select bucket as day, subjects from activity_days
      where measure = ${measure.name} and org_id = ${keptUnder(scope)} and bucket >= ${from}
      union all
      select c.day, (coalesce(t.total, 0) + c.difference > 0)::integer - (coalesce(t.total, 0) > 0)::integer
      from changed c left join activity_totals t
        on t.measure = ${measure.name} and t.org_id = ${keptUnder(scope)} and t.bucket = c.day
          and t.subject = c.subject
    ) d group by 1
  `.execute(scope.db);
  return rows;
}
