import type pg from "pg";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, median, noted, type Row } from "../table.ts";

const limit = 100;
const root = "00000000-0000-0000-0000-000000000000";

/** Days of which there are records: a time that is asked for begins in the middle of one. All others have totals alone. */
const recorded = [0, 7, 30];

/** People and assets that are used; the busy ones much more often than others. */
const busy = { people: 10_000, assets: 20_000 };

const questions = [
  ["everything of today", "all=1"],
  ["everything of 7 days", "all=1&days=7"],
  ["everything of 30 days", "all=1&days=30"],
  ["all figures of today", "total_count=1"],
  ["all figures of 7 days", "total_count=1&days=7"],
  ["all figures of 30 days", "total_count=1&days=30"],
  ["series of 30 days", "dates_metrics=1&days=30"],
  ["most active users of 30 days", "dates_login_times_top10_users=1&days=30"],
  ["most used assets of 30 days", "dates_login_times_top10_assets=1&days=30"],
] as const;

/** The figures of the start pages, in an organization where a year leaves so many records. */
export async function measureDashboards(fixtures: Fixtures): Promise<Row[]> {
  const { sizes } = fixtures;
  const { product, dataset } = await fixtures.startDataset();
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    const started = performance.now();
    await withDatabase(product, (database) => store(database, dataset.large.id, sizes.activity));
    const seconds = (performance.now() - started) / 1_000;
    const rows: Row[] = [];
    for (const [name, query] of questions) {
      for (const [where, organization] of [
        ["", dataset.large.id],
        [", all organizations", root],
      ] as const) {
        rows.push(below(`index/, ${name}${where}`, await timeOf(admin, organization, query, sizes), limit));
      }
    }
    const { audits, sessions } = sizes.activity;
    const year = `${audits.toLocaleString("en")} audit records and ${sessions.toLocaleString("en")} sessions a year`;
    return [
      ...rows,
      noted(`a month of ${year}, records of ${recorded.length} days`, `${seconds.toFixed(0)} s to make`),
    ];
  } finally {
    await product.dispose();
  }
}

async function timeOf(admin: ApiClient, organization: string, query: string, { requests }: Sizes) {
  const times: number[] = [];
  for (let request = 0; request < Math.ceil(requests / 4) + 1; request += 1) {
    const started = performance.now();
    const answer = await admin.get(`/api/v1/index/?${query}&oid=${organization}`);
    if (Object.keys(answer).length === 0) throw new Error(`index/?${query} answered nothing`);
    // The first one warms caches and plans up.
    if (request > 0) times.push(performance.now() - started);
  }
  return median(times);
}

