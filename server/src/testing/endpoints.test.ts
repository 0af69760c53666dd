import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "./product.ts";

/** What the contract names of the finished areas: methods by address. */
const endpoints = Object.entries(
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../docs/contract/endpoints.json"), "utf8"),
  ) as Record<string, string>,
).map(([path, methods]) => ({ path, methods: methods.split(" ") }));

/** Lists whose objects components or the gateway write; clients read the fields of these methods all the same. */
const describedOnly: Readonly<Record<string, readonly string[]>> = {
  "audits/ftp-logs/": ["POST"],
  "terminal/commands/": ["POST", "PUT", "PATCH"],
  "terminal/session-join-records/": ["POST"],
  "terminal/sessions/": ["POST", "PUT", "PATCH"],
  "terminal/tasks/": ["POST", "PUT", "PATCH"],
  "terminal/terminals/": ["POST"],
  "tickets/tickets/": ["POST"],
  "tickets/apply-asset-tickets/": ["POST"],
  "tickets/apply-login-tickets/": ["POST"],
  "tickets/apply-command-tickets/": ["POST"],
  "tickets/apply-login-asset-tickets/": ["POST"],
};

/** Components alone are told of these. */
const forComponents = [
  "acls/command-filter-acls/command-review/",
  "acls/login-asset/check/",
  "terminal/commands/insecure-command/",
  "terminal/registration/",
  "terminal/status/",
  "terminal/terminal-registrations/",
  "terminal/terminals/config/",
  "terminal/terminals/sessions/",
  "terminal/terminals/status/",
  "tickets/ticket-session-relation/",
];

