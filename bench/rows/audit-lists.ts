import type pg from "pg";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { runCli } from "../fixtures/cli.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, median, noted, type Row } from "../table.ts";

const limits = { page: 50, search: 300, index: 100 };
const root = "00000000-0000-0000-0000-000000000000";

/** Of the audit rows so many are operations, the rest sign-ins. */
const operations = 0.6;

/** People and assets that the records are about; the busy ones much more often than others. */
const busy = { people: 10_000, assets: 20_000 };

/** A day in the middle of the year. */
const middle = new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);
const DAY = `date_from=${middle}T00:00:00Z&date_to=${middle}T23:59:59Z`;

/** A row for every question: what is asked, of which list, and most milliseconds it may take. */
const questions = [
  ["first page", "", limits.page],
  ["by person", "PERSON", limits.page],
  ["by day", DAY, limits.page],
  ["by person and day", `PERSON&${DAY}`, limits.page],
  ["search, rare", "search=RARE", limits.search],
  ["search, frequent", "search=FREQUENT", limits.search],
  ["search, in Chinese", "search=%E6%95%B0%E6%8D%AE", limits.search],
  ["search, nowhere", "search=zzqqxxjj", limits.search],
  ["search, two words", "search=FREQUENT%20RARE", limits.search],
  ["search, a few among many alike", "search=SOME", limits.search],
  ["search, within a day", `search=SOME&${DAY}`, limits.search],
] as const;

/** The lists, and where they show all organizations: the contract has there what was done from that view alone. */
const lists = [
  ["operations", "audits/operate-logs/", "sallyport/operate-logs/"],
  ["sign-ins", "audits/login-logs/", "audits/login-logs/"],
] as const;

/** The lists of audit rows, and the figures of the start pages, over as many stored records as asked for. */
export async function measureAuditLists(fixtures: Fixtures): Promise<Row[]> {
  const { sizes } = fixtures;
  const { product, dataset } = await fixtures.startDataset();
  try {
    const organizations = { large: dataset.large.id, small: dataset.small.id };
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    const started = performance.now();
    const person = await withDatabase(product, (database) => store(database, organizations, sizes.auditRows));
    await runCli(product, ["activity", "rebuild"]);
    const seconds = (performance.now() - started) / 1_000;
    const size = await withDatabase(product, bytesOf);
    const rows: Row[] = [];
    for (const [where, id] of [
      ["", organizations.large],
      [", an organization of a thousandth", organizations.small],
      [", all organizations", root],
    ] as const) {
      for (const [name, ofOne, ofAll] of lists) {
        for (const [question, query, limit] of questions) {
          const asked = `${id === root ? ofAll : ofOne}?limit=15&offset=0&display=1&draw=1&${inWords(query, name, person)}&oid=${id}`;
          rows.push(below(`${name}, ${question}${where}`, await timeOf(admin, asked, sizes), limit));
        }
      }
      for (const days of [1, 7, 30]) {
        const asked = `index/?all=1&days=${days}&oid=${id}`;
        rows.push(
          below(`index/, all of ${days} days${where}`, await timeOf(admin, asked, sizes), limits.index),
        );
      }
      // The guide over the start page, which the view over all organizations has not.
      if (id === root) continue;
      const guide = await timeOf(admin, `sallyport/getting-started/?oid=${id}`, sizes);
      rows.push(below(`how far an organization has come${where}`, guide, limits.index));
    }
    const stored = `${sizes.auditRows.toLocaleString("en")} audit rows and ${(sizes.auditRows / 10).toLocaleString("en")} sessions`;
    return [...rows, noted(stored, `${seconds.toFixed(0)} s to make, ${(size / 1e9).toFixed(1)} GB`)];
  } finally {
    await product.dispose();
  }
}

function inWords(query: string, list: string, person: { username: string; display: string }): string {
  const who = list === "operations" ? ["user", person.display] : ["username", person.username];
  return query
    .replace("PERSON", new URLSearchParams([who as [string, string]]).toString())
    .replace("RARE", encodeURIComponent(person.username))
    .replace("FREQUENT", list === "operations" ? "host-" : "192.0")
    .replace("SOME", list === "operations" ? "host-1000" : "192.0.2.77");
}

