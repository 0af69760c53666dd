import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../engine/testing/database.ts";
import { organizationIds, toOrganization } from "../../organizations/index.ts";
import { measures } from "./measures.ts";
import {
  activityScope,
  bySubject,
  countSince,
  mostOften,
  subjectsByDay,
  totalsByDay,
} from "./read-activity.ts";
import { prepareActivity, rebuildActivity, sumUpActivity } from "./sum-up.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(makeTask);
});
afterAll(() => database.drop());

const organizations = ["11111111-0000-4000-8000-000000000001", "11111111-0000-4000-8000-000000000002"];
const id = (number: number): string => `22222222-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** How each kind of record is made, where it says when it was, and what tells its measure's subjects apart. */
const kinds = {
  session: {
    table: "sessions",
    moment: "date_start",
    make: `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from, date_start)
      values (gen_random_uuid(), $1, 'u' || $3, $4, 'a' || $3, $4, 'root', '', 'ssh', 'WT', $2)`,
  },
  login: {
    table: "login_logs",
    moment: "datetime",
    make: `insert into login_logs (username, type, ip, status, datetime)
      values (case when $3 = '0' then '' else 'u' || $3 end, 'W', $1::text, $4::text like '%1', $2)`,
  },
  operation: {
    table: "operate_logs",
    moment: "datetime",
    make: `insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr, datetime)
      values ($1, 'u' || $3, 'update', 'Host', 'web', $4::text, '', $2)`,
  },
  job: {
    table: "task_executions",
    moment: "date_published",
    // Every other one has begun, a while after it was asked for.
    make: `insert into task_executions (task_id, org_id, "user", state, date_published, date_start, date_finished)
      select id, $1::uuid, $4::text, case when $3 = '1' then 'FAILURE' else 'RUNNING' end, $2::timestamptz,
        case when $3 in ('1', '3') then $2::timestamptz + interval '20 minutes' end, case when $3 = '1' then now() end
      from tasks where name = 'activity.test'`,
  },
} as const;

/** Of which task executions are made. */
const makeTask = "insert into tasks (name) values ('activity.test')";

type Kind = keyof typeof kinds;

/** One thing that happens to the records. */
const change = fc.oneof(
  fc.record({
    does: fc.constant("make" as const),
    kind: fc.constantFrom<Kind>("session", "login", "operation", "job"),
    organization: fc.nat(1),
    minutes: fc.integer({ min: 0, max: 9 * 1_440 }),
    subject: fc.nat(3),
  }),
  fc.record({
    does: fc.constantFrom("remove" as const, "move" as const, "shift" as const),
    kind: fc.constantFrom<Kind>("session", "login", "operation", "job"),
    nth: fc.nat(20),
  }),
  fc.record({ does: fc.constantFrom("sum up" as const, "undo" as const) }),
  fc.record({
    does: fc.constant("rebuild" as const),
    zone: fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Auckland"),
  }),
);

async function apply(step: typeof change extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const { db, pool } = database;
  switch (step.does) {
    case "make": {
      const at = new Date(Date.now() - step.minutes * 60_000);
      await pool.query(kinds[step.kind].make, [
        organizations[step.organization],
        at,
        String(step.subject),
        id(step.subject),
      ]);
      return;
    }
    case "remove":
      await one(step.kind, step.nth, (table, row) => `delete from ${table} where id = ${row}`);
      return;
    case "shift": {
      const { moment } = kinds[step.kind];
      await one(
        step.kind,
        step.nth,
        (table, row) => `update ${table} set ${moment} = ${moment} - interval '1 day' where id = ${row}`,
      );
      return;
    }
    case "move":
      if (step.kind === "login") await one("login", step.nth, (table, row) => flip(table, row));
      else await one(step.kind, step.nth, (table, row) => other(table, row));
      return;
    case "sum up":
      return sumUpActivity(db);
    case "rebuild":
      return rebuildActivity(db, step.zone);
    case "undo": {
      // What a crash in the middle of it leaves: nothing.
      const undone = db.transaction().execute(async (transaction) => {
        await sql`delete from login_logs`.execute(transaction);
        throw new Error("crash");
      });
      await expect(undone).rejects.toThrow("crash");
    }
  }
}

const flip = (table: string, row: string): string =>
  `update ${table} set status = not status, username = username || 'x' where id = ${row}`;
const other = (table: string, row: string): string =>
  `update ${table} set org_id = case org_id when '${organizations[0]}' then '${organizations[1]}'::uuid
    else '${organizations[0]}' end where id = ${row}`;

const one = (kind: Kind, nth: number, write: (table: string, row: string) => string) => {
  const { table } = kinds[kind];
  return database.pool.query(write(table, `(select id from ${table} order by id offset ${nth} limit 1)`));
};

/** The same figures by counting. */
async function counted(statement: string, parameters: readonly unknown[]) {
  return (await database.pool.query(statement, [...parameters])).rows;
}

async function compare(organizationId: string, days: number): Promise<void> {
  const organization = toOrganization({ id: organizationId, name: "", comment: "" });
  const scope = await activityScope(database.db, organization, days);
  const { timeZone, since, today } = scope;
  const mine = organization.isRoot ? "true" : `org_id = '${organizationId}'`;
  const number = async (from: string) => Number((await counted(`select count(*) ${from}`, [since]))[0].count);
  const sessions = `from sessions where date_start >= $1 and ${mine}`;
  expect(await countSince(scope, measures.sessionUsers)).toBe(await number(sessions));
  expect(await countSince(scope, measures.operations)).toBe(
    await number(`from operate_logs where datetime >= $1 and ${mine}`),
  );
  const began = `coalesce(date_start, date_published) >= $1 and ${mine}`;
  expect(await countSince(scope, measures.jobs)).toBe(await number(`from task_executions where ${began}`));
  expect(await countSince(scope, measures.failedJobs)).toBe(
    await number(`from task_executions where ${began} and state = 'FAILURE'`),
  );
  const from = new Date(today.getTime() - 8 * 86_400_000);
  const midnight = `date_trunc('day', date_start at time zone $2) at time zone $2`;
  const byDay = (what: string) =>
    counted(
      `select ${midnight} as day, ${what} as figure from sessions
       where ${midnight} >= date_trunc('day', $1::timestamptz at time zone $2) at time zone $2 and ${mine} group by 1 order by 1`,
      [from, timeZone],
    );
  const shown = (figures: readonly { readonly day: Date; readonly figure: string }[]) =>
    figures
      .map(({ day, figure }) => [day.toISOString(), Number(figure)] as const)
      .filter(([, figure]) => figure !== 0)
      .sort();
  // Midnights of the zone: a day of summer time has its own length.
  const start = (
    await counted(`select date_trunc('day', $1::timestamptz at time zone $2) at time zone $2 as at`, [
      from,
      timeZone,
    ])
  )[0].at;
  expect(shown(await totalsByDay(scope, measures.sessionAssets, start))).toEqual(
    shown(await byDay("count(*)")),
  );
  expect(shown(await subjectsByDay(scope, measures.sessionAssets, start))).toEqual(
    shown(await byDay("count(distinct asset_id)")),
  );
  const { rows } = await sql<{ subject: string; total: string }>`
    select s.subject, sum(s.total) as total from (${bySubject(scope, measures.sessionUsers)}) s
    group by 1 having sum(s.total) <> 0 order by 1
  `.execute(database.db);
  expect(rows).toEqual(
    await counted(
      `select user_id::text as subject, count(*)::numeric as total ${sessions} group by 1 order by 1`,
      [since],
    ),
  );
  for (const most of [1, 3]) {
    expect(await mostOften(scope, measures.sessionUsers, most)).toEqual(
      await counted(
        `select user_id::text as subject, count(*)::numeric as total ${sessions}
         group by 1 order by 2 desc, 1 limit $2`,
        [since, most],
      ),
    );
  }
  if (!organization.isRoot) return;
  const logins = "from login_logs where datetime >= $1";
  expect(await countSince(scope, measures.logins)).toBe(await number(logins));
  expect(await countSince(scope, measures.failedLogins)).toBe(await number(`${logins} and not status`));
}

test("figures are what counting the records finds, whatever was added, changed, removed and summed up", async () => {
  await prepareActivity(database.db);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const step of steps) await apply(step);
      for (const organization of [...organizations, organizationIds.root]) {
        for (const days of [1, 3, 7]) await compare(organization, days);
      }
    }),
    { numRuns: 12 },
  );
});

/** The totals of the last days as they are kept, and as the records add up to them. */
const windows = () =>
  counted("select days, measure, org_id, subject, total from activity_windows order by 1, 2, 3, 4", []);
const addedUp = () =>
  counted(
    `with records as (
       select 'session_user' as measure, org_id, date_start as moment, user_id::text as subject from sessions
       union all select 'session_asset', org_id, date_start, asset_id::text from sessions
       union all select 'login', $1, datetime, username from login_logs
       union all select 'failed_login', $1, datetime, username from login_logs where not status
     )
     select w.days, r.measure, scope.org_id, r.subject, count(*) as total
     from activity_window_starts w join records r on r.moment >= w.start
       cross join lateral (select r.org_id union select $1) as scope (org_id)
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [organizationIds.root],
  );

