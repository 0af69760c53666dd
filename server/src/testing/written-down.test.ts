import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openReview, relateSession, rememberApproval } from "../areas/tickets/index.ts";
import type { Json } from "../engine/json.ts";
import { deliveryCalls } from "./delivery-calls.ts";
import { jobRunCalls } from "./job-run-calls.ts";
import { mailSettings } from "./mail-server.ts";
import { createPeople } from "./matrix/callers.ts";
import { createFixtures, storeSourceLink } from "./matrix/fixtures.ts";
import { withoutConfirmation } from "./matrix/without-confirmation.ts";
import { administratorPassword, createTestProduct, type TestProduct } from "./product.ts";
import { createRecipes, type Recipes } from "./recipes.ts";
import { type SearchTestServer, startSearchServer } from "./search-server.ts";
import { silent } from "./silent-writes.ts";

/** Writes that are always refused. */
const refused = new Set([
  "PUT /api/v1/tickets/tickets/:id/approve/",
  "PATCH /api/v1/tickets/tickets/:id/approve/",
  "PUT /api/v1/tickets/tickets/bulk/",
  ...["tickets", "apply-login-tickets", "apply-command-tickets", "apply-login-asset-tickets"].map(
    (list) => `POST /api/v1/tickets/${list}/open/`,
  ),
  "DELETE /api/v1/orgs/orgs/",
  "POST /api/v1/assets/assets/",
  "POST /api/v1/assets/protocol-settings/",
]);

const ticketTypes = ["asset", "login", "command", "login-asset"];
const ticketLists = ["tickets", ...ticketTypes.map((on) => `apply-${on}-tickets`)];

/** Opens a ticket of the type a list is of, about which the administrator is asked. */
async function askAdministrator(
  product: TestProduct,
  list: string,
  applicantId: string,
  asset: string,
): Promise<string> {
  if (list === "apply-asset-tickets") {
    const applicant = await product.signIn(applicantId);
    const body = { title: "Look", org_id: "Default", apply_assets: [asset], apply_accounts: ["root"] };
    return (await applicant.call("POST", `tickets/${list}/open/`, body)).body.id;
  }
  const types = {
    "apply-command-tickets": "command_confirm",
    "apply-login-asset-tickets": "login_asset_confirm",
  } as const;
  const type = types[list as keyof typeof types] ?? "login_confirm";
  const { id } = (await product.administrator.call("GET", "users/profile/")).body;
  const organizationId = "00000000-0000-0000-0000-000000000002";
  const request = { type, organizationId, applicantId, reviewerIds: [id], facts: {} };
  return (await openReview(product.services, request)).id;
}

/** A call that succeeds: where, and with what. */
interface Call {
  readonly url: string;
  readonly body?: Json;
}

const member = "00000000-0000-0000-0000-000000000007";
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHVZ2vs7bZ2f8mVYYYV5vA3u6iS2tq9nVh2J3p0a3D1x someone";