describe("the endpoints of the contract", () => {
  let product: TestProduct;
  let admin: TestCaller;
  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product?.close());

  it("are there with every method it names", () => {
    const answered = new Set(product.app.routes.map(({ method, path }) => `${method} ${path}`));
    const missing = endpoints.flatMap(({ path, methods }) =>
      methods.map((method) => `${method} /api/v1/${path}`).filter((one) => !answered.has(one)),
    );
    expect(missing).toEqual([]);
  });

  it("describe the fields of each of their methods", async () => {
    const silent: string[] = [];
    for (const { path, methods } of endpoints) {
      // What is below one object is described by the object's own.
      if (path.includes(":") || forComponents.includes(path) || path.startsWith("common/")) continue;
      // Its answer has what its parameters ask for.
      if (path === "index/") continue;
      const { status, body } = await admin.call("OPTIONS", path);
      const told = Object.keys(body.actions ?? {});
      const wanted = [...methods.filter((method) => method !== "DELETE"), ...(describedOnly[path] ?? [])];
      for (const method of wanted)
        if (status !== 200 || !told.includes(method)) silent.push(`${method} ${path}`);
    }
    expect(silent).toEqual([]);
  });

  it("change the links of groups, and tell both sides in the operate log", async () => {
    const user = await product.createUser({ username: "linked" });
    const group = async (name: string) => (await admin.call("POST", "users/groups/", { name })).body.id;
    const [one, other] = [await group("one"), await group("other")];
    const links = "users/users-groups-relations/";
    const link = (await admin.call("POST", links, { user: user.id, usergroup: one })).body;
    const moved = await admin.call("PATCH", `${links}${link.id}/`, { usergroup: other });
    expect([moved.status, moved.body]).toEqual([
      200,
      { ...link, usergroup: other, usergroup_display: "other" },
    ]);
    const again = await admin.call("PUT", links, [{ id: link.id, user: user.id, usergroup: one }]);
    expect([again.status, again.body[0].usergroup]).toEqual([200, one]);
    await admin.call("POST", links, { user: user.id, usergroup: other });
    const taken = await admin.call("PATCH", links, [{ id: link.id, usergroup: other }]);
    expect([taken.status, Object.keys(taken.body[0])]).toEqual([400, ["non_field_errors"]]);
    const logs = (await admin.call("GET", `audits/operate-logs/?resource_id=${other}&action=update`)).body;
    expect(logs.length).toBe(3);
  });

  it("move the links of permissions, inside their organization and once", async () => {
    const [one, other] = [await product.createUser({}), await product.createUser({})];
    const grant = async (name: string, users: string[]) =>
      (await admin.call("POST", "perms/asset-permissions/", { name, users, accounts: ["@ALL"] })).body.id;
    const id = await grant("moving", [one.id]);
    const links = "perms/asset-permissions-users-relations/";
    const [link] = (await admin.call("GET", `${links}?assetpermission=${id}`)).body;
    expect((await admin.call("PATCH", `${links}${link.id}/`, { user: other.id })).body.user).toBe(other.id);
    const back = await admin.call("PUT", links, [{ id: link.id, user: one.id, assetpermission: id }]);
    expect([back.status, back.body[0].user]).toEqual([200, one.id]);
    await admin.call("POST", links, { user: other.id, assetpermission: id });
    const taken = await admin.call("PATCH", `${links}${link.id}/`, { user: other.id });
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ["user"]]);
    const nobody = await admin.call("PATCH", links, [{ id: link.id, user: crypto.randomUUID() }]);
    expect(nobody.status).toBe(400);
  });

  it("change who holds which role, and take nobody's last one", async () => {
    const role = async (scope: string, name: string) =>
      (await admin.call("POST", `rbac/${scope}-roles/`, { name, scope, permissions: [] })).body.id;
    const [one, other, local] = [
      await role("system", "one"),
      await role("system", "other"),
      await role("org", "x"),
    ];
    const user = await product.createUser({ system_roles: [one] });
    const bindings = "rbac/system-role-bindings/";
    const [held] = (await admin.call("GET", `${bindings}?user=${user.id}`)).body;
    expect((await admin.call("PATCH", `${bindings}${held.id}/`, { role: other })).body.role).toBe(other);
    const listed = await admin.call("PUT", bindings, [{ id: held.id, user: user.id, role: one }]);
    expect([listed.status, listed.body[0].role]).toEqual([200, one]);
    // Another scope, and the only role of the person it is taken from.
    expect(
      (await admin.call("PATCH", `rbac/role-bindings/${held.id}/`, { role: local })).body,
    ).toHaveProperty("role");
    const away = await admin.call("PATCH", `${bindings}${held.id}/`, {
      user: (await product.createUser({})).id,
    });
    expect([away.status, away.body.code]).toEqual([400, "system_role_delete_error"]);
    // The last administrator stays one.
    const [own] = (await admin.call("GET", `${bindings}?user__username=admin`)).body;
    expect((await admin.call("PATCH", `${bindings}${own.id}/`, { role: other })).status).toBe(400);
    expect((await admin.call("GET", `${bindings}${own.id}/`)).body.role).toBe(own.role);
  });

  it("change and remove gateways of the product that have stopped", async () => {
    const terminal = async (name: string, heard: string) =>
      (
        await product.database.pool.query(
          `insert into terminals (name, type, created_by, date_heartbeat) values ($1, 'koko', 'x', now() - $2::interval)
           returning id`,
          [name, heard],
        )
      ).rows[0].id as string;
    const [gone, busy, running] = [
      await terminal("gone", "1 day"),
      await terminal("busy", "1 day"),
      await terminal("running", "0 s"),
    ];
    await product.database.pool.query(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from, date_start, terminal_id)
       values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'a', gen_random_uuid(), 'b', gen_random_uuid(), 'c',
         gen_random_uuid(), 'ssh', 'WT', now(), $1)`,
      [busy],
    );
    const items = [gone, busy].map((id) => ({ id, command_storage: "null" }));
    const changed = await admin.call("PATCH", "terminal/terminals/", items);
    expect(changed.body.map((one: { command_storage: string }) => one.command_storage)).toEqual([
      "null",
      "null",
    ]);
    const remove = async (id: string) =>
      (await admin.call("DELETE", `terminal/terminals/?ids=${id}`)).body.code;
    expect([await remove(busy), await remove(running)]).toEqual(["have_online_session", "terminal_is_alive"]);
    expect((await admin.call("DELETE", "terminal/terminals/")).status).toBe(400);
    expect((await admin.call("DELETE", `terminal/terminals/?ids=${gone}`)).status).toBe(204);
    expect((await admin.call("GET", `terminal/terminals/${gone}/`)).status).toBe(404);
  });

  it("choose the default command storage, of which there is one", async () => {
    const path = "terminal/command-storages/";
    const storages = async () =>
      (await admin.call("GET", path)).body as { id: string; is_default: boolean }[];
    const [first, second] = await storages();
    const choose = (id: string | undefined, is_default: boolean) =>
      admin.call("PATCH", `${path}${id}/`, { is_default });
    expect((await choose(first?.id, false)).body).toHaveProperty("is_default");
    expect((await choose(second?.id, true)).body.is_default).toBe(true);
    expect((await storages()).map(({ is_default }) => is_default)).toEqual([false, true]);
    await choose(first?.id, true);
    const made = await admin.call("POST", path, { name: "x", type: "server", meta: {} });
    expect([made.status, Object.keys(made.body)]).toEqual([400, ["type"]]);
    const removed = await admin.call("DELETE", `${path}${second?.id}/`);
    expect([removed.status, typeof removed.body.msg]).toEqual([400, "string"]);
  });

  it("answer short lists as every other list", async () => {
    const get = async (path: string) => (await admin.call("GET", path)).body;
    const all = await get("rbac/permissions/?scope=system");
    const [one, two] = all;
    expect(await get(`rbac/permissions/${one.id}/`)).toEqual(one);
    expect((await admin.call("GET", "rbac/permissions/0/")).status).toBe(404);
    expect(await get(`rbac/permissions/?scope=system&ids=${two.id},${one.id}`)).toEqual([one, two]);
    const page = await get("rbac/permissions/?scope=system&limit=2&offset=1&fields=id");
    expect(page).toMatchObject({ count: all.length, results: [{ id: two.id }, {}] });
    expect(Object.keys(page.results[0])).toEqual(["id"]);
    const [last] = await get("rbac/permissions/?scope=system&order=-id");
    expect(last.id).toBe(Math.max(...all.map(({ id }: { id: number }) => id)));
    expect(await get("assets/categories/?ids=host&fields=value")).toEqual([{ value: "host" }]);
    expect(await get("assets/categories/?ids=no")).toEqual([]);
    for (const list of ["notifications/user-msg-subscription/", "notifications/system-msg-subscription/"])
      expect(await get(`${list}?limit=1`)).toHaveProperty("results.length", 1);
    expect(await get("users/users/suggestions/?limit=1")).toHaveProperty("results.length", 1);
    const path = "assets/favorite-assets/";
    expect(await get(`${path}?limit=5`)).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect((await admin.call("DELETE", `${path}${crypto.randomUUID()}/`)).status).toBe(404);
  });
});
