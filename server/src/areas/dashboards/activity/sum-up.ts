import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { knownTimeZone } from "../../../engine/resource/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { type Measure, measures } from "./measures.ts";
import { addToMemberDays, refreshMemberDays } from "./member-days.ts";

const root = sql`${sql.lit(organizationIds.root)}::uuid`;

/** The server's time zone, whose days are counted. */
export const ownTimeZone = (): string => knownTimeZone(undefined);

/** Measures that are told apart by subject. */
const withSubjects = Object.values(measures).flatMap(({ name, hasSubjects }) => (hasSubjects ? [name] : []));
const hasSubjects = sql<boolean>`r.measure = any(${withSubjects}::text[])`;

const dayOf = (timeZone: string): RawBuilder<Date> =>
  sql`date_trunc('day', r.moment at time zone ${timeZone}) at time zone ${timeZone}`;

const quarter = sql<Date>`quarter_of(r.moment)`;

/** What happened in an organization also happened in the whole installation. */
const everyScope = sql`cross join lateral (select r.org_id union select ${root}) as scope (org_id)`;

/** Nobody else sums up until the end of the transaction. Before anything is read: a snapshot is not older than that. */
const beAlone = (transaction: Transaction<Database>): Promise<unknown> =>
  sql`lock table activity_state in exclusive mode`.execute(transaction);

/**
 * Adds what happened lately to the totals. A change is either still listed or part of them, for every reader: both are
 * one statement.
 */
async function addChanges(transaction: Transaction<Database>, timeZone: string): Promise<void> {
  await sql`
    with taken as (
      delete from activity_changes returning measure, org_id, moment, subject, difference
    ), sums as (
      select r.measure, scope.org_id, case when ${hasSubjects} then ${dayOf(timeZone)} else ${quarter} end as bucket,
        r.subject, sum(r.difference) as total
      from taken r ${everyScope} group by 1, 2, 3, 4 having sum(r.difference) <> 0
    ), windows as (
      insert into activity_windows as w (days, measure, org_id, subject, total)
      select s.days, r.measure, scope.org_id, r.subject, sum(r.difference)
      from taken r join activity_window_starts s on r.moment >= s.start ${everyScope}
      where ${hasSubjects} group by 1, 2, 3, 4 having sum(r.difference) <> 0
      on conflict (measure, org_id, days, subject) do update set total = w.total + excluded.total
    ), summed as (
      insert into activity_totals as t (measure, org_id, bucket, subject, total)
      select measure, org_id, bucket, subject, total from sums
      on conflict (measure, org_id, bucket, subject) do update set total = t.total + excluded.total
      returning t.measure, t.org_id, t.bucket, t.subject, t.total
    ), of_members as (
      ${addToMemberDays(sql`sums`)}
    )
    insert into activity_days as d (measure, org_id, bucket, subjects, total)
    select r.measure, r.org_id, r.bucket,
      sum((now_there.total > 0)::integer - (now_there.total - r.total > 0)::integer), sum(r.total)
    from sums r join summed now_there
      on (now_there.measure, now_there.org_id, now_there.bucket, now_there.subject)
        = (r.measure, r.org_id, r.bucket, r.subject)
    where ${hasSubjects} group by 1, 2, 3
    on conflict (measure, org_id, bucket)
      do update set subjects = d.subjects + excluded.subjects, total = d.total + excluded.total
  `.execute(transaction);
  await sql`delete from activity_totals where total = 0`.execute(transaction);
  await sql`delete from activity_days where total = 0`.execute(transaction);
  await sql`delete from activity_windows where total = 0`.execute(transaction);
}

/** Everything that is told apart by subject: the records themselves. */
const everyRecord = sql.join(
  Object.values(measures)
    .filter(({ hasSubjects: has }) => has)
    .map(
      ({ name, records }) =>
        sql`select ${name}::text as measure, r.org_id, r.moment, r.subject from (${records}) r`,
    ),
  sql` union all `,
);

/**
 * Since when the last days count: a quarter of an hour, for changes are noted by it. A minute more than they are, for what
 * is asked while they are moved on.
 */
const windowStart = sql<Date>`quarter_of(now() - days * interval '24 hours' - interval '1 minute')`;

/**
 * Moves the last days on to those that end now: what they leave behind is taken from their totals. That is the records of
 * that time, but for the changes that are listed still. Also back, where the clock was set back.
 */
