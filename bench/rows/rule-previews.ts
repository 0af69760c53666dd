import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row } from "../table.ts";

/** Milliseconds until it is told what a rule would have done. */
const limit = 2_000;

const organization = "00000000-0000-0000-0000-000000000002";

/** People and assets that did all of it. */
const people = 20;

/** Sign-ins, and sessions, of the last month; a tenth as many as there are commands. */
const share = 10;

/** What rules of each kind would have done in a month, as their forms ask before they are saved. */
export async function measureRulePreviews(fixtures: Fixtures): Promise<Row[]> {
  const { sizes } = fixtures;
  const { product } = await fixtures.startCommands();
  const { commands } = sizes.snapshots;
  const others = Math.floor(commands / share);
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    await createHistory(product, admin, others);
    const group = await admin.post("/api/v1/acls/command-groups/", {
      name: "Bench units",
      content: "systemctl restart unit-4\nreboot\nrm",
    });
    const rule = {
      name: "Draft",
      users: { type: "all" },
      rules: { ip_group: ["192.0.2.0/25"], time_period: weekdays },
    };
    const ofAssets = { assets: { type: "all" }, accounts: ["@ALL"] };
    const questions = [
      ["login-acls", `${others.toLocaleString("en")} sign-ins`, rule],
      ["login-asset-acls", `${others.toLocaleString("en")} sessions`, { ...rule, ...ofAssets }],
      [
        "connect-method-acls",
        `${others.toLocaleString("en")} sessions`,
        { ...rule, connect_methods: ["web_cli"] },
      ],
      [
        "command-filter-acls",
        `${commands.toLocaleString("en")} commands`,
        { ...rule, ...ofAssets, command_groups: [group.id] },
      ],
    ] as const;
    const rows: Row[] = [];
    for (const [kind, name, draft] of questions)
      rows.push(await measure(admin, kind, name, draft, sizes.rounds));
    return rows;
  } finally {
    await product.dispose();
  }
}

const weekdays = [1, 2, 3, 4, 5].map((id) => ({ id, value: "08:00~18:00" }));

async function measure(
  admin: ApiClient,
  kind: string,
  name: string,
  draft: object,
  rounds: number,
): Promise<Row> {
  const times: number[] = [];
  let told = "";
  // The first warms caches, plans and the compiler up.
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now();
    const {
      examined,
      stopped_at: stopped,
      refused,
    } = await admin.post(`/api/v1/sallyport/acls/${kind}/preview/`, draft);
    if (round > 0) times.push(performance.now() - started);
    if (refused === 0) throw new Error(`a preview of ${kind} found nothing`);
    told = `${stopped === null ? "all" : "the newest"} ${Number(examined).toLocaleString("en")} looked at`;
  }
  const taken = median(times);
  return judged(`preview of ${kind} over ${name}`, inMilliseconds(taken), `< ${limit} ms`, taken < limit, {
    beside: told,
  });
}

/** Stores sign-ins and sessions of the last month, and the sessions of the commands that are there. */
async function createHistory(product: Product, admin: ApiClient, count: number): Promise<void> {
  const [platform] = await admin.get("/api/v1/assets/platforms/?name=Linux");
  const users: string[] = [];
  const assets: string[] = [];
  for (let at = 0; at < people; at += 1) {
    const name = `bench-${at}`;
    const user = await admin.post("/api/v1/users/users/", {
      name,
      username: name,
      email: `${name}@example.com`,
    });
    users.push(user.id);
    const asset = {
      name,
      address: `10.0.0.${at}`,
      platform: platform.id,
      protocols: [{ name: "ssh", port: 22 }],
    };
    assets.push((await admin.post("/api/v1/assets/hosts/", asset)).id);
  }
  await withDatabase(product, async (database) => {
    await database.query(
      `insert into login_logs (username, type, ip, status, datetime)
       select 'bench-' || n % $2::integer, 'W', '192.0.2.' || n % 250, true, now() - n * interval '29 days' / $1::integer
       from generate_series(1, $1::integer) n`,
      [count, people],
    );
    const columns = `org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from, remote_addr,
      is_success, is_finished, date_start, date_end`;
    const values = `$1, 'bench', ($2::uuid[])[n % ${people} + 1], 'bench', ($3::uuid[])[n % ${people} + 1], 'root(root)',
      '', 'ssh', 'WT', '192.0.2.' || n % 250, true, true`;
    await database.query(
      `insert into sessions (id, ${columns})
       select gen_random_uuid(), ${values}, at, at
       from generate_series(1, $4::integer) n, lateral (select now() - n * interval '29 days' / $4::integer as at) t`,
      [organization, users, assets, count],
    );
    await database.query(
      `insert into sessions (id, ${columns})
       select id, ${values}, at, at
       from (select session_id as id, min(date_executed) as at, row_number() over () as n from commands
             where not exists (select 1 from sessions s where s.id = session_id) group by 1) t`,
      [organization, users, assets],
    );
    await database.query("vacuum analyze");
  });
}
