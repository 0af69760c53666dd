import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient } from "../../e2e/support/api.ts";
import { linuxPlatform, type World } from "../../e2e/support/world.ts";
import { type HostFarm, startHostFarm } from "../../server/src/engine/testing/host-farm.ts";
import { ownEtcPossible } from "../../server/src/engine/testing/openssh.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, inMilliseconds, judged, median, noted, type Row, unmeasured } from "../table.ts";

/** Seconds that changing all secrets, and looking for all accounts, may take. */
const longest = { rotation: 600, discovery: 300 };
/** Most bytes that the processes of the product may grow by meanwhile. */
const mostGrowth = 400_000_000;
/** Most milliseconds of the first page of records, however many there are. */
const longestPage = 50;

/**
 * Secrets changed on many hosts by one plan, and accounts looked for on others: real SSH servers, each with accounts of its
 * own. What it costs those who work meanwhile is beside it; then the lists of a million records.
 */
export async function measureRotation(fixtures: Fixtures): Promise<Row[]> {
  const { rotated, servers, discovered, accountsEach } = fixtures.sizes.rotation;
  const name = `secrets changed on ${rotated} hosts`;
  if (!ownEtcPossible()) return [unmeasured(name, "takes root that may mount", `< ${longest.rotation} s`)];
  const farm = await startHostFarm(servers, accountsEach);
  const world = await fixtures.startWorld();
  try {
    const hosts = await createHosts(world, farm, Math.max(rotated, discovered));
    return [
      ...(await rotateSecrets(world, hosts.slice(0, rotated))),
      await discoverAccounts(world, hosts.slice(0, discovered), accountsEach),
      ...(await timeLists(world, fixtures.sizes)),
    ];
  } finally {
    farm.close();
    await world.close();
  }
}

/** Hosts with root, and with one of the accounts of their server. Answers their ids. */
async function createHosts({ admin }: World, farm: HostFarm, count: number): Promise<string[]> {
  const run = Math.random().toString(36).slice(2, 8);
  const ids: string[] = [];
  for (let start = 0; start < count; start += 200) {
    const made = await admin.post(
      `/api/v1/assets/hosts/?platform=${linuxPlatform}`,
      Array.from({ length: Math.min(200, count - start) }, (_, index) => {
        const at = start + index;
        const username = `u${Math.floor(at / farm.ports.length)}`;
        return {
          name: `rotated-${run}-${at}`,
          address: "127.0.0.1",
          platform: { pk: linuxPlatform },
          protocols: [{ name: "ssh", port: farm.ports[at % farm.ports.length] }],
          accounts: [
            {
              name: "root",
              username: "root",
              secret_type: "ssh_key",
              secret: farm.rootKey,
              privileged: true,
            },
            { name: "u", username, secret_type: "password", secret: "Before-it-was" },
          ],
        };
      }),
    );
    ids.push(...made.map(({ id }: { id: string }) => id));
  }
  return ids;
}

/** Runs a plan until it has ended; answers the seconds. @throws Error unless it worked */
async function runPlan(
  admin: ApiClient,
  kind: string,
  plan: object,
): Promise<{ id: string; seconds: number }> {
  const { id: automation } = await admin.post(`/api/v1/accounts/${kind}-automations/`, {
    name: `${kind} ${Math.random()}`,
    is_periodic: false,
    ...plan,
  });
  const started = performance.now();
  const list = kind === "change-secret" ? "change-secret" : "gather-account";
  const { task } = await admin.post(`/api/v1/accounts/${list}-executions/`, { automation });
  for (;;) {
    const { status } = await admin.get(`/api/v1/accounts/${list}-executions/${task}/`);
    if (status === "success") return { id: task, seconds: (performance.now() - started) / 1_000 };
    if (status === "failed") throw new Error(`the plan failed: ${kind}`);
    await sleep(100);
  }
}

/** Milliseconds of what people do, again and again until it is over. */
async function latencies(world: World, isOver: () => boolean, least: number) {
  const page: number[] = [];
  const opening: number[] = [];
  while (page.length < least || !isOver()) {
    const asked = performance.now();
    await world.admin.get("/api/v1/assets/hosts/?limit=15&offset=0");
    page.push(performance.now() - asked);
    const opened = performance.now();
    const session = await world.connect();
    opening.push(performance.now() - opened);
    await session.close();
    await sleep(200);
  }
  return { page: median(page), opening: median(opening) };
}

const bytesOf = ({ product }: World): number =>
  [...product.memory().values()].reduce((sum, bytes) => sum + bytes, 0);

