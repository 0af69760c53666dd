import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
let admin: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
});
afterAll(() => product?.close());
beforeEach(() => world.permit());

const id = (name: string): string => world.ids[name] as string;

describe("why somebody can, or cannot, connect", () => {
  const path = "sallyport/permissions/explain/";
  const explain = async (asset: string, account = "", user = "mei", headers = {}) => {
    const query = new URLSearchParams({ user: id(user), asset: id(asset), account });
    const { status, body } = await admin.call("GET", `${path}?${query}`, undefined, headers);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const codes = (list: readonly { value: string }[]) => list.map(({ value }) => value);
  const obstacle = async (...asked: Parameters<typeof explain>) => {
    const { obstacles, accounts } = await explain(...asked);
    return [
      ...codes(obstacles),
      ...accounts.map((one: { obstacle: null | { value: string } }) => one.obstacle?.value),
    ];
  };

  test("the whole chain: user, group, permission, node, entry, account, actions, end", async () => {
    const [wide, narrow] = await world.permit(
      { name: "Wide", groups: ["builders"], users: ["mei"], nodes: ["web"], accounts: ["@ALL"], actions: 2 },
      {
        name: "Narrow",
        groups: ["builders"],
        nodes: ["web/live"],
        assets: ["front"],
        accounts: ["admin"],
        expires: 60,
      },
      { name: "Elsewhere", users: ["mei"], assets: ["ledger"], accounts: ["@ALL"] },
      { name: "Others", users: ["tom"], nodes: ["root"], accounts: ["@ALL"] },
    );
    const { allowed, obstacles, accounts, permissions, elsewhere } = await explain("front");
    expect([allowed, obstacles]).toEqual([true, []]);
    expect(permissions).toMatchObject([
      {
        id: narrow,
        state: { value: "valid" },
        users: [{ kind: "group", id: id("builders"), name: "builders" }],
        assets: [
          { kind: "asset", id: id("front"), name: "front" },
          { kind: "node", id: id("web/live"), name: "/World/web/live" },
        ],
      },
      {
        id: wide,
        users: [{ kind: "user", name: "mei" }, { kind: "group" }],
        assets: [{ kind: "node", id: id("web") }],
      },
    ]);
    const root = accounts.find(({ name }: { name: string }) => name === "admin");
    expect(root).toMatchObject({ allowed: true, obstacle: null });
    expect(codes(root.actions)).toEqual(["connect", "upload"]);
    expect(root.sources).toEqual(
      expect.arrayContaining([
        { permission: wide, entries: ["@ALL"] },
        { permission: narrow, entries: ["admin"] },
      ]),
    );
    // The other accounts may be uploaded to, but not connected with.
    expect(await obstacle("front", "release")).toEqual(["no_connect_action"]);
    expect(await obstacle("front", "retired")).toEqual(["account_inactive"]);
    expect(await obstacle("front", "nobody")).toEqual(["account_unknown"]);
    expect(await obstacle("front", "@INPUT")).toEqual(["account_not_named"]);
    expect(elsewhere).toEqual({ asset: 3, user: 3 });
  });

  test.each([
    ["nothing names both", {}, ["nothing_granted"]],
    ["it is off", { isActive: false }, ["not_in_force"]],
    ["it has not begun", { starts: 86_400 }, ["not_in_force"]],
    ["it is over", { expires: -1 }, ["not_in_force"]],
  ])("%s", async (about, change, expected) => {
    const users = about === "nothing names both" ? ["tom"] : ["mei"];
    await world.permit({ users, assets: ["front"], accounts: ["admin"], ...change });
    const { allowed, obstacles, permissions, accounts } = await explain("front", "admin");
    expect([allowed, codes(obstacles)]).toEqual([false, expected]);
    expect(accounts[0].obstacle.value).toBe("account_not_named");
    if (permissions.length > 0) expect(permissions[0].state.value).not.toBe("valid");
  });

  test("what stands in the way of the user and of the asset, in the reader's language", async () => {
    await world.permit({
      users: ["mei", "tom"],
      assets: ["asleep", "front", "ledger"],
      accounts: ["@ALL", "@ANON"],
    });
    expect(await obstacle("asleep")).toEqual(["asset_inactive", "anonymous_unsupported"]);
    expect(await obstacle("ledger", "@ANON")).toEqual(["anonymous_unsupported"]);
    const change = (values: object) => admin.call("PATCH", `users/users/${id("tom")}/`, values);
    expect((await change({ is_active: false })).status).toBe(200);
    const { obstacles, allowed } = await explain("front", "admin", "tom", { "accept-language": "zh-CN" });
    expect([allowed, obstacles]).toEqual([false, [{ value: "user_inactive", label: "用户 tom 已被禁用。" }]]);
    await change({ is_active: true, date_expired: "2020-01-01T00:00:00Z" });
    expect(codes((await explain("front", "admin", "tom")).obstacles)).toEqual(["user_expired"]);
    await change({ date_expired: "2080-01-01T00:00:00Z" });
    expect((await explain("front", "admin", "tom")).allowed).toBe(true);
  });

  describe("and which rules fit", () => {
    const rules = async (query: Record<string, string> = {}, caller = admin) => {
      const asked = new URLSearchParams({ user: id("mei"), asset: id("front"), ...query });
      const answer = await caller.call("GET", `${path}?${asked}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const states = (body: { rules: { name: string; state: string }[] }) =>
      body.rules.map(({ name, state }) => `${name}: ${state}`);
    const made: string[] = [];
    const make = async (kind: string, name: string, values: object) => {
      const whole = { name, users: { type: "ids", ids: [id("mei")] }, ...values };
      const answer = await admin.call("POST", `acls/${kind}/`, whole as never);
      expect(answer.status, answer.text).toBe(201);
      made.push(`acls/${kind}/${answer.body.id}/`);
    };
    beforeEach(async () => {
      await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin", "release"] });
      const front = { assets: { type: "ids", ids: [id("front")] }, accounts: ["admin"] };
      const abroad = { ip_group: ["192.0.2.0/24"] };
      await make("login-acls", "Office", { action: "accept", priority: 90, rules: abroad });
      await make("login-acls", "Elsewhere", { action: "reject", priority: 80, rules: {} });
      await make("login-acls", "Never", { action: "reject", priority: 70, rules: {} });
      await make("login-acls", "Others", { users: { type: "ids", ids: [id("tom")] }, rules: {} });
      await make("login-asset-acls", "No admin", { ...front, rules: {} });
      await make("connect-method-acls", "No browser", { connect_methods: ["web_cli"] });
      await make("command-filter-acls", "No deletions", {
        ...front,
        action: "warning",
        reviewers: [id("mei")],
      });
    });
    afterEach(async () => {
      for (const address of made.splice(0)) await admin.call("DELETE", address);
    });

    test("in their order, as far as the question decides them", async () => {
      const open = await rules();
      expect(states(open)).toEqual([
        "Office: depends",
        "Elsewhere: decides",
        "Never: later",
        "No admin: depends",
        "No browser: applies",
        "No deletions: depends",
      ]);
      expect(open.allowed).toBe(false);
      expect(codes(open.obstacles)).toEqual(["rule_refuses"]);
      expect(open.rules[1]).toMatchObject({
        kind: "login",
        id: expect.any(String),
        priority: 80,
        action: { value: "reject", label: "Reject" },
      });
      const office = await rules({ remote_addr: "192.0.2.9", account: "release" });
      expect(states(office)).toEqual([
        "Office: decides",
        "Elsewhere: later",
        "Never: later",
        "No browser: applies",
      ]);
      expect([office.allowed, office.obstacles]).toEqual([true, []]);
      const asAdmin = await rules({ remote_addr: "192.0.2.9", account: "admin" });
      expect(states(asAdmin).slice(3)).toEqual([
        "No admin: decides",
        "No browser: applies",
        "No deletions: applies",
      ]);
      expect(asAdmin.allowed).toBe(false);
    });

    test("at the time that is asked about; not who or what they are about where that may not be seen", async () => {
      const hours = { time_period: [{ id: 1, value: "09:00~12:00" }] };
      await make("login-asset-acls", "Mondays", {
        assets: { type: "all" },
        accounts: ["@ALL"],
        priority: 99,
        action: "review",
        reviewers: [id("tom")],
        rules: hours,
      });
      const names = async (at: Date) => states(await rules({ account: "release", at: at.toISOString() }));
      // 4 May 2026 is a Monday, in the zone of the server.
      expect(await names(new Date(2026, 4, 4, 10))).toContain("Mondays: decides");
      expect(await names(new Date(2026, 4, 5, 10))).not.toContain("Mondays: decides");
      for (const query of [{ remote_addr: "nowhere" }, { at: "soon" }] as Record<string, string>[]) {
        const asked = new URLSearchParams({ user: id("mei"), asset: id("front"), ...query });
        const answer = await admin.call("GET", `${path}?${asked}`);
        expect([answer.status, Object.keys(answer.body)]).toEqual([400, Object.keys(query)]);
      }
      const { body: all } = await admin.call("GET", "rbac/permissions/?scope=org");
      const permissions = all
        .filter(({ codename }: { codename: string }) =>
          ["view_assetpermission", "view_userassets", "view_loginassetacl"].includes(codename),
        )
        .map(({ id: number }: { id: number }) => number);
      const role = await admin.call("POST", "rbac/org-roles/", {
        name: "Explainers",
        scope: "org",
        permissions,
      });
      const reader = await product.createUser({ username: "reader", org_roles: [role.body.id] });
      const seen = await rules({ account: "admin" }, await product.signIn(reader.id));
      expect(seen.rules).toContainEqual(expect.objectContaining({ kind: "login_asset", name: "No admin" }));
      for (const rule of seen.rules) {
        const isShown = rule.kind === "login_asset";
        expect([rule.kind, rule.id !== null, rule.name !== null]).toEqual([rule.kind, isShown, isShown]);
      }
    });
  });

  test("is asked by who may see both, and of what they may see", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    for (const query of ["", "user=x&asset=y", `user=${id("mei")}`, `user=${id("mei")}&asset=`]) {
      expect((await admin.call("GET", `${path}?${query}`)).status).toBe(400);
    }
    const missing = randomUUID();
    for (const [user, asset] of [
      [missing, id("front")],
      [id("mei"), missing],
    ]) {
      expect((await admin.call("GET", `${path}?user=${user}&asset=${asset}`)).status).toBe(404);
    }
    const other = await admin.call("POST", "orgs/orgs/", { name: "Next door" });
    const there = await admin.call("GET", `${path}?user=${id("mei")}&asset=${id("front")}`, undefined, {
      "x-jms-org": other.body.id,
    });
    expect(there.status).toBe(404);
    const plain = await product.createUser({ username: "plain" });
    const caller = await product.signIn(plain.id);
    expect((await caller.call("GET", `${path}?user=${plain.id}&asset=${id("front")}`)).status).toBe(403);
  });
});

describe("what saving would do", () => {
  const path = "sallyport/permissions/preview/";
  const preview = async (body: object, caller = admin) => {
    const answer = await caller.call("POST", path, body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    return answer.body;
  };
  const draft = { name: "Draft", users: [] as string[], assets: [] as string[], accounts: ["@ALL"] };

  test("a new permission: triples of user, asset and account beside what is granted already", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"], actions: 63 });
    const body = { ...draft, users: [id("tom")], user_groups: [id("builders")], assets: [id("front")] };
    // tom gets five accounts, mei (in builders) the four she has not.
    expect(await preview(body)).toEqual({
      added: 9,
      removed: 0,
      changed: 0,
      users: 2,
      assets: 1,
      sessions: { end: true, count: 0, finishing: 0, results: [] },
    });
    expect(await preview({ ...body, actions: [] })).toMatchObject({ added: 0, users: 0 });
    expect(await preview({ ...body, is_active: false })).toMatchObject({ added: 0 });
    expect(await preview({ ...body, date_start: "2090-01-01T00:00:00Z" })).toMatchObject({ added: 0 });
    expect((await admin.call("GET", "perms/asset-permissions/")).body).toHaveLength(1);
    expect(await preview({ ...body, assets: [id("asleep")] })).toMatchObject({ added: 0 });
  });

  test("a changed and a deleted one: what goes, what stays by others, what gets other actions", async () => {
    const [first] = await world.permit(
      { users: ["mei"], assets: ["front", "ledger"], accounts: ["@ALL"] },
      { users: ["mei"], assets: ["front"], accounts: ["batch"] },
    );
    expect(await preview({ id: first, delete: true })).toMatchObject({
      added: 0,
      removed: 4,
      changed: 0,
      assets: 2,
    });
    expect(await preview({ id: first, assets: [id("ledger")] })).toMatchObject({ removed: 3, assets: 1 });
    expect(await preview({ id: first, actions: ["connect", "upload"] })).toMatchObject({
      changed: 6,
      removed: 0,
    });
    expect(await preview({ id: first, users: [id("mei"), id("tom")] })).toMatchObject({ added: 6, users: 1 });
    expect(await preview({ id: first, comment: "nothing else" })).toMatchObject({
      added: 0,
      removed: 0,
      changed: 0,
    });
  });

  test("several at once: what one takes and another still gives is not counted", async () => {
    const [first, second] = await world.permit(
      { users: ["mei"], assets: ["front"], accounts: ["admin"] },
      { users: ["mei"], assets: ["front"], accounts: ["admin", "batch"] },
      { users: ["mei"], assets: ["front"], accounts: ["batch"] },
    );
    const ids = [first, second];
    expect(await preview({ ids: [first], delete: true })).toMatchObject({ removed: 0 });
    expect(await preview({ ids, delete: true })).toMatchObject({ added: 0, removed: 1, users: 1, assets: 1 });
    expect(await preview({ ids, users: [id("tom")] })).toMatchObject({ added: 3, removed: 1, users: 2 });
    expect(await preview({ ids, is_active: false })).toMatchObject({ removed: 1 });
    const refused = async (body: object) => (await admin.call("POST", path, body)).body;
    const many = Array.from({ length: 201 }, () => randomUUID());
    expect(await refused({ ids: many, delete: true })).toEqual({ ids: [expect.stringContaining("200")] });
    expect(await refused({ ids: [], delete: true })).toMatchObject({ ids: [expect.anything()] });
    expect((await admin.call("POST", path, { ids: [first, randomUUID()], delete: true })).status).toBe(404);
  });

  test("names the running sessions that would end, to those who may see sessions", async () => {
    const [first] = await world.permit(
      { users: ["mei"], assets: ["front"], accounts: ["admin", "release"] },
      { users: ["mei"], assets: ["front"], accounts: ["release"] },
    );
    const session = (account: string, changes: object = {}) =>
      product.database.db
        .insertInto("sessions")
        .values({
          id: randomUUID(),
          org_id: organizationId,
          user: "mei(mei)",
          user_id: id("mei"),
          asset: "front(front.example)",
          asset_id: id("front"),
          account,
          account_id: id(`front/${account}`),
          protocol: "ssh",
          type: "normal",
          login_from: "WT",
          terminal_id: null,
          date_start: new Date(),
          date_end: null,
          end_reason: null,
          recording_path: null,
          recording_bytes: null,
          recording_hash: null,
          recording_duration: null,
          ...changes,
        })
        .execute();
    await session("admin");
    await session("admin", { is_finished: true, date_end: new Date() });
    await session("release key");
    const { sessions } = await preview({ id: first, accounts: ["batch"] });
    expect(sessions).toMatchObject({
      end: true,
      count: 1,
      results: [{ user: "mei(mei)", asset: "front(front.example)", account: "admin" }],
    });
    expect((await preview({ id: first, is_active: false })).sessions.count).toBe(1);
    expect((await preview({ id: first, actions: ["upload"] })).sessions.count).toBe(1);
    const every = (await admin.call("GET", "perms/asset-permissions/")).body.map(
      (one: { id: string }) => one.id,
    );
    expect((await preview({ ids: every, delete: true })).sessions.count).toBe(2);
    expect((await preview({ id: first, users: [id("mei"), id("tom")] })).sessions.count).toBe(0);
    const expired = new Date(Date.now() - 60_000).toISOString();
    const { sessions: immediate } = await preview({ id: first, date_expired: expired });
    expect(immediate).toMatchObject({ count: 1, finishing: 0, results: [{ ends: null }] });
    const { sessions: later } = await preview({
      id: first,
      date_expired: expired,
      session_grace_minutes: 30,
    });
    // It began after that expiry: no grace is for it.
    expect(later).toMatchObject({ count: 1, finishing: 0 });
    await sql`update sessions set date_start = now() - interval '10 minutes'`.execute(product.database.db);
    const { sessions: finishing } = await preview({
      id: first,
      date_expired: expired,
      session_grace_minutes: 30,
    });
    expect(finishing).toMatchObject({ count: 1, finishing: 1 });
    const ends = new Date(finishing.results[0].ends).getTime();
    expect(Math.round((ends - Date.now()) / 60_000)).toBe(29);
    expect((await preview({ id: first, delete: true })).sessions).toMatchObject({ count: 1, finishing: 0 });
    // What has expired already: less time to finish is told, more is not.
    const expire = (minutes: number) =>
      sql`update asset_permissions set date_expired = now() - interval '1 minute', session_grace_minutes = ${minutes}
        where id = ${first}::uuid`.execute(product.database.db);
    await expire(30);
    expect((await preview({ id: first, session_grace_minutes: 0 })).sessions).toMatchObject({
      count: 1,
      finishing: 0,
    });
    expect((await preview({ id: first, session_grace_minutes: 60 })).sessions.count).toBe(0);
    expect((await preview({ id: first, delete: true })).sessions.count).toBe(1);
    await sql`update asset_permissions set date_expired = now() + interval '1 day' where id = ${first}::uuid`.execute(
      product.database.db,
    );
    await product.configure({ SECURITY_SESSION_END_WITH_PERMISSION: false });
    expect((await preview({ id: first, delete: true })).sessions).toMatchObject({ end: false, count: 1 });
    await product.configure({ SECURITY_SESSION_END_WITH_PERMISSION: true });
  });

  test("what goes with an asset or a user that is deleted is told to whoever may delete it", async () => {
    await world.permit({ users: ["mei"], assets: ["front"] }, { users: ["mei"], assets: ["ledger"] });
    const told = async (resource: string, ids: readonly unknown[], caller = admin, headers = {}) => {
      const answer = await caller.call("POST", "sallyport/deletions/preview/", { resource, ids }, headers);
      return answer.status === 200 ? answer.body : answer.status;
    };
    const { body: accounts } = await admin.call("GET", `accounts/accounts/?asset=${id("front")}`);
    expect(accounts.length).toBeGreaterThan(0);
    for (const resource of ["assets/assets", "assets/hosts"]) {
      expect(await told(resource, [id("front")])).toEqual([
        { kind: "accounts", count: accounts.length },
        { kind: "permissions", count: 1 },
        { kind: "sessions", count: 2 },
      ]);
    }
    expect(await told("users/users", [id("mei"), id("tom")])).toEqual([
      { kind: "permissions", count: 2 },
      { kind: "sessions", count: 2 },
    ]);
    expect(await told("accounts/accounts", [id("front/admin")])).toEqual([{ kind: "sessions", count: 1 }]);
    expect(await told("users/groups", [id("builders")])).toEqual([{ kind: "users", count: 1 }]);
    const { body: branch } = await admin.call("POST", "orgs/orgs/", { name: "Deletion branch" });
    expect(await told("assets/assets", [id("front")], admin, { "X-JMS-ORG": branch.id })).toEqual([]);
    expect(await told("assets/assets", [])).toBe(400);
    expect(await told("assets/none", [id("front")])).toBe(404);
    expect(await told("assets/assets", [id("front")], await product.signIn(id("mei")))).toBe(403);
  });

  test("refuses what saving would refuse, from whom it would", async () => {
    const [first] = await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    const refused = async (body: unknown, caller = admin, headers = {}) =>
      (await caller.call("POST", path, body, headers)).status;
    expect(await refused({ ...draft, users: [randomUUID()] })).toBe(400);
    expect(await refused({ ...draft, actions: "connect" })).toBe(400);
    expect(await refused([])).toBe(400);
    expect(await refused({ id: randomUUID() })).toBe(404);
    expect(await refused({ id: "x", delete: true })).toBe(404);
    const root = { "x-jms-org": "00000000-0000-0000-0000-000000000000" };
    expect(await refused(draft, admin, root)).toBe(400);
    expect(await refused({ id: first, delete: true }, admin, root)).toBe(200);
    const plain = await product.createUser({ username: "onlooker" });
    expect(await refused({ id: first, delete: true }, await product.signIn(plain.id))).toBe(403);
  });
});

describe("who is granted an asset", () => {
  test("users and groups, whether the permission is in force or not, and by which permissions", async () => {
    await world.permit(
      { name: "One", users: ["tom"], nodes: ["web"], accounts: [], isActive: false },
      { name: "Two", groups: ["builders"], assets: ["front"], accounts: ["admin"] },
      { name: "Three", users: ["mei"], assets: ["ledger"], accounts: ["admin"] },
    );
    const names = async (path: string) => {
      const { status, body } = await admin.call("GET", `assets/assets/${id("front")}/${path}`);
      expect(status).toBe(200);
      return body.map(({ name }: { name: string }) => name);
    };
    expect(await names("perm-users/")).toEqual(["mei", "tom"]);
    expect(await names("perm-users/?username=tom")).toEqual(["tom"]);
    expect(await names("perm-user-groups/")).toEqual(["builders"]);
    expect(await names(`perm-users/${id("mei")}/permissions/`)).toEqual(["Two"]);
    expect(await names(`perm-users/${id("tom")}/permissions/?is_valid=0`)).toEqual(["One"]);
    expect(await names(`perm-user-groups/${id("builders")}/permissions/`)).toEqual(["Two"]);
    for (const path of ["perm-users/x/permissions/", "perm-user-groups/x/permissions/"]) {
      expect((await admin.call("GET", `assets/assets/${id("front")}/${path}`)).status).toBe(404);
    }
    expect((await admin.call("GET", `assets/assets/${randomUUID()}/perm-users/`)).status).toBe(404);
  });
});