test.each([3, 40, -2])("the last days are those until now after %i days", async (passed) => {
  const { db, pool } = database;
  for (let day = 0; day < 45; day += 1)
    await apply({
      ...{ does: "make", kind: "session", organization: day % 2 },
      ...{ minutes: day * 1_440 + 60, subject: day % 3 },
    } as never);
  await rebuildActivity(db);
  const now = await windows();
  expect(now.length).toBeGreaterThan(10);
  expect(now).toEqual(await addedUp());
  // As they were so many days ago.
  await pool.query(`update activity_window_starts set start = start - $1 * interval '1 day'`, [passed]);
  const then = await addedUp();
  await pool.query("delete from activity_windows");
  await pool.query(
    "insert into activity_windows select * from json_populate_recordset(null::activity_windows, $1)",
    [JSON.stringify(then)],
  );
  expect(await windows()).not.toEqual(now);
  await sumUpActivity(db);
  expect(await windows()).toEqual(now);
});

test("totals that were all counted again are read from their indexes alone", async () => {
  const { db, pool } = database;
  await rebuildActivity(db);
  const { rows } = await pool.query(
    `select reltuples = (select count(*) from activity_totals) as "isAnalyzed", relallvisible > 0 as "isVacuumed"
     from pg_class where relname = 'activity_totals'`,
  );
  expect(rows).toEqual([{ isAnalyzed: true, isVacuumed: true }]);
});

