import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../engine/json.ts";
import { createPeople } from "./matrix/callers.ts";
import { createFixtures } from "./matrix/fixtures.ts";
import { plainResources } from "./plain-resources.ts";
import { createTestProduct, type TestProduct } from "./product.ts";
import { createRecipes, type Recipes } from "./recipes.ts";

const kinds = ["assets", "hosts", "devices", "databases", "clouds", "webs", "gpts", "customs"];
const links = ["users", "user-groups", "assets", "nodes"];

/** What the contract says of arrays on the list routes, written down by hand. */
const contract: Readonly<
  Record<"whole" | "not made" | "only changed" | "without delete" | "none", readonly string[]>
> = {
  whole: [
    "users/users",
    "users/groups",
    ...kinds.map((kind) => `assets/${kind}`),
    "assets/nodes",
    "assets/domains",
    "assets/gateways",
    "assets/labels",
    "accounts/accounts",
    "accounts/account-templates",
    "accounts/gathered-accounts",
    "accounts/change-secret-automations",
    "accounts/push-account-automations",
    "accounts/gather-account-automations",
    "accounts/account-backup-plans",
    "perms/asset-permissions",
    ...Object.keys(plainResources),
    "acls/login-acls",
    "acls/connect-method-acls",
    "terminal/endpoints",
    "terminal/endpoint-rules",
    "users/users-groups-relations",
    ...links.map((link) => `perms/asset-permissions-${link}-relations`),
    "rbac/system-role-bindings",
    "rbac/org-role-bindings",
    "rbac/role-bindings",
  ],
  "not made": ["terminal/terminals"],
  "only changed": ["accounts/virtual-accounts"],
  "without delete": ["orgs/orgs"],
  none: [
    "assets/platforms",
    "assets/protocol-settings",
    "rbac/roles",
    "rbac/org-roles",
    "rbac/system-roles",
    "authentication/access-keys",
    "authentication/temp-tokens",
    "authentication/connection-token",
    "users/connection-token",
    "authentication/super-connection-token",
    "accounts/account-secrets",
    "accounts/account-template-secrets",
    "accounts/change-secret-executions",
    "accounts/push-account-executions",
    "accounts/gather-account-executions",
    "accounts/account-backup-plan-executions",
    "audits/operate-logs",
    "audits/login-logs",
    "audits/my-login-logs",
    "audits/password-change-logs",
    "audits/job-logs",
    "audits/ftp-logs",
    "sallyport/operate-logs",
    "sallyport/refusals",
    "sallyport/my-source-links",
    "sallyport/source-links",
    "sallyport/source-rules",
    "sallyport/scim-sources",
    "sallyport/event-receivers",
    "sallyport/event-deliveries",
    "sallyport/message-deliveries",
    "sallyport/event-dead-letters",
    "sallyport/user-sessions",
    "accounts/change-secret-records",
    "accounts/push-account-records",
    "notifications/site-messages",
    "terminal/sessions",
    "terminal/my-sessions",
    "terminal/tasks",
    "terminal/commands",
    "tickets/tickets",
    "tickets/apply-asset-tickets",
    "tickets/apply-login-tickets",
    "tickets/apply-command-tickets",
    "tickets/apply-login-asset-tickets",
    "tickets/comments",
    "tickets/flows",
    "terminal/command-storages",
    "terminal/replay-storages",
    "sallyport/host-keys",
    "sallyport/session-events",
    "terminal/session-sharings",
    "terminal/session-join-records",
    "ops/tasks",
    "ops/task-executions",
    "ops/job-executions",
    "ops/celery/period-tasks",
  ],
};

/** Made by other means than a post to their own list. */
const notMade = new Set(kinds.filter((kind) => kind !== "hosts").map((kind) => `assets/${kind}`));

const ghost = (path: string): Json =>
  /relations$/.test(path) ? 2_000_000_000 : "ffffffff-ffff-4fff-8fff-ffffffffffff";

