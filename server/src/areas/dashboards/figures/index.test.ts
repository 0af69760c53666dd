import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { sumUpActivity } from "../activity/sum-up.ts";

const auditor = "00000000-0000-0000-0000-000000000006";
const root = "00000000-0000-0000-0000-000000000000";
let product: TestProduct;
let mine: string;
let other: string;
let people: { readonly ada: string; readonly bob: string };
let ada: TestCaller;

const ask = async (query: string, organization = mine, caller = product.administrator) => {
  const answer = await caller.call("GET", `index/${query}`, undefined, { "x-jms-org": organization });
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body;
};

const inOrganization = async (method: string, path: string, body: unknown, organization: string) => {
  const answer = await product.administrator.call(method, path, body, { "x-jms-org": organization });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer.body;
};

const run = (statement: string, parameters: readonly unknown[]) =>
  product.database.pool.query(statement, [...parameters]);

interface SessionFacts {
  readonly user?: string;
  readonly asset?: string;
  /** SQL of when it began. */
  readonly start?: string;
  readonly finished?: boolean;
  readonly success?: boolean;
}

/** Ids of the assets of both organizations by name. */
const assets: Record<string, string> = {};

/** A session as the gateway leaves it. */
async function session(organization: string, facts: SessionFacts = {}): Promise<string> {
  const {
    user = people.ada,
    asset = organization === mine ? "web" : "theirs",
    start = "now()",
    finished = true,
    success = true,
  } = facts;
  const id = randomUUID();
  await run(
    `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
       date_start, date_end, is_finished, is_success)
     values ($1, $2, $3, $4, $5, $6, 'root', '', 'ssh', 'WT', ${start}, case when $7 then ${start} end, $7, $8)`,
    [
      id,
      organization,
      user === people.ada ? "Ada(ada)" : "Bob(bob)",
      user,
      `${asset}(192.0.2.7)`,
      assets[asset],
      finished,
      success,
    ],
  );
  return id;
}

const login = (username: string, success: boolean, at = "now()") =>
  run(
    `insert into login_logs (username, type, ip, status, datetime) values ($1, 'W', '192.0.2.1', $2, ${at})`,
    [username, success],
  );

const command = (organization: string, risk: number, at = "now()") =>
  run(
    `insert into commands (org_id, session_id, "user", asset, account, input, command, output, risk_level, source, date_executed)
     values ($1, gen_random_uuid(), 'u', 'a', 'r', 'ls', 'ls', '', $2, 'exact', ${at})`,
    [organization, risk],
  );

const longAgo = "now() - interval '40 days'";

beforeAll(async () => {
  product = await createTestProduct();
  const [one, two] = await Promise.all([
    product.createUser({ name: "Ada", username: "ada", email: "ada@example.test" }),
    product.createUser({ name: "Bob", username: "bob", email: "bob@example.test" }),
  ]);
  people = { ada: one.id, bob: two.id };
  mine = (await inOrganization("POST", "orgs/orgs/", { name: "Mine" }, root)).id;
  other = (await inOrganization("POST", "orgs/orgs/", { name: "Other" }, root)).id;
  await inOrganization("POST", "users/users/invite/", { users: [people.ada], org_roles: [auditor] }, mine);
  await inOrganization("POST", "users/users/invite/", { users: [people.bob], org_roles: [auditor] }, other);
  ada = await product.signIn(people.ada);
  await run("update users set date_joined = now() - interval '8 days' where username = 'bob'", []);
  // What happened before does not count among what follows.
  for (const table of ["login_logs", "operate_logs", "password_change_logs", "task_executions"]) {
    await run(`delete from ${table}`, []);
  }
  const host = (name: string) => ({
    name,
    address: "192.0.2.7",
    platform: { pk: 1 },
    protocols: [{ name: "ssh", port: 22 }],
    accounts: [],
  });
  for (const [name, organization] of [
    ["web", mine],
    ["db", mine],
    ["theirs", other],
  ] as const) {
    const made = await inOrganization("POST", "assets/hosts/?platform=1", host(name), organization);
    assets[name] = made.id;
  }
  await run("update assets set date_created = now() - interval '8 days' where name = 'db'", []);
  await run("delete from operate_logs", []);

  await session(mine, { finished: false });
  await session(mine, { success: false });
  await session(mine, { asset: "db" });
  await session(mine, { start: "now() - interval '3 days'" });
  await session(mine, { start: longAgo });
  await session(other, { user: people.bob, finished: false });
  await login("ada", true);
  await login("ada", false);
  await login("ada", true, "now() - interval '3 days'");
  await login("bob", true);
  await login("nobody", false);
  await command(mine, 0);
  await command(mine, 5);
  await command(mine, 4);
  await command(mine, 5, longAgo);
  await command(other, 5);
  for (const organization of [mine, mine, other]) {
    await run(
      `insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr)
       values ($1, 'Ada(ada)', 'update', 'Host', 'web', '', '')`,
      [organization],
    );
    await run(
      `insert into ftp_logs (org_id, "user", asset, account, operate, filename) values ($1, 'Ada(ada)', 'web', 'root', 'upload', '/f')`,
      [organization],
    );
  }
  for (const username of ["ada", "bob"]) {
    await run(
      `insert into password_change_logs (username, "user", change_by, remote_addr) values ($1, $1, 'admin', '')`,
      [username],
    );
  }
  const task = (await run("insert into tasks (name) values ('dashboards.test') returning id", [])).rows[0].id;
  for (const [state, over] of [
    ["RUNNING", false],
    ["FAILURE", true],
    ["SUCCESS", true],
  ]) {
    await run(
      `insert into task_executions (task_id, org_id, state, date_finished) values ($1, $2, $3, case when $4 then now() end)`,
      [task, mine, state, over],
    );
  }
});
afterAll(() => product.close());