test("what is written and removed in the time that the last days leave behind counts once", async () => {
  const { db, pool } = database;
  await pool.query("delete from sessions");
  const atMinute = (minutes: number) =>
    apply({ does: "make", kind: "session", organization: 0, minutes, subject: 1 });
  const week = 7 * 1_440;
  for (const minutes of [5, week - 30, week + 10, week + 20, week + 30]) await atMinute(minutes);
  await rebuildActivity(db);
  // As they were an hour ago, with what is written since listed and not summed up.
  await pool.query("update activity_window_starts set start = start - interval '1 hour'");
  const before = await addedUp();
  await pool.query("delete from activity_windows");
  await pool.query(
    "insert into activity_windows select * from json_populate_recordset(null::activity_windows, $1)",
    [JSON.stringify(before)],
  );
  for (const minutes of [25, 14, 11, 8, 5, 2, -2, -5, -25]) await atMinute(week + minutes);
  await pool.query("delete from sessions where date_start < now() - interval '7 days 15 minutes'");
  for (const organization of [...organizations, organizationIds.root]) await compare(organization, 7);
  for (const minutes of [14, 8, 2, -2, -8, -14]) {
    await sumUpActivity(db);
    expect(await windows()).toEqual(await addedUp());
    // Of the quarter of an hour in which the last days begin.
    await atMinute(week + minutes);
    for (const organization of [...organizations, organizationIds.root]) await compare(organization, 7);
  }
});

test("removing everything leaves nothing behind, and what is written meanwhile is counted once", async () => {
  const { db, pool } = database;
  const make = { does: "make", kind: "session", organization: 0, minutes: 3, subject: 1 } as const;
  await apply(make);
  // A writer that has not committed while totals are rebuilt and summed up.
  const writer = await pool.connect();
  try {
    await writer.query("begin");
    await writer.query(kinds.session.make, [organizations[0], new Date(), "2", id(2)]);
    await rebuildActivity(db);
    await sumUpActivity(db);
    await writer.query("commit");
  } finally {
    writer.release();
  }
  await compare(organizations[0] as string, 1);
  await sumUpActivity(db);
  await Promise.all([sumUpActivity(db), sumUpActivity(db), rebuildActivity(db)]);
  await compare(organizations[0] as string, 1);
  for (const { table } of Object.values(kinds)) await pool.query(`delete from ${table}`);
  await sumUpActivity(db);
  const left = await counted(
    `select measure from activity_totals union all select measure from activity_days
     union all select measure from activity_changes union all select measure from activity_windows`,
    [],
  );
  expect(left).toEqual([]);
});