describe("arrays on the list routes", () => {
  let product: TestProduct;
  let recipes: Recipes;
  const call = (method: string, url: string, body?: Json) => product.administrator.call(method, url, body);
  const count = async (path: string): Promise<number> => (await call("GET", `${path}/?limit=1`)).body.count;
  const updatable = [...contract.whole, ...contract["without delete"]].filter((path) => !notMade.has(path));
  const deletable = contract.whole.filter((path) => !notMade.has(path));

  /** Takes a query that exactly one row meets, and no other. */
  const oneAtATime = "users/users-groups-relations";

  beforeAll(async () => {
    product = await createTestProduct();
    const people = await createPeople(product);
    const { objects } = await createFixtures(product, people);
    recipes = createRecipes(product, objects);
  });
  afterAll(() => product?.close());

  it("are written down for every resource", () => {
    const declared = product.product.areas.flatMap((area) => area.resources ?? []).map(({ path }) => path);
    const known = Object.values(contract).flat();
    expect(declared.filter((path) => !known.includes(path) && path !== "assets/nodes/children")).toEqual([]);
    expect(known.filter((path) => !declared.includes(path))).toEqual([]);
  });

  it("are taken exactly where the contract has them", () => {
    const methods = (path: string) =>
      ["PUT", "PATCH", "DELETE"].filter((method) =>
        product.app.routes.some((route) => route.method === method && route.path === `/api/v1/${path}/`),
      );
    const all = "PUT PATCH DELETE";
    const wanted = { whole: all, "not made": all, "only changed": "PUT PATCH", none: "" };
    for (const [kind, paths] of Object.entries(contract)) {
      // The list of organizations takes a delete in order to refuse it in the contract's words.
      if (kind === "without delete") continue;
      for (const path of paths) {
        expect([path, methods(path).join(" ")]).toEqual([path, wanted[kind as keyof typeof wanted]]);
      }
    }
  });

  it.each(updatable)("of %s tell each row's error in its place and change nothing", async (path) => {
    const [first, second] = [await recipes.make(path), await recipes.make(path)];
    const before = await recipes.must("GET", `${path}/${first}/`);
    const change = await recipes.change(path);
    for (const body of [{ id: first, ...change }, '"x"', 1, true]) {
      const { status, body: answer } = await call("PATCH", `${path}/`, body as Json);
      expect([status, Object.keys(answer)]).toEqual([400, ["non_field_errors"]]);
    }
    const [name] = Object.keys(change) as [string];
    const mixed = await call("PATCH", `${path}/`, [
      { id: first, ...change },
      change,
      { id: ghost(path), ...change },
      { id: "no id", ...change },
      7,
      { pk: second, [name]: { not: "text" } },
    ]);
    expect(mixed.status).toBe(400);
    expect(mixed.body).toEqual([
      {},
      ["id or pk not in data"],
      expect.stringContaining("does not exist"),
      expect.stringContaining("does not exist"),
      ["id or pk not in data"],
      { [name]: [expect.any(String)] },
    ]);
    const twice = await call("PATCH", `${path}/`, [
      { id: first, ...change },
      { pk: first, ...change },
    ]);
    expect([twice.status, twice.body]).toEqual([400, [expect.any(String)]]);
    const outside = await call("PATCH", `${path}/?ids=${second}`, [{ id: first, ...change }]);
    expect([outside.status, outside.body]).toEqual([400, [expect.stringContaining("does not exist")]]);
    expect(await recipes.must("GET", `${path}/${first}/`)).toEqual(before);

    const changed = await call("PATCH", `${path}/`, [
      { pk: second, ...(await recipes.change(path)) },
      { id: first, ...change },
    ]);
    expect(changed.status).toBe(200);
    expect(changed.body.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(changed.body[1]).toMatchObject(change);
    expect((await call("PATCH", `${path}/`, [])).body).toEqual([]);
  });

  it.each(updatable)("of %s make all or none", async (path) => {
    const before = await count(path);
    const [good, other, third] = [
      await recipes.body(path),
      await recipes.body(path),
      await recipes.body(path),
    ];
    const made = await count(path);
    const [field] = Object.keys(good).filter((key) => key !== "secret" && key !== "address") as [string];
    const bad = await call("POST", `${path}/`, [good, { ...other, [field]: { not: "it" } }, 5]);
    expect(bad.status).toBe(400);
    expect(bad.body[0]).toEqual({});
    expect(Object.keys(bad.body[1])).toContain(field);
    expect(Object.keys(bad.body[2])).toEqual(["non_field_errors"]);
    // The recipes themselves may make things that are counted, such as users.
    expect(await count(path)).toBe(made);
    const both = await call("POST", `${path}/`, [good, third]);
    expect(both.status).toBe(201);
    expect(both.body).toHaveLength(2);
    expect(await count(path)).toBe(made + 2);
    expect(before).toBeLessThanOrEqual(made);
    if (!("name" in good)) return;
    // The same name twice is found by the database, in the second row.
    const same = await recipes.body(path);
    const clash = await call("POST", `${path}/`, [
      same,
      { ...(await recipes.body(path)), name: same.name ?? "" },
    ]);
    if (clash.status === 201) return;
    expect([clash.status, clash.body[0]]).toEqual([400, {}]);
    expect(await count(path)).toBe(made + 2);
  });

  it.each(deletable.filter((path) => path !== oneAtATime))(
    "of %s are deleted only when they are named",
    async (path) => {
      const ids = [await recipes.make(path), await recipes.make(path), await recipes.make(path)];
      const before = await count(path);
      for (const query of ["", "?", "?ids=", "?unknown=1", "?search=", "?limit=1", "?order=id", "?id="]) {
        const { status, text } = await call("DELETE", `${path}/${query}`);
        const isCoded = path === "users/users";
        expect([query, status, isCoded ? JSON.parse(text).code : text]).toEqual([
          query,
          400,
          isCoded ? "unable_to_delete_all_users" : "",
        ]);
      }
      const keep = async (resources: Json): Promise<string> =>
        (await call("POST", "common/resources/cache/", { resources })).body.spm;
      const [first, second, third] = ids;
      const stranger = await product.signIn((await product.createUser({})).id);
      const foreign = await stranger.call("POST", "common/resources/cache/", { resources: ids });
      for (const spm of [
        foreign.body.spm,
        "nonsense",
        ghost("x"),
        await keep([]),
        await keep([ghost(path)]),
      ]) {
        expect((await call("DELETE", `${path}/?spm=${spm}`)).status).toBe(204);
      }
      const now = await count(path);
      expect(now).toBeGreaterThanOrEqual(before);
      expect((await call("DELETE", `${path}/?spm=${await keep([first ?? "", second ?? ""])}`)).status).toBe(
        204,
      );
      expect(await count(path)).toBe(now - 2);
      expect((await call("DELETE", `${path}/?ids=${third}`)).status).toBe(204);
      expect((await call("GET", `${path}/${third}/`)).status).toBe(404);
    },
  );

  it("of members of groups are deleted one at a time", async () => {
    const ids = [await recipes.make(oneAtATime), await recipes.make(oneAtATime)];
    const both = await call("POST", "common/resources/cache/", { resources: ids });
    for (const query of ["", `?spm=${both.body.spm}`, `?ids=${ids}`, "?id=2000000000"]) {
      expect((await call("DELETE", `${oneAtATime}/${query}`)).status).toBe(400);
    }
    const { user, usergroup } = await recipes.must("GET", `${oneAtATime}/${ids[0]}/`);
    const one = await call("DELETE", `${oneAtATime}/?user=${user}&usergroup=${usergroup}`);
    expect(one.status).toBe(204);
    expect((await call("GET", `${oneAtATime}/${ids[1]}/`)).status).toBe(200);
  });

  it("takes a whole selection back when one of its objects is in use", async () => {
    const asset = await recipes.make("assets/hosts");
    const empty = await recipes.make("assets/nodes");
    const full = await recipes.make("assets/nodes");
    await recipes.must("PUT", `assets/nodes/${full}/assets/add/`, { assets: [asset] });
    const { status } = await call("DELETE", `assets/nodes/?ids=${empty},${full}`);
    expect(status).toBe(403);
    expect((await call("GET", `assets/nodes/${empty}/`)).status).toBe(200);
    const platform = await recipes.make("assets/platforms");
    await recipes.must("POST", "assets/hosts/", {
      name: "in the way",
      address: "10.9.9.9",
      platform,
      protocols: [{ name: "ssh", port: 22 }],
    });
    const used = await call("DELETE", `assets/platforms/${platform}/`);
    expect([used.status, used.body.code]).toEqual([400, "referenced_by_others"]);
  });

  it("waits for somebody else's change, and says so when that takes too long", async () => {
    const group = await recipes.make("users/groups");
    const client = await product.database.pool.connect();
    try {
      await client.query("begin");
      await client.query("select 1 from user_groups where id = $1 for update", [group]);
      const answer = await call("PATCH", "users/groups/", [{ id: group, comment: "late" }]);
      expect([answer.status, answer.body.code]).toEqual([409, "error"]);
    } finally {
      await client.query("rollback");
      client.release();
    }
    expect((await call("PATCH", "users/groups/", [{ id: group, comment: "in time" }])).status).toBe(200);
  }, 30_000);
});