describe("what a signed-in person writes", () => {
  let product: TestProduct;
  let cluster: SearchTestServer;
  let host: string;
  let node: string;
  let user: string;
  let recipes: Recipes;
  const send = (method: string, url: string, body?: Json) => product.administrator.call(method, url, body);
  const must: Recipes["must"] = (...call) => recipes.must(...call);
  const make: Recipes["make"] = (path) => recipes.make(path);
  const unique = (): string => recipes.unique();
  const aStorage = (): Json => ({
    ...{ name: unique(), type: "ceph", comment: unique() },
    meta: { BUCKET: "recordings", ACCESS_KEY: "a", SECRET_KEY: "b", ENDPOINT: "http://127.0.0.1:1" },
  });
  const aCommandStorage = (): Json => ({
    ...{ name: unique(), type: "es", comment: unique() },
    meta: { HOSTS: [cluster.host], INDEX: "commands" },
  });
  const newUser = async (): Promise<string> => (await product.createUser({})).id;

  /** A ticket that asks the administrator. */
  const ticket = (list: string): Promise<string> => askAdministrator(product, list, user, host);
  const ticketActions = Object.fromEntries(
    ticketLists.flatMap((list) => [
      ...["approve", "reject", "close"].map((action) => [
        `tickets/${list}/:id/${action}/`,
        async () => ({ url: `tickets/${list}/${await ticket(list)}/${action}/`, body: {} }),
      ]),
      [
        `tickets/${list}/bulk/`,
        async () => ({
          url: `tickets/${list}/bulk/?action=reject`,
          body: { tickets: [await ticket(list)] },
        }),
      ],
    ]),
  ) as Readonly<Record<string, (method: string) => Promise<Call>>>;
  const sessionOfTicket = async (): Promise<string> => {
    const session = await runningSession();
    await relateSession(product.database.db, await ticket("apply-login-tickets"), session);
    return session;
  };

  /** Endpoints beside the standard ones. */
  const special: Readonly<Record<string, (method: string) => Promise<Call>>> = {
    ...ticketActions,
    "sallyport/source-links/:id/": async () => ({
      url: `sallyport/source-links/${await storeSourceLink(product, (await product.createUser({})).id)}/`,
      body: {},
    }),
    "authentication/sso/login-url/": async () => {
      await product.configure({ AUTH_SSO: true });
      return { url: "authentication/sso/login-url/", body: { username: "admin" } };
    },
    "sallyport/my-source-links/:id/": async () => ({
      url: `sallyport/my-source-links/${await storeSourceLink(product, (await product.administrator.call("GET", "users/profile/")).body.id)}/`,
      body: {},
    }),
    "tickets/apply-login-asset-tickets/:id/end-approval/": async () => {
      const list = "tickets/apply-login-asset-tickets";
      const id = await ticket("apply-login-asset-tickets");
      await must("PUT", `${list}/${id}/approve/`, {});
      await rememberApproval(product.database.db, id, 30);
      return { url: `${list}/${id}/end-approval/`, body: {} };
    },
    "tickets/apply-asset-tickets/open/": async () => ({
      url: "tickets/apply-asset-tickets/open/",
      body: { title: unique(), org_id: "Default", applicant: user, apply_assets: [host] },
    }),
    "tickets/comments/": async () => ({
      url: `tickets/comments/?ticket_id=${await ticket("tickets")}`,
      body: { body: unique() },
    }),
    "tickets/flows/": async () => {
      const rules = [{ strategy: "super_admin" }];
      return { url: "tickets/flows/", body: { type: "login_confirm", approval_level: 1, rules } };
    },
    "tickets/flows/:id/": async (method) => {
      const { body } = await product.administrator.call("GET", "tickets/flows/?type=apply_asset");
      const rules = [{ strategy: method === "PUT" ? "super_admin" : "super_org_admin" }];
      return { url: `tickets/flows/${body[0].id}/`, body: { type: "apply_asset", approval_level: 1, rules } };
    },
    "terminal/tasks/kill-session-for-ticket/": async () => ({
      url: "terminal/tasks/kill-session-for-ticket/",
      body: [await sessionOfTicket()],
    }),
    "terminal/tasks/toggle-lock-session-for-ticket/": async () => ({
      url: "terminal/tasks/toggle-lock-session-for-ticket/",
      body: { session_id: await sessionOfTicket(), task_name: "lock_session" },
    }),
    "sallyport/sessions/:id/hold/": async (method) => {
      const url = `sallyport/sessions/${await runningSession()}/hold/`;
      const body = { reason: unique() };
      if (method === "DELETE") await must("PUT", url, body);
      return method === "DELETE" ? { url } : { url, body };
    },
    "users/users/:id/password/": async () => ({
      url: `users/users/${await newUser()}/password/`,
      body: { password: "Another-pass-1" },
    }),
    // The link goes no further than the queue.
    "users/users/:id/password/reset/": async () => {
      await product.configure(mailSettings({ port: 1 }));
      return { url: `users/users/${await newUser()}/password/reset/`, body: {} };
    },
    "notifications/system-msg-subscription/:type/": async () => ({
      url: "notifications/system-msg-subscription/ServerPerformanceMessage/",
      body: { users: [], groups: [], receive_backends: ["site_msg"] },
    }),
    "notifications/user-msg-subscription/:user/": async () => ({
      url: `notifications/user-msg-subscription/${(await must("GET", "users/profile/")).id}/`,
      body: { receive_backends: ["site_msg", "email"] },
    }),
    "users/users/:id/pubkey/reset/": async () => ({
      url: `users/users/${await newUser()}/pubkey/reset/`,
      body: {},
    }),
    "users/users/:id/unblock/": async () => ({ url: `users/users/${await newUser()}/unblock/`, body: {} }),
    "users/users/invite/": async () => ({
      url: "users/users/invite/",
      body: { users: [await newUser()], org_roles: [member] },
    }),
    "users/users/:id/remove/": async () => ({ url: `users/users/${await newUser()}/remove/`, body: {} }),
    "users/users/remove/": async () => ({
      url: `users/users/remove/?ids=${await newUser()}`,
      body: {},
    }),
    "users/groups/:id/add-all-users/": async () => ({
      url: `users/groups/${(await must("POST", "users/groups/", { name: unique() })).id}/add-all-users/`,
      body: {},
    }),
    "users/profile/": async () => ({ url: "users/profile/", body: { comment: unique() } }),
    "users/profile/password/": async (method) => {
      const [old_password, next] =
        method === "PUT"
          ? [administratorPassword, `${administratorPassword}x`]
          : [`${administratorPassword}x`, `${administratorPassword}y`];
      return {
        url: "users/profile/password/",
        body: { old_password, new_password: next, new_password_again: next },
      };
    },
    "users/profile/secret-key/": async () => ({
      url: "users/profile/secret-key/",
      body: { new_secret_key: "Export-pass-1", new_secret_key_again: "Export-pass-1" },
    }),
    "users/profile/public-key/": async () => ({
      url: "users/profile/public-key/",
      body: { public_key: publicKey },
    }),
    "xpack/interface/setting/restore/": async () => ({ url: "xpack/interface/setting/restore/" }),
    "settings/setting/": async () => ({
      url: "settings/setting/",
      body: { SITE_URL: product.services.config.siteUrl, GLOBAL_ORG_DISPLAY_NAME: unique() },
    }),
    "notifications/site-messages/send/": async () => ({
      url: "notifications/site-messages/send/",
      body: { subject: "Hello", message: "there", user_ids: [user] },
    }),
    "authentication/temp-tokens/:id/expire/": async () => ({
      url: `authentication/temp-tokens/${await make("authentication/temp-tokens")}/expire/`,
      body: {},
    }),
    "sallyport/asset-permissions/:id/forwarding/": async () => ({
      url: `sallyport/asset-permissions/${await make("perms/asset-permissions")}/forwarding/`,
      body: { forwarding: ["jump"] },
    }),
    "sallyport/scim-sources/:id/token/": async () => ({
      url: `sallyport/scim-sources/${await make("sallyport/scim-sources")}/token/`,
    }),
    ...deliveryCalls(() => product),
    "sallyport/event-receivers/:id/retry-dead-letters/": async () => ({
      url: `sallyport/event-receivers/${await make("sallyport/event-receivers")}/retry-dead-letters/`,
    }),
    "sallyport/private-token/": async () => ({ url: "sallyport/private-token/" }),
    "assets/nodes/children/": async () => ({ url: "assets/nodes/children/", body: { value: unique() } }),
    "assets/nodes/children/tree/": async () => ({
      url: "assets/nodes/children/tree/",
      body: { value: unique() },
    }),
    "assets/nodes/:id/children/": async () => ({
      url: `assets/nodes/${node}/children/`,
      body: { value: unique() },
    }),
    "assets/nodes/:id/children/add/": async () => ({
      url: `assets/nodes/${node}/children/add/`,
      body: { nodes: [(await must("POST", "assets/nodes/", { value: unique() })).id as Json] },
    }),
    "assets/nodes/:id/assets/add/": async () => ({
      url: `assets/nodes/${(await must("POST", "assets/nodes/", { value: unique() })).id}/assets/add/`,
      body: { assets: [host] },
    }),
    "assets/nodes/:id/assets/replace/": async () => ({
      url: `assets/nodes/${(await must("POST", "assets/nodes/", { value: unique() })).id}/assets/replace/`,
      body: { assets: [host] },
    }),
    "assets/nodes/:id/assets/remove/": async () => {
      const other = (await must("POST", "assets/nodes/", { value: unique() })).id;
      await must("PUT", `assets/nodes/${other}/assets/add/`, { assets: [host] });
      return { url: `assets/nodes/${other}/assets/remove/`, body: { assets: [host] } };
    },
    "accounts/accounts/clear-secret/": async () => ({
      url: "accounts/accounts/clear-secret/",
      body: { account_ids: [String(await make("accounts/accounts"))] },
    }),
    "accounts/accounts/bulk/": async () => ({
      url: "accounts/accounts/bulk/",
      body: { assets: [host], username: unique(), secret: "written once" },
    }),
    "accounts/gathered-accounts/sync-accounts/": async () => ({
      url: "accounts/gathered-accounts/sync-accounts/",
      body: { gathered_account_ids: [String(await make("accounts/gathered-accounts"))] },
    }),
    ...Object.fromEntries(
      (["change-secret", "push-account"] as const).flatMap((base) => {
        const plan = () => make(`accounts/${base}-automations`);
        const link = async (what: string, body: Json): Promise<Call> => ({
          url: `accounts/${base}/${await plan()}/${what}`,
          body,
        });
        return [
          [`accounts/${base}/:id/asset/add/`, () => link("asset/add/", { assets: [host] })],
          [`accounts/${base}/:id/asset/remove/`, () => link("asset/remove/", { assets: [host] })],
          [`accounts/${base}/:id/nodes/`, () => link("nodes/?action=add", { nodes: [node] })],
        ];
      }),
    ),
    ...Object.fromEntries(
      ["change-secret", "push-account", "gather-account"].map((base) => [
        `accounts/${base}-executions/`,
        async () => ({
          url: `accounts/${base}-executions/`,
          body: { automation: await make(`accounts/${base}-automations`) },
        }),
      ]),
    ),
    ...jobRunCalls(
      () => newRun(),
      async () => String(await make("ops/jobs")),
      async () => String(await make("ops/playbooks")),
      () => ({ pool: product.database.pool, host }),
    ),
    "accounts/account-backup-plan-executions/": async () => ({
      url: "accounts/account-backup-plan-executions/",
      body: { plan: await make("accounts/account-backup-plans") },
    }),
    "accounts/virtual-accounts/": async (method) => ({
      url: "accounts/virtual-accounts/",
      body: [{ id: await dynamicUser(), secret_from_login: method === "PUT" }],
    }),
    "accounts/virtual-accounts/:id/": async (method) => ({
      url: "accounts/virtual-accounts/@USER/",
      body: { secret_from_login: method === "PUT" },
    }),
    "terminal/tasks/kill-session/": async () => ({
      url: "terminal/tasks/kill-session/",
      body: [await runningSession()],
    }),
    "terminal/tasks/toggle-lock-session/": async () => ({
      url: "terminal/tasks/toggle-lock-session/",
      body: { session_id: await runningSession(), task_name: "lock_session" },
    }),
    "terminal/terminals/": async (method) => {
      const id = await aTerminal();
      return method === "DELETE"
        ? { url: `terminal/terminals/?ids=${id}` }
        : { url: "terminal/terminals/", body: [{ id, name: unique(), comment: unique() }] };
    },
    "terminal/command-storages/": async () => ({
      url: "terminal/command-storages/",
      body: aCommandStorage(),
    }),
    "terminal/command-storages/:id/": async () => {
      const { id } = await must("POST", "terminal/command-storages/", aCommandStorage());
      return { url: `terminal/command-storages/${id}/`, body: aCommandStorage() };
    },
    "terminal/replay-storages/": async () => ({ url: "terminal/replay-storages/", body: aStorage() }),
    "terminal/replay-storages/:id/": async () => {
      const { id } = await must("POST", "terminal/replay-storages/", aStorage());
      return { url: `terminal/replay-storages/${id}/`, body: aStorage() };
    },
    "terminal/terminals/:id/": async () => ({
      url: `terminal/terminals/${await aTerminal()}/`,
      body: { name: unique(), comment: unique() },
    }),
    "ops/task-executions/": async () => ({
      url: `ops/task-executions/?from=${await anExecution()}`,
      body: {},
    }),
    "ops/tasks/:id/": async () => {
      await anExecution();
      const id = await insert(sql<{ id: string }>`select id from tasks limit 1`);
      return { url: `ops/tasks/${id}/` };
    },
    "ops/celery/period-tasks/:id/": async () => {
      const id = await insert(sql<{ id: string }>`
        insert into task_schedules (name, task, crontab) values (${unique()}, 'nothing', '0 2 * * *') returning id`);
      return { url: `ops/celery/period-tasks/${id}/`, body: { enabled: false } };
    },
    "sallyport/task-executions/:id/stop/": async () => ({
      url: `sallyport/task-executions/${await anExecution()}/stop/`,
      body: {},
    }),
    "sallyport/host-keys/:id/": async () => ({ url: `sallyport/host-keys/${await aHostKey()}/` }),
    "assets/protocol-settings/:id/": async () => {
      const platform = await make("assets/platforms");
      // The last protocol of a platform cannot be deleted.
      await must("PATCH", `assets/platforms/${platform}/`, {
        protocols: [{ name: "ssh" }, { name: "sftp", port: 22 }],
      });
      const { rows } = await sql<{ id: number }>`
        select id from platform_protocols where platform_id = ${platform} limit 1
      `.execute(product.database.db);
      return {
        url: `assets/protocol-settings/${rows[0]?.id}/`,
        body: { name: "ssh", port: 2222 },
      };
    },
  };

  const insert = async (statement: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
    (await statement.execute(product.database.db)).rows[0]?.id ?? "";
  const runningSession = () =>
    insert(sql<{ id: string }>`
      insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
        is_success, is_finished, date_start)
      values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'Ada(ada)', ${user}, 'vault', ${host},
        'root(root)', 'x', 'ssh', 'WT', true, false, now()) returning id`);
  const newRun = async (): Promise<string> =>
    String((await must("POST", "ops/job-executions/", { job: await make("ops/jobs") })).id);
  const anExecution = async (): Promise<Json> =>
    (await must("POST", "assets/assets/tasks/", { action: "refresh", assets: [host] })).task ?? null;
  const dynamicUser = () =>
    insert(sql<{ id: string }>`
      select id from virtual_accounts
      where alias = '@USER' and org_id = '00000000-0000-0000-0000-000000000002'`);
  /** One that has stopped: those that run are not removed. */
  const aTerminal = () =>
    insert(sql<{ id: string }>`
      insert into terminals (id, name, type, remote_addr, date_heartbeat, is_own)
      values (gen_random_uuid(), ${unique()}, 'koko', '127.0.0.1', now() - interval '1 hour', false) returning id`);
  const aHostKey = () =>
    insert(sql<{ id: string }>`
      insert into host_keys (asset_id, host, port, algorithm, public_key, fingerprint)
      values (${host}, ${unique()}, 22, 'ssh-ed25519', 'AAAA', 'SHA256:x') returning id`);

  /** The calls of a standard route of a resource. */
  const standard = async (method: string, path: string, onObject: boolean): Promise<Call> => {
    if (method === "POST") return { url: `${path}/`, body: await recipes.body(path) };
    const id = await make(path);
    if (method === "DELETE") return { url: onObject ? `${path}/${id}/` : `${path}/?ids=${id}` };
    const change = await recipes.change(path);
    const known = method === "PUT" ? await must("GET", `${path}/${id}/`) : {};
    const body = { ...known, ...change };
    return onObject ? { url: `${path}/${id}/`, body } : { url: `${path}/`, body: [{ ...body, id }] };
  };

  /** Kinds of assets follow the same declaration as hosts; one of them stands for all. */
  const sameAs = /^assets\/(devices|databases|clouds|webs|gpts|customs)$/;

  beforeAll(async () => {
    [product, cluster] = await Promise.all([createTestProduct(), startSearchServer()]);
    const people = await createPeople(product);
    const { objects } = await createFixtures(product, people);
    await withoutConfirmation(product);
    recipes = createRecipes(product, objects);
    host = String(objects["/api/v1/assets/hosts/"]);
    node = String(objects["/api/v1/assets/nodes/"]);
    user = people.memberId;
  });
  afterAll(() => Promise.all([product?.close(), cluster?.close()]));

  const countEntries = async (): Promise<number> =>
    Number(
      (await sql<{ count: number }>`select count(*) as count from operate_logs`.execute(product.database.db))
        .rows[0]?.count,
    );

  it("is written down, whichever route it takes", async () => {
    const problems: string[] = [];
    const writes = product.app.routes.filter(({ method }) =>
      ["POST", "PUT", "PATCH", "DELETE"].includes(method),
    );
    for (const { method, path } of writes) {
      // A look into a file before it is imported.
      if (path.endsWith("/render-to-json/")) continue;
      if (path in silent || refused.has(`${method} ${path}`)) continue;
      const below = path.replace("/api/v1/", "");
      const list = below.replace(/\/(:id\/)?$/, "");
      if (sameAs.test(list)) continue;
      let call: Call;
      try {
        const own = special[below];
        call = own === undefined ? await standard(method, list, below.endsWith(":id/")) : await own(method);
      } catch (error) {
        problems.push(`${method} ${path}: ${String(error)}`);
        continue;
      }
      const before = await countEntries();
      const { status, text } = await send(method, call.url, call.body);
      const after = await countEntries();
      if (status >= 300) problems.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
      else if (after === before) problems.push(`${method} ${path} left no entry`);
      else if (after > before + 2) problems.push(`${method} ${path} left ${after - before} entries`);
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it("names no route that is gone as one that is silent", () => {
    const live = new Set(product.app.routes.map(({ path }) => path));
    expect(Object.keys(silent).filter((path) => !live.has(path))).toEqual([]);
  });

  it("tells of a link what it changed in its owner, and never a secret", async () => {
    const group = (await must("POST", "users/groups/", { name: unique() })).id as string;
    const someone = await product.createUser({ name: "Someone Linked" });
    const link = await must("POST", "users/users-groups-relations/", { user: someone.id, usergroup: group });
    await must("DELETE", `users/users-groups-relations/${link.id}/`);
    const { rows } = await sql<{ action: string; diff: { before: Json; after: Json }[] }>`
      select action, diff from operate_logs where resource_id = ${group} and action = 'update' order by datetime
    `.execute(product.database.db);
    const name = expect.stringContaining("Someone Linked");
    expect(rows.map(({ diff }) => diff[0])).toMatchObject([
      { field: "user", before: null, after: name },
      { field: "user", before: name, after: null },
    ]);
    const { rows: all } = await sql<{ text: string }>`select diff::text as text from operate_logs`.execute(
      product.database.db,
    );
    const whole = all.map(({ text }) => text).join("\n");
    expect(whole).toContain("******");
    for (const secret of ["written once", "Export-pass-1", "Another-pass-1", administratorPassword])
      expect(whole).not.toContain(secret);
  });
});
