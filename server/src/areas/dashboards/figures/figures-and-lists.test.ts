import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { sumUpActivity } from "../activity/sum-up.ts";

const member = "00000000-0000-0000-0000-000000000007";
const root = "00000000-0000-0000-0000-000000000000";
let product: TestProduct;
let mine: string;
let other: string;

/** Where the viewer is: the server's zone, and two whose days begin at other moments, before and after. */
const zones = [Intl.DateTimeFormat().resolvedOptions().timeZone, "Pacific/Auckland", "America/Los_Angeles"];

const call = async (
  method: string,
  path: string,
  organization: string,
  body?: unknown,
  zone: string | undefined = zones[0],
) => {
  const headers = { "x-jms-org": organization, "x-tz": zone ?? "" };
  const answer = await product.administrator.call(method, path, body, headers);
  expect([path, answer.status, answer.text]).toEqual([
    path,
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer.body;
};

const run = (statement: string, parameters: readonly unknown[]) =>
  product.database.pool.query(statement, [...parameters]);

/** Records all over the last forty days, at moments that have no millisecond: addresses have none either. */
const at = "date_trunc('second', now() - random() * interval '40 days')";

beforeAll(async () => {
  product = await createTestProduct();
  mine = (await call("POST", "orgs/orgs/", root, { name: "Mine" })).id;
  other = (await call("POST", "orgs/orgs/", root, { name: "Other" })).id;
  const people = ["ada", "bob"];
  for (const [index, username] of people.entries()) {
    const { id } = await product.createUser({ username, date_joined: "2020-01-01T00:00:00Z" });
    await call("POST", "users/users/invite/", index === 0 ? mine : other, {
      users: [id],
      org_roles: [member],
    });
  }
  const host = {
    name: "web",
    address: "192.0.2.7",
    platform: { pk: 1 },
    protocols: [{ name: "ssh", port: 22 }],
    accounts: [],
  };
  await call("POST", "assets/hosts/?platform=1", mine, host);
  await call("POST", "assets/hosts/?platform=1", mine, { ...host, name: "old" });
  await run("update assets set date_created = now() - interval '8 days' where name = 'old'", []);
  await call("POST", "assets/hosts/?platform=1", other, { ...host, name: "theirs" });
  await run("update users set date_joined = now() - interval '8 days' where username = 'bob'", []);
  const task = (await run("insert into tasks (name) values ('dashboards.test') returning id", [])).rows[0].id;
  for (const organization of [mine, other]) {
    await run(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
         date_start, date_end, is_finished, is_success)
       select gen_random_uuid(), $1, 'u', $2, 'a', $2, 'root', '', 'ssh', 'WT', ${at},
         case when n % 4 > 0 then now() end, n % 4 > 0, n % 3 > 0
       from generate_series(1, 60) n`,
      [organization, randomUUID()],
    );
    // Of people and assets there are: of one of the organization, of one of the other, and of one that is gone.
    await run(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
         date_start, date_end, is_finished, is_success)
       select gen_random_uuid(), $1, 'u', u.id, 'a', a.id, 'root', '', 'ssh', 'WT', moment,
         case when finished then now() end, finished, true
       from (select id from users where username in ('ada', 'bob') union all select $2::uuid) u
       cross join (select id from assets union all select $2::uuid) a
       cross join (values (date_trunc('second', now()), false), (now() - interval '5 days', true)) s (moment, finished)`,
      [organization, randomUUID()],
    );
    await run(
      `insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr, datetime)
       select $1, 'u', 'update', 'Host', 'web', '', '', ${at} from generate_series(1, 30)`,
      [organization],
    );
    await run(
      `insert into ftp_logs (org_id, "user", asset, account, operate, filename, date_start)
       select $1, 'u', 'web', 'root', 'upload', '/f', ${at} from generate_series(1, 20)`,
      [organization],
    );
    await run(
      `insert into commands (org_id, session_id, "user", asset, account, input, command, output, risk_level, source, date_executed)
       select $1, gen_random_uuid(), 'u', 'a', 'r', 'ls', 'ls', '', case n % 6 when 5 then 5 else 0 end, 'exact', ${at} from generate_series(1, 60) n`,
      [organization],
    );
    // Some wait before they begin; some have not begun.
    await run(
      `insert into task_executions (task_id, org_id, state, date_published, date_start, date_finished)
       select $2, $1, state, moment - interval '5 hours', case when state <> 'PENDING' then moment end,
         case when state in ('SUCCESS', 'FAILURE') then now() end
       from (select ${at} as moment, (array['PENDING', 'RUNNING', 'SUCCESS', 'FAILURE'])[n % 4 + 1] as state
             from generate_series(1, 40) n) e`,
      [organization, task],
    );
  }
  for (const username of [...people, "nobody"]) {
    await run(
      `insert into login_logs (username, type, ip, status, datetime)
       select $1, 'W', '192.0.2.1', n % 3 > 0, ${at} from generate_series(1, 30) n`,
      [username],
    );
    await run(
      `insert into password_change_logs (username, "user", change_by, remote_addr, datetime)
       select $1, $1, 'admin', '', ${at} from generate_series(1, 10)`,
      [username],
    );
  }
});
afterAll(() => product.close());

/** What each figure leads to in the console, without its time. */
const lists = {
  total_count_user_login_logs: "audits/login-logs/?",
  total_count_user_login_success_logs: "audits/login-logs/?status=1",
  total_count_operate_logs: "sallyport/operate-logs/?",
  total_count_change_password_logs: "audits/password-change-logs/?",
  total_count_commands: "terminal/commands/?command_storage_id=STORAGE",
  total_count_commands_danger: "terminal/commands/?command_storage_id=STORAGE&risk_level=5",
  total_count_history_sessions: "terminal/sessions/?is_finished=1",
  total_count_ftp_logs: "audits/ftp-logs/?",
  total_count_job_logs: "audits/job-logs/?",
  total_count_job_logs_failed: "audits/job-logs/?state=FAILURE",
};

/** The same for what is so now, and for what became so since a midnight. */
const present = {
  total_count_online_sessions: "terminal/sessions/?is_finished=0",
  total_count_job_logs_running: "audits/job-logs/?state=RUNNING",
  total_count_users: "users/users/?is_service_account=0",
  total_count_assets: "assets/assets/?",
};

/** `YYYY/MM/DD HH:MM:SS +ZZZZ` as the standard has it. */
const instant = (written: string): string =>
  written.replace(/^(\d+)\/(\d+)\/(\d+) (\S+) ([+-]\d\d)(\d\d)$/, "$1-$2-$3T$4$5:$6");

const countOf = async (path: string, organization: string): Promise<number> =>
  (await call("GET", `${path}&limit=1`, organization)).count;

/** The last midnight and that of Monday where the viewer is. */
async function midnights(zone = zones[0]): Promise<Readonly<Record<"today" | "monday", string>>> {
  const { rows } = await run(
    `select date_trunc('day', now() at time zone $1) at time zone $1 as today,
       date_trunc('week', now() at time zone $1) at time zone $1 as monday`,
    [zone],
  );
  return { today: rows[0].today.toISOString(), monday: rows[0].monday.toISOString() };
}

test("a figure is how many rows the list has that it leads to, in every organization", async () => {
  // The page of commands opens with the first storage, where these are.
  const storages = await call("GET", "terminal/command-storages/", root);
  const storage = storages.find(({ name }: { name: string }) => name === "default").id;
  for (const isSummedUp of [false, true]) {
    if (isSummedUp) await sumUpActivity(product.services.db);
    for (const organization of [mine, other, root]) {
      for (const [days, zone] of [[1, zones[0]], [1, zones[1]], [1, zones[2]], [7], [30]] as const) {
        const { today } = await midnights(zone);
        const from = days === 1 ? today : new Date(Date.now() - days * 86_400_000).toISOString();
        const figures = await call("GET", `index/?total_count=1&days=${days}`, organization, undefined, zone);
        const dates = `&date_from=${from}&date_to=${new Date(Date.now() + 60_000).toISOString()}`;
        for (const [name, path] of Object.entries(lists)) {
          const count = await countOf(`${path.replace("STORAGE", storage)}${dates}`, organization);
          expect([organization, days, zone, name, figures[name]]).toEqual([
            organization,
            days,
            zone,
            name,
            count,
          ]);
        }
      }
    }
  }
}, 60_000);

test("so is a figure of this moment, of today and of this week", async () => {
  const places = [mine, other, root].flatMap((organization) =>
    zones.map((zone) => [organization, zone] as const),
  );
  for (const [organization, zone] of places) {
    const { today, monday } = await midnights(zone);
    const figures = await call("GET", "index/?total_count=1", organization, undefined, zone);
    const leads: Readonly<Record<string, string>> = {
      ...present,
      total_count_today_failed_sessions: `terminal/sessions/?is_finished=1&is_success=0&date_from=${today}`,
      total_count_users_this_week: `users/users/?joined_from=${monday}`,
      total_count_assets_this_week: `assets/assets/?created_from=${monday}`,
      total_count_login_users: `users/users/?sign_in_from=${today}`,
      total_count_today_active_assets: `assets/assets/?used_from=${today}`,
      total_count_online_users: "users/users/?connected=1",
    };
    for (const [name, path] of Object.entries(leads)) {
      expect([organization, zone, name, figures[name]]).toEqual([
        organization,
        zone,
        name,
        await countOf(path, organization),
      ]);
    }
    expect(figures.total_count_type_to_assets_amount.map(({ total }: { total: number }) => total)).toEqual([
      await countOf("assets/assets/?type=linux", organization),
    ]);
  }
}, 60_000);

test("each place of a ranking counts the sessions that it leads to", async () => {
  // Neither the person nor the asset is known by more than a text, which others with an id have as well.
  for (const organization of [mine, other]) {
    await run(
      `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, date_start, date_end,
         is_finished, is_success)
       select gen_random_uuid(), $1, 'u', 'a', 'root', '', 'ssh', 'WT', ${at}, now(), true, true
       from generate_series(1, 50)`,
      [organization],
    );
  }
  const rankings = [
    ["dates_login_times_top10_users", "user"],
    ["dates_login_times_top10_assets", "asset"],
  ] as const;
  for (const isSummedUp of [false, true]) {
    if (isSummedUp) await sumUpActivity(product.services.db);
    for (const organization of [mine, other, root]) {
      for (const days of [1, 7, 30]) {
        for (const [name, of] of rankings) {
          const { today } = await midnights();
          const from = days === 1 ? today : new Date(Date.now() - days * 86_400_000).toISOString();
          const ranked = (await call("GET", `index/?${name}=1&days=${days}`, organization))[name];
          // Of today there may be none yet, shortly after midnight.
          if (days > 1) expect(ranked.length).toBeGreaterThan(0);
          for (const place of ranked) {
            const id = place[`${of}_id`];
            const text = id === null ? `&${of}=${encodeURIComponent(place[of])}` : "";
            const path = `terminal/sessions/?${of}_id=${id ?? "none"}${text}&date_from=${from}`;
            expect([organization, days, place, place.total]).toEqual([
              organization,
              days,
              place,
              await countOf(path, organization),
            ]);
          }
        }
      }
    }
  }
}, 60_000);

test("a day of a trend has as many rows as the list of that day", async () => {
  const trends = [
    ["session_dates_metrics", "dates_metrics_total_count_session", "terminal/sessions/?"],
    ["dates_metrics", "dates_metrics_total_count_login", "audits/login-logs/?"],
    ["dates_metrics", "dates_metrics_total_count_active_users", "terminal/sessions/?latest_of=user&"],
    ["dates_metrics", "dates_metrics_total_count_active_assets", "terminal/sessions/?latest_of=asset&"],
  ] as const;
  for (const organization of [mine, root]) {
    for (const [group, name, path] of trends) {
      const asked = `index/?${group}=1&dates_metrics_midnights=1&days=7`;
      const answer = await call("GET", asked, organization, undefined, zones[1]);
      const days: number[] = answer[name];
      const begins = (answer.dates_metrics_midnights as string[]).map((at) => Date.parse(instant(at)));
      expect([days.length, begins.length]).toEqual([7, 7]);
      for (const [at, figure] of days.entries()) {
        const from = new Date(begins[at] ?? 0);
        const before = new Date((begins[at + 1] ?? Date.now() + 60_000) - 1);
        const dates = `date_from=${from?.toISOString()}&date_to=${before.toISOString()}`;
        expect([organization, name, at, figure]).toEqual([
          organization,
          name,
          at,
          await countOf(`${path}${dates}`, organization),
        ]);
      }
    }
  }
}, 60_000);

test("people and assets are listed by what they did since any instant, and by nothing that is none", async () => {
  const between = async (name: string, from: string) =>
    (await call("GET", `${name}=${encodeURIComponent(from)}`, mine)).map((row: { name: string }) => row.name);
  await run(
    `delete from sessions where asset_id = (select id from assets where name = 'old') and date_start > now() - interval '1 day'`,
    [],
  );
  for (const isSummedUp of [false, true]) {
    if (isSummedUp) await sumUpActivity(product.services.db);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(await between("assets/assets/?order=name&used_from", ago(24))).toEqual(["web"]);
    expect(await between("assets/assets/?order=name&used_from", ago(5 * 24 + 1))).toEqual(["old", "web"]);
    // The five days were no longer over at that instant.
    expect(await between("assets/assets/?order=name&used_from", ago(5 * 24 - 1))).toEqual(["web"]);
    expect(await between("assets/assets/?order=name&used_from", "2999-01-01T00:00:00Z")).toEqual([]);
    expect(await between("assets/assets/?order=name&used_from", "1999-01-01T00:00:00Z")).toEqual([
      "old",
      "web",
    ]);
    expect(await between("assets/assets/?order=name&used_from", "soon")).toEqual(["old", "web"]);
    expect(await between("users/users/?sign_in_from", "1999-01-01T00:00:00Z")).toEqual(["ada"]);
    expect(await between("users/users/?sign_in_from", "2999-01-01T00:00:00Z")).toEqual([]);
    expect(await between("users/users/?connected", "1")).toEqual(["ada"]);
    expect(await between("users/users/?connected", "0")).toEqual([]);
    expect(await between("users/users/?connected", "maybe")).toEqual(["ada"]);
  }
}, 60_000);

test("what members did is counted for those who are members now", async () => {
  const signIns = async () => {
    const figures = await call("GET", "index/?total_count=1&dates_metrics=1&days=7", mine);
    const from = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const until = new Date(Date.now() + 60_000).toISOString();
    expect(figures.total_count_user_login_logs).toBe(
      await countOf(`audits/login-logs/?date_from=${from}&date_to=${until}`, mine),
    );
    return [figures.total_count_user_login_logs, figures.dates_metrics_total_count_login];
  };
  const areKept = async () =>
    (await run("select from activity_member_changes where org_id = $1", [mine])).rowCount === 0;
  const { rows } = await run("select id from users where username = 'bob'", []);
  const changes = [
    () => call("POST", "users/users/invite/", mine, { users: [rows[0].id], org_roles: [member] }),
    () => run("update users set username = 'robert' where username = 'bob'", []),
    () => run("update users set username = 'bob' where username = 'robert'", []),
    () =>
      run("insert into login_logs (username, type, ip, status) values ('bob', 'W', '192.0.2.1', true)", []),
    () => run("delete from login_logs where username = 'bob' and datetime > now() - interval '3 days'", []),
    () => run("delete from role_bindings where user_id = $1 and org_id = $2", [rows[0].id, mine]),
  ];
  await sumUpActivity(product.services.db);
  const before = await signIns();
  for (const change of changes) {
    await change();
    const figures = await signIns();
    await sumUpActivity(product.services.db);
    expect(await areKept()).toBe(true);
    expect(await signIns()).toEqual(figures);
  }
  expect(await signIns()).toEqual(before);
}, 60_000);