/** The answer to `total_count=1` of the day, in the order of the contract. */
const golden = {
  total_count_users: 1,
  total_count_assets: 2,
  total_count_users_this_week: 1,
  total_count_assets_this_week: 1,
  total_count_login_users: 1,
  total_count_today_active_assets: 2,
  total_count_online_users: 1,
  total_count_online_sessions: 1,
  total_count_today_failed_sessions: 1,
  total_count_user_login_logs: 2,
  total_count_user_login_success_logs: 1,
  total_count_operate_logs: 2,
  total_count_change_password_logs: 1,
  total_count_commands: 3,
  total_count_commands_danger: 1,
  total_count_history_sessions: 2,
  total_count_ftp_logs: 2,
  total_count_job_logs: 3,
  total_count_job_logs_running: 1,
  total_count_job_logs_failed: 1,
  total_count_type_to_assets_amount: [{ type: "linux", total: 2, label: "Linux" }],
};

test("all figures of an organization, before and after they are summed up", async () => {
  const before = await ask("?total_count=1");
  expect(JSON.stringify(before)).toBe(JSON.stringify(golden));
  await sumUpActivity(product.services.db);
  expect(await ask("?total_count=1")).toEqual(golden);
  expect(await ask("?total_count=1&days=7")).toEqual({
    ...golden,
    total_count_user_login_logs: 3,
    total_count_user_login_success_logs: 2,
    total_count_history_sessions: 3,
  });
});

test("each figure for itself, and nothing that was not asked for", async () => {
  expect(await ask("")).toEqual({});
  for (const [name, figure] of Object.entries(golden)) {
    expect(await ask(`?${name}=1`)).toEqual({ [name]: figure });
  }
});

test("another organization has its own figures, and the root one those of all", async () => {
  const theirs = await ask("?total_count=1", other);
  expect(theirs).toMatchObject({
    total_count_users: 1,
    total_count_users_this_week: 0,
    total_count_assets: 1,
    total_count_online_sessions: 1,
    total_count_history_sessions: 0,
    total_count_user_login_logs: 1,
    total_count_commands: 1,
    total_count_job_logs: 0,
  });
  const all = await ask("?total_count=1", root);
  expect(all).toMatchObject({
    total_count_online_users: 2,
    total_count_online_sessions: 2,
    total_count_assets: 3,
    total_count_user_login_logs: 4,
    // Nobody is called "nobody".
    total_count_login_users: 2,
    total_count_operate_logs: 3,
    total_count_change_password_logs: 2,
    total_count_commands: 4,
    total_count_commands_danger: 2,
    total_count_ftp_logs: 3,
  });
});

test("who may see neither dashboard gets no figure, and an auditor only those of their organization", async () => {
  const path = "index/?total_count=1";
  expect((await product.anonymous.call("GET", path)).status).toBe(401);
  expect(await ask("?total_count=1", mine, ada)).toEqual(golden);
  for (const organization of [other, root]) {
    expect((await ada.call("GET", path, undefined, { "x-jms-org": organization })).status).toBe(403);
  }
  const plain = await product.createUser({ name: "Eve", username: "eve", email: "eve@example.test" });
  const eve = await product.signIn(plain.id);
  expect((await eve.call("GET", path)).status).toBe(403);
});