async function rotateSecrets(world: World, hosts: readonly string[]): Promise<Row[]> {
  const quiet = await latencies(world, () => true, 10);
  const idle = bytesOf(world);
  let most = idle;
  const sampling = setInterval(() => {
    most = Math.max(most, bytesOf(world));
  }, 1_000);
  let isOver = false;
  const busy = latencies(world, () => isOver, 3);
  try {
    const usernames = Array.from({ length: 100 }, (_, at) => `u${at}`);
    const plan = { accounts: usernames, assets: hosts, secret_type: "password", secret_strategy: "random" };
    const { id, seconds } = await runPlan(world.admin, "change-secret", plan);
    isOver = true;
    const meanwhile = await busy;
    const changed = await changedBy(world, id);
    if (changed !== hosts.length) throw new Error(`${changed} of ${hosts.length} secrets were changed`);
    const growth = most - idle;
    return [
      judged(
        `secrets changed on ${hosts.length} hosts`,
        `${seconds.toFixed(1)} s`,
        `< ${longest.rotation} s`,
        seconds < longest.rotation,
        { beside: `${(hosts.length / seconds).toFixed(1)}/s` },
      ),
      judged(
        "memory that takes",
        `${(growth / 1e6).toFixed(0)} MB more`,
        `< ${mostGrowth / 1e6} MB`,
        growth < mostGrowth,
      ),
      noted("a page meanwhile", inMilliseconds(meanwhile.page), besides(meanwhile.page, quiet.page)),
      noted(
        "a session opened meanwhile",
        inMilliseconds(meanwhile.opening),
        besides(meanwhile.opening, quiet.opening),
      ),
    ];
  } finally {
    isOver = true;
    clearInterval(sampling);
    await busy.catch(() => undefined);
  }
}

const besides = (busy: number, quiet: number) => ({
  beside: `quiet ${inMilliseconds(quiet)}`,
  ratio: busy / quiet,
});

function changedBy({ product }: World, execution: string): Promise<number> {
  return withDatabase(product, async (database) => {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::integer as count from secret_changes where execution_id = $1 and state = 'success'",
      [execution],
    );
    return rows[0]?.count ?? 0;
  });
}

async function discoverAccounts(world: World, hosts: readonly string[], each: number): Promise<Row> {
  const { seconds } = await runPlan(world.admin, "gather-account", { assets: hosts });
  const { count } = await world.admin.get("/api/v1/accounts/gathered-accounts/?limit=1&offset=0");
  // Root is one of them on each host.
  const least = hosts.length * each;
  if (count < least) throw new Error(`${count} accounts were found, not ${least}`);
  return judged(
    `${hosts.length} hosts with ${each} accounts looked through`,
    `${seconds.toFixed(1)} s`,
    `< ${longest.discovery} s`,
    seconds < longest.discovery,
    { beside: `${count.toLocaleString("en")} accounts` },
  );
}

/** The lists of executions and records with few rows, and with many. */
async function timeLists(world: World, { rotation: { records }, requests }: Sizes): Promise<Row[]> {
  const paths = [
    ["executions of a kind of plan", "change-secret-executions/?limit=15&offset=0"],
    ["records of changed secrets", "change-secret-records/?limit=15&offset=0"],
  ] as const;
  const time = async () => {
    const times: number[] = [];
    for (const [, path] of paths) times.push(await timeOf(world.admin, path, requests));
    return times;
  };
  const few = await time();
  await store(world, records);
  const many = await time();
  return paths.map(([name], at) =>
    below(`${name}, first page of ${records.toLocaleString("en")}`, many[at] ?? 0, longestPage, {
      name: "of few",
      milliseconds: few[at] ?? 1,
    }),
  );
}

async function timeOf(admin: ApiClient, path: string, requests: number): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request <= Math.ceil(requests / 4); request += 1) {
    const started = performance.now();
    await admin.get(`/api/v1/accounts/${path}`);
    if (request > 0) times.push(performance.now() - started);
  }
  return median(times);
}

/** Stores executions and records like those there are. */
async function store({ product }: World, records: number): Promise<void> {
  await withDatabase(product, async (database) => {
    await database.query("set synchronous_commit = off");
    await database.query(
      `insert into account_automation_executions (id, org_id, automation_id, automation_name, type, status, "trigger", snapshot, date_created, date_start, date_finished)
       select gen_random_uuid(), e.org_id, e.automation_id, e.automation_name, e.type, e.status, 'timing', e.snapshot,
         now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
       from (select * from account_automation_executions where type = 'change_secret' limit 1) e,
         generate_series(1, $1::integer) n`,
      [records],
    );
    await database.query(
      `insert into secret_changes (id, org_id, kind, execution_id, asset_id, account_id, account_version, key_strategy, params,
         secret_sealed, state, error, leased_until, date_created, date_started, date_finished)
       select gen_random_uuid(), c.org_id, c.kind, c.execution_id, c.asset_id, c.account_id, c.account_version,
         c.key_strategy, c.params, c.secret_sealed, 'success', '', c.leased_until,
         now() - n * interval '1 minute', c.date_started, c.date_finished
       from (select * from secret_changes where state = 'success' limit 1) c, generate_series(1, $1::integer) n`,
      [records],
    );
    await database.query("analyze account_automation_executions");
    await database.query("analyze secret_changes");
  });
}