async function moveWindows(transaction: Transaction<Database>): Promise<void> {
  const { rows: moved } = await sql<{ days: number; before: Date | null; start: Date }>`
    select days, start as before, ${windowStart} as start from activity_window_starts
    where start is distinct from ${windowStart}
  `.execute(transaction);
  for (const { days, before, start } of moved) {
    const left =
      before === null
        ? sql`r.moment >= ${start}`
        : sql`r.moment >= least(${before}::timestamptz, ${start}) and r.moment < greatest(${before}::timestamptz, ${start})`;
    const sign = before === null || start < before ? 1 : -1;
    await sql`
      insert into activity_windows as w (days, measure, org_id, subject, total)
      select ${days}::integer, r.measure, scope.org_id, r.subject, ${sign}::integer * sum(r.amount) from (
        select r.measure, r.org_id, r.subject, 1 as amount from (${everyRecord}) r where ${left}
        union all
        select r.measure, r.org_id, r.subject, -r.difference from activity_changes r where ${hasSubjects} and ${left}
      ) r ${everyScope} group by 2, 3, 4 having sum(r.amount) <> 0
      on conflict (measure, org_id, days, subject) do update set total = w.total + excluded.total
    `.execute(transaction);
    await sql`update activity_window_starts set start = ${start} where days = ${days}`.execute(transaction);
  }
  if (moved.length > 0) await sql`delete from activity_windows where total = 0`.execute(transaction);
}

async function countAnew(
  transaction: Transaction<Database>,
  measure: Measure,
  timeZone: string,
): Promise<void> {
  const { name, records } = measure;
  await sql`
    insert into activity_totals (measure, org_id, bucket, subject, total)
    select ${name}, scope.org_id, r.bucket, r.subject, sum(r.total) from (
      select r.org_id, ${measure.hasSubjects ? dayOf(timeZone) : quarter} as bucket, r.subject, count(*) as total
      from (${records}) r group by 1, 2, 3
    ) r ${everyScope} group by 2, 3, 4
  `.execute(transaction);
  if (!measure.hasSubjects) return;
  await sql`
    insert into activity_days (measure, org_id, bucket, subjects, total)
    select measure, org_id, bucket, count(*), sum(total) from activity_totals
    where measure = ${name} group by 1, 2, 3
  `.execute(transaction);
}

/**
 * Counts everything anew, from the records themselves: changes that are not committed yet stay listed. Totals are then
 * those of the days of `timeZone`.
 */
export async function rebuildActivity(db: Kysely<Database>, timeZone = ownTimeZone()): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await beAlone(transaction);
      await sql`delete from activity_changes`.execute(transaction);
      await sql`delete from activity_totals`.execute(transaction);
      await sql`delete from activity_days`.execute(transaction);
      await sql`delete from activity_windows`.execute(transaction);
      await sql`update activity_window_starts set start = null`.execute(transaction);
      for (const measure of Object.values(measures)) await countAnew(transaction, measure, timeZone);
      await moveWindows(transaction);
      await sql`update activity_state set time_zone = ${timeZone}, members_from = null`.execute(transaction);
      await refreshMemberDays(transaction, timeZone);
    });
  // Every row is another one than before: until the database sees to it by itself, each is looked up in the tables.
  await sql`vacuum (analyze) activity_totals, activity_days, activity_windows, activity_member_days, activity_changes`.execute(
    db,
  );
}

/** The time zone whose days are summed up; null before the first time. */
export async function activityTimeZone(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("activity_state").select("time_zone").executeTakeFirstOrThrow();
  return row.time_zone;
}

/** Adds what happened since the last time to the totals. */
export async function sumUpActivity(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await beAlone(transaction);
    const timeZone = await activityTimeZone(transaction);
    if (timeZone === null) return;
    await moveWindows(transaction);
    await addChanges(transaction, timeZone);
    await refreshMemberDays(transaction, timeZone);
  });
}

/** Sees to it at start that days are those of the server: also after it was moved to another time zone. */
export async function prepareActivity(db: Kysely<Database>): Promise<void> {
  if ((await activityTimeZone(db)) !== ownTimeZone()) await rebuildActivity(db);
}

/** Keeps the list of what is not summed up yet short. */
export const sumUpActivityJob = defineJob({
  name: "dashboards.sum-up-activity",
  schedule: { everySeconds: 60 },
  run: ({ db }) => sumUpActivity(db),
});