test("series have an entry for each day, and today is the last", async () => {
  const sessions = await ask("?session_dates_metrics=1&days=4");
  expect(Object.keys(sessions)).toEqual(["dates_metrics_date", "dates_metrics_total_count_session"]);
  expect(sessions.dates_metrics_date).toHaveLength(4);
  expect(sessions.dates_metrics_date[3]).toMatch(/^\d\d-\d\d$/);
  expect(sessions.dates_metrics_total_count_session).toEqual([1, 0, 0, 3]);
  expect(await ask("?dates_metrics=1&days=1")).toEqual({
    dates_metrics_date: [sessions.dates_metrics_date[3]],
    dates_metrics_total_count_login: [2],
    dates_metrics_total_count_active_users: [1],
    dates_metrics_total_count_active_assets: [2],
  });
  const year = await ask("?dates_metrics=1&days=366");
  expect(new Set(Object.values(year).map((list) => (list as unknown[]).length))).toEqual(new Set([366]));
  expect(await ask("?dates_metrics=1", root)).toMatchObject({
    dates_metrics_total_count_login: [4],
    dates_metrics_total_count_active_users: [2],
    dates_metrics_total_count_active_assets: [3],
  });
});

const instant = expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);

test("rankings and the newest sessions", async () => {
  expect(await ask("?dates_login_times_top10_assets=1&days=7")).toEqual({
    dates_login_times_top10_assets: [
      { asset: "web(192.0.2.7)", total: 3, last: instant, asset_id: expect.any(String) },
      { asset: "db(192.0.2.7)", total: 1, last: instant, asset_id: expect.any(String) },
    ],
  });
  expect(await ask("?dates_login_times_top10_users=1&days=7")).toEqual({
    dates_login_times_top10_users: [{ user_id: people.ada, total: 4, user: "Ada(ada)", last: instant }],
  });
  const { dates_login_record_top10_sessions: newest, ...rest } = await ask(
    "?dates_login_record_top10_sessions=1&days=7",
  );
  expect(rest).toEqual({});
  expect(newest).toHaveLength(4);
  expect(newest[3]).toEqual({
    user: "Ada(ada)",
    asset: "web(192.0.2.7)",
    is_finished: true,
    date_start: instant,
    timesince: "3 days",
  });
});

test("names and values are trimmed, blank ones are off, and all=1 asks for everything", async () => {
  const blanks = encodeURIComponent("\n    ");
  expect(
    await ask(`?${blanks}total_count_users=1&${blanks}days=7${blanks}&total_count_assets=${blanks}`),
  ).toEqual({
    total_count_users: 1,
  });
  const everything = await ask("?all=1");
  expect(everything).toMatchObject(golden);
  expect(Object.keys(everything).slice(Object.keys(golden).length)).toEqual([
    "dates_metrics_date",
    "dates_metrics_total_count_session",
    "dates_metrics_total_count_login",
    "dates_metrics_total_count_active_users",
    "dates_metrics_total_count_active_assets",
    "dates_login_times_top10_assets",
    "dates_login_times_top10_users",
    "dates_login_record_top10_sessions",
  ]);
});

test("days that are no number of days are refused", async () => {
  for (const days of ["0", "-1", "1.5", "seven", "367", "99999999999", "7;drop"]) {
    const answer = await product.administrator.call("GET", `index/?total_count_users=1&days=${days}`);
    expect([days, answer.status, answer.body]).toEqual([
      days,
      400,
      { days: ["Days: enter a whole number from 1 to 366."] },
    ]);
  }
});

test("figures follow sessions that end, are removed or change hands, and people and assets that go", async () => {
  const online = await session(mine, { finished: false });
  const figures = async (organization: string) => {
    const all = await ask("?total_count=1", organization);
    return [
      all.total_count_online_sessions,
      all.total_count_history_sessions,
      all.total_count_today_active_assets,
    ];
  };
  expect(await figures(mine)).toEqual([2, 2, 2]);
  await run("update sessions set is_finished = true, date_end = now() where id = $1", [online]);
  expect(await figures(mine)).toEqual([1, 3, 2]);
  await run("update sessions set org_id = $2 where id = $1", [online, other]);
  expect([await figures(mine), await figures(other)]).toEqual([
    [1, 2, 2],
    [1, 1, 1],
  ]);
  await run("delete from sessions where id = $1", [online]);
  expect([await figures(mine), await figures(other)]).toEqual([
    [1, 2, 2],
    [1, 0, 1],
  ]);
  const [asset] = await inOrganization("GET", "assets/assets/?name=db", undefined, mine);
  await inOrganization("DELETE", `assets/assets/${asset.id}/`, undefined, mine);
  await inOrganization("POST", `users/users/${people.ada}/remove/`, undefined, mine);
  expect(await ask("?total_count=1")).toMatchObject({
    total_count_assets: 1,
    total_count_users: 0,
    total_count_login_users: 0,
    total_count_user_login_logs: 0,
    // Nor is counted among people and assets what no list of them shows any more.
    total_count_today_active_assets: 1,
    total_count_online_users: 0,
    total_count_online_sessions: 1,
    // The sessions stay, and who they were.
    total_count_history_sessions: 2,
  });
});