async function timeOf(admin: ApiClient, path: string, { requests }: Sizes): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request <= Math.ceil(requests / 6); request += 1) {
    const started = performance.now();
    await admin.get(`/api/v1/${path}`);
    // The first one warms caches and plans up.
    if (request > 0) times.push(performance.now() - started);
  }
  return median(times);
}

async function bytesOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query("select pg_database_size(current_database()) as size");
  return Number(rows[0].size);
}

/** Stores a year of records up to now. Answers somebody who is in them. */
async function store(
  database: pg.Client,
  { large, small }: Readonly<Record<"large" | "small", string>>,
  audits: number,
) {
  const run = (statement: string, ...parameters: unknown[]) => database.query(statement, parameters);
  await run("set synchronous_commit = off");
  await run("set maintenance_work_mem = '1GB'");
  // What triggers would note is counted at once afterwards.
  await run("set session_replication_role = replica");
  // The list of sign-ins is that of the members: as many as there are people in it, and a thousandth in the small one.
  for (const [organization, members] of [
    [large, busy.people],
    [small, busy.people / 1_000],
  ] as const) {
    await run(
      `insert into role_bindings (user_id, role_id, scope, org_id)
       select id, '00000000-0000-0000-0000-000000000007', 'org', $1
       from (select id from users where not is_service_account order by username limit $2) members
       on conflict do nothing`,
      organization,
      members,
    );
  }
  // As autovacuum does after so many rows.
  await run("vacuum analyze role_bindings");
  await run(
    `create temp table people as
     select row_number() over (order by u.id) as n, u.id, u.username, u.name || '(' || u.username || ')' as display
     from users u where exists (select 1 from role_bindings b where b.user_id = u.id and b.org_id = $1) limit $2`,
    large,
    busy.people,
  );
  const drawn = (from: string) =>
    `(1 + floor(power(random(), 2) * (select count(*) from ${from})))::integer as n`;
  // A log is written in the order of time, and what happens within a minute in any.
  const moment = (rows: number) =>
    `now() - (1 - at / ${rows}.0) * interval '365 days' - random() * interval '1 minute'`;
  await withoutIndexes(database, ["operate_logs", "login_logs", "sessions"], async () => {
    await run(
      `insert into operate_logs (org_id, user_display, user_id, action, resource_type, resource, resource_id, remote_addr, datetime)
       select case when drawn.at % 1000 = 0 then $3::uuid else $2 end, p.display, p.id, (array['create', 'update', 'delete', 'view'])[1 + drawn.at % 4], 'Host',
         case when drawn.at % 50 = 0 then '数据库-' else 'host-' end || drawn.at,
         md5('asset' || drawn.at % ${busy.assets})::uuid::text, '192.0.2.' || drawn.at % 250, drawn.moment
       from (select at, ${moment(Math.round(audits * operations))} as moment, ${drawn("people")} from generate_series(1, $1::integer) at) drawn
       join people p using (n)`,
      Math.round(audits * operations),
      large,
      small,
    );
    await run(
      `insert into login_logs (username, type, ip, city, status, datetime)
       select p.username, 'W', '192.0.2.' || drawn.at % 250, case when drawn.at % 50 = 0 then '数据' else 'LAN' end,
         drawn.at % 50 > 0, drawn.moment
       from (select at, ${moment(Math.round(audits * (1 - operations)))} as moment, ${drawn("people")} from generate_series(1, $1::integer) at) drawn
       join people p using (n)`,
      Math.round(audits * (1 - operations)),
    );
    await run(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
         is_success, is_finished, date_start, date_end)
       select gen_random_uuid(), $2, p.display, p.id, 'asset-' || drawn.asset, md5('asset' || drawn.asset)::uuid, 'root', '',
         'ssh', 'WT', true, true, drawn.moment, drawn.moment + interval '5 minutes'
       from (select ${moment(audits / 10)} as moment, floor(power(random(), 2) * ${busy.assets})::integer as asset, ${drawn("people")}
             from generate_series(1, $1::integer) at) drawn
       join people p using (n)`,
      Math.round(audits / 10),
      large,
    );
  });
  await run("vacuum analyze operate_logs, login_logs, sessions");
  const { rows } = await run(
    "select username, display from people where n = (select max(n) / 2 from people)",
  );
  return rows[0] as { username: string; display: string };
}

/** Builds indexes after the rows, which is many times faster than keeping them up to date. */
async function withoutIndexes(
  database: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await database.query(definition);
}