/** Stores a month: sign-ins are two fifths of the audit records, operations the rest. */
async function store(
  database: pg.Client,
  organization: string,
  { audits, sessions }: Sizes["activity"],
): Promise<void> {
  const run = (statement: string, ...parameters: unknown[]) => database.query(statement, parameters);
  const daily = (records: number): number => Math.ceil(records / 365);
  await run("begin");
  await run("set local synchronous_commit = off");
  // As the product does when it sums up, which it may be about to: one waits for the other.
  await run("lock table activity_state in exclusive mode");
  // What triggers would note is stored below, all at once.
  await run("set local session_replication_role = replica");
  await run(
    `create temp table people on commit drop as
     select row_number() over (order by u.id) - 1 as n, count(*) over () as size, u.id, u.username
     from users u where exists (select 1 from role_bindings b where b.user_id = u.id and b.org_id = $1) limit $2`,
    organization,
    busy.people,
  );
  await run(
    `create temp table used on commit drop as
     select row_number() over (order by id) - 1 as n, count(*) over () as size, id, name from assets
     where org_id = $1 limit $2`,
    organization,
    busy.assets,
  );
  for (const table of ["people", "used"]) {
    await run(`create index on ${table} (n)`);
    await run(`update ${table} set size = (select max(n) + 1 from ${table})`);
    await run(`analyze ${table}`);
  }
  const midnight = "date_trunc('day', now()) - day * interval '1 day'";
  /** Of each day of the month so many records, of one of the people or assets each. */
  const totals = (measure: string, subject: string, of: string, records: number) =>
    run(
      `with days as (
         select day, ${subject} as subject, count(*) as total
         from (select day, floor(power(random(), 2) * (select max(size) from ${of}))::integer as n
               from generate_series(0, 31) day, generate_series(1, $1::integer)) picked
         join ${of} using (n) group by 1, 2
       ), scoped as (
         insert into activity_totals (measure, org_id, bucket, subject, total)
         select $2, scope, ${midnight}, subject, total from days, unnest($3::uuid[]) scope
         on conflict do nothing returning org_id, bucket, total
       )
       insert into activity_days (measure, org_id, bucket, subjects, total)
       select $2, org_id, bucket, count(*), sum(total) from scoped group by 2, 3 on conflict do nothing`,
      daily(records),
      measure,
      measure === "login" ? [root] : [root, organization],
    );
  await totals("session_user", "id::text", "people", sessions);
  await totals("session_asset", "id::text", "used", sessions);
  await totals("login", "username", "people", audits * 0.4);
  await totals("failed_login", "username", "people", audits * 0.01);
  await run(
    `insert into activity_member_days (measure, org_id, bucket, total)
     select measure, $1, bucket, sum(total) from activity_totals
     where measure in ('login', 'failed_login') and org_id = $2 and subject in (select username from people)
     group by 1, 3
     on conflict (measure, org_id, bucket) do update set total = excluded.total`,
    organization,
    root,
  );
  await run("delete from activity_member_changes");
  await run(
    `insert into activity_totals (measure, org_id, bucket, subject, total)
     select measure, scope, date_bin('15 minutes', now(), 'epoch'::timestamptz) - n * interval '15 minutes', '', $1
     from unnest('{operation,command,file,job}'::text[]) measure, unnest($2::uuid[]) scope, generate_series(1, 31 * 96) n
     on conflict do nothing`,
    Math.ceil((audits * 0.6) / 365 / 96),
    [root, organization],
  );
  for (const day of recorded)
    await records(database, organization, day, daily(audits * 0.4), daily(sessions));
  // The last days begin within one of which there are records; whole days follow.
  await run(
    `with first_days as (
       select 'session_user' as measure, scope, date_start as moment, coalesce(user_id::text, "user") as subject
       from sessions s cross join lateral (select s.org_id union select $1::uuid) as scopes (scope)
       union all select 'session_asset', scope, date_start, coalesce(asset_id::text, asset)
       from sessions s cross join lateral (select s.org_id union select $1::uuid) as scopes (scope)
       union all select 'login', $1, datetime, username from login_logs
       union all select 'failed_login', $1, datetime, username from login_logs where not status
     )
     insert into activity_windows (days, measure, org_id, subject, total)
     select days, measure, org_id, subject, sum(total) from (
       select s.days, t.measure, t.org_id, t.subject, t.total
       from activity_window_starts s join activity_totals t on t.bucket >= s.start
       where t.measure in ('session_user', 'session_asset', 'login', 'failed_login')
       union all
       select s.days, r.measure, r.scope, r.subject, 1 from activity_window_starts s
       join first_days r on r.moment >= s.start and r.moment < date_trunc('day', s.start) + interval '1 day'
     ) added group by 1, 2, 3, 4
     on conflict (measure, org_id, days, subject) do update set total = excluded.total`,
    root,
  );
  await run("commit");
  await run("vacuum analyze");
  // What making them left to write is not what figures cost.
  await run("checkpoint");
}

/** The records of one day. */
async function records(
  database: pg.Client,
  organization: string,
  day: number,
  logins: number,
  sessions: number,
): Promise<void> {
  const at = "date_trunc('day', now()) - $2::integer * interval '1 day' + random() * interval '1 day'";
  await database.query(
    `insert into login_logs (username, type, ip, status, datetime)
     select username, 'W', '192.0.2.1', random() > 0.02, ${at}
     from (select floor(power(random(), 2) * (select max(size) from people))::integer as n
           from generate_series(1, $1::integer)) picked join people using (n)`,
    [logins, day],
  );
  await database.query(
    `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
       is_success, is_finished, date_start, date_end)
     select gen_random_uuid(), $3, p.username, p.id, a.name, a.id, 'root', '', 'ssh', 'WT', true, true, ${at}, now()
     from (select floor(power(random(), 2) * (select max(size) from people))::integer as p,
             floor(power(random(), 2) * (select max(size) from used))::integer as a
           from generate_series(1, $1::integer)) picked
     join people p on p.n = picked.p join used a on a.n = picked.a`,
    [sessions, day, organization],
  );
}
