import { permissionByCode } from "@sallyport/contract/permissions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "./index.ts";

const number = (code: string): number => permissionByCode.get(code)?.id ?? -1;

describe("what a change of a role means", () => {
  let product: TestProduct;
  let admin: TestCaller;
  const root = { "X-JMS-ORG": "root" };

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  const role = async (name: string, scope: "system" | "org", codes: string[]): Promise<string> => {
    const made = await admin.call("POST", `rbac/${scope}-roles/`, {
      name,
      scope,
      permissions: codes.map(number),
    });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    return made.body.id;
  };
  const preview = (id: string, codes: string[], headers: Record<string, string> = root, query = "") =>
    admin.call("POST", `sallyport/roles/${id}/preview/${query}`, { permissions: codes.map(number) }, headers);
  const shape = (body: { results: { user: { username: string }; changes: unknown[] }[] }) =>
    body.results.map(({ user, changes }) => [user.username, changes]);

  it("leaves out what other roles give as well", async () => {
    const changing = await role("changing", "system", ["users.view_user", "settings.view_setting"]);
    const other = await role("other", "system", ["settings.change_auth", "users.view_user"]);
    await product.createUser({ username: "alone", name: "alone", system_roles: [changing] });
    await product.createUser({ username: "both", name: "both", system_roles: [changing, other] });
    await product.createUser({ username: "top", name: "top", system_roles: [changing, roleIds.systemAdmin] });
    const { status, body } = await preview(changing, ["settings.view_setting", "settings.change_auth"]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, gaining: 1, losing: 1, next: null });
    expect(body.added).toEqual([
      { id: number("settings.change_auth"), code: "settings.change_auth", name: expect.any(String) },
    ]);
    expect(body.removed.map(({ code }: { code: string }) => code)).toEqual(["users.view_user"]);
    expect(shape(body)).toEqual([
      [
        "alone",
        [
          {
            organization: null,
            gained: [number("settings.change_auth")],
            lost: [number("users.view_user")],
          },
        ],
      ],
    ]);
    // Nothing was saved.
    const held = await admin.call("GET", `rbac/system-roles/${changing}/permissions/`);
    expect(held.body.map(({ codename }: { codename: string }) => codename).sort()).toEqual([
      "view_setting",
      "view_user",
    ]);
  });

  it("tells organizations apart in which a role of the system changes less", async () => {
    const changing = await role("global viewer", "system", ["users.view_user"]);
    const user = await product.createUser({
      username: "mixed",
      system_roles: [changing],
      org_roles: [roleIds.organizationAdmin],
    });
    const { body } = await preview(changing, []);
    expect(body.results).toEqual([
      {
        user: { id: user.id, name: expect.any(String), username: "mixed" },
        changes: [
          { organization: null, gained: [], lost: [number("users.view_user")] },
          { organization: { id: expect.any(String), name: "Default" }, gained: [], lost: [] },
        ],
      },
    ]);
  });

  it("tells the organizations in which a role of organizations is held, and only the current one inside it", async () => {
    const changing = await role("org viewer", "org", ["users.view_user"]);
    const branch = (await admin.call("POST", "orgs/orgs/", { name: "Branch" })).body.id;
    const user = await product.createUser({ username: "traveller", org_roles: [changing] });
    const bound = await admin.call(
      "POST",
      "rbac/org-role-bindings/",
      [
        { user: user.id, role: changing },
        { user: user.id, role: roleIds.organizationAdmin },
      ],
      { "X-JMS-ORG": branch },
    );
    expect(bound.status).toBe(201);
    const everywhere = await preview(changing, ["users.view_user", "assets.view_asset"]);
    expect(everywhere.body).toMatchObject({ count: 1, gaining: 1, losing: 0 });
    expect(shape(everywhere.body)).toEqual([
      [
        "traveller",
        [
          {
            organization: { id: expect.any(String), name: "Default" },
            gained: [number("assets.view_asset")],
            lost: [],
          },
        ],
      ],
    ]);
    const inside = await preview(changing, ["assets.view_asset"], { "X-JMS-ORG": branch });
    expect(inside.body).toMatchObject({ count: 0, results: [] });
  });

  it("pages by name", async () => {
    const changing = await role("crowd", "system", ["users.view_user"]);
    for (const username of ["crowd-c", "crowd-a", "crowd-b"]) {
      await product.createUser({ username, name: username, system_roles: [changing] });
    }
    const first = await preview(changing, [], root, "?limit=2");
    expect(first.body.count).toBe(3);
    expect(first.body.next).toContain("offset=2");
    expect(shape(first.body).map(([name]) => name)).toEqual(["crowd-a", "crowd-b"]);
    const second = await preview(changing, [], root, "?limit=2&offset=2");
    expect(shape(second.body).map(([name]) => name)).toEqual(["crowd-c"]);
  });

  it("refuses what saving refuses", async () => {
    const builtin = await preview(roleIds.systemUser, []);
    expect(builtin.status).toBe(403);
    const missing = await preview("00000000-0000-0000-0000-0000000000ff", []);
    expect(missing.status).toBe(404);
    const changing = await role("poor", "system", ["users.view_user"]);
    for (const body of [{}, { permissions: "all" }, { permissions: [999_999] }, []]) {
      const answer = await admin.call("POST", `sallyport/roles/${changing}/preview/`, body);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["permissions"]]);
    }
    const keeper = await role("keeper", "system", [
      "rbac.view_systemrole",
      "rbac.change_systemrole",
      "rbac.view_systemrolebinding",
    ]);
    const { id } = await product.createUser({ username: "keeper", system_roles: [keeper] });
    const caller = await product.signIn(id);
    const ask = (path: string, method: string, codes: string[]) =>
      caller.call(method, path, { permissions: codes.map(number) });
    const change = `rbac/system-roles/${changing}/`;
    for (const codes of [["users.view_user", "settings.change_auth"], []]) {
      const told = await ask(`sallyport/roles/${changing}/preview/`, "POST", codes);
      const saved = await ask(change, "PATCH", codes);
      expect([told.status, saved.status]).toEqual([400, 400]);
      expect(told.body.permissions).toEqual(saved.body.permissions);
    }
    // Roles of organizations take their own codes.
    const organizational = await role("organizational", "org", []);
    expect((await ask(`sallyport/roles/${organizational}/preview/`, "POST", [])).status).toBe(403);
  });

  it("does not let rights in one organization change what counts in all", async () => {
    const global = await role("global keeper", "system", [
      "rbac.view_orgrole",
      "rbac.change_orgrole",
      "rbac.view_orgrolebinding",
      "rbac.change_systemrole",
      "rbac.view_systemrole",
      "rbac.add_systemrolebinding",
      "rbac.view_systemrolebinding",
    ]);
    const changing = await role("held elsewhere", "org", []);
    const systemRole = await role("deleter", "system", ["users.view_user"]);
    const { id } = await product.createUser({
      username: "climber",
      system_roles: [global],
      org_roles: [roleIds.organizationAdmin],
    });
    const caller = await product.signIn(id);
    const raised = await caller.call("PATCH", `rbac/org-roles/${changing}/`, {
      permissions: [number("users.view_user")],
    });
    expect([raised.status, Object.keys(raised.body)]).toEqual([400, ["permissions"]]);
    const bound = await caller.call("POST", "rbac/system-role-bindings/", { user: id, role: systemRole });
    expect([bound.status, Object.keys(bound.body)]).toEqual([400, ["role"]]);
    const form = await caller.call("PATCH", `users/users/${id}/`, { system_roles: [global, systemRole] });
    expect([form.status, Object.keys(form.body)]).toEqual([400, ["system_roles"]]);
  });
});

describe("what a user may do", () => {
  let product: TestProduct;
  let admin: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  it("names the roles that give each code, in each organization", async () => {
    const made = await admin.call("POST", "rbac/org-roles/", {
      name: "viewer",
      scope: "org",
      permissions: [number("users.view_user")],
    });
    const branch = (await admin.call("POST", "orgs/orgs/", { name: "Branch" })).body.id;
    const user = await product.createUser({ username: "asked", org_roles: [made.body.id] });
    const at = `sallyport/users/${user.id}/effective-permissions/`;
    const here = (await admin.call("GET", at)).body;
    expect(here.organizations).toEqual([here.organization]);
    const given = here.permissions.find(({ code }: { code: string }) => code === "users.view_user");
    expect(given).toMatchObject({ id: number("users.view_user"), roles: [made.body.id] });
    const { body: profile } = await (await product.signIn(user.id)).call("GET", "users/profile/");
    expect(here.permissions.map(({ code }: { code: string }) => code)).toEqual(profile.perms);
    const leaves = here.tree.filter(({ meta }: { meta: { type: string } }) => meta.type === "perm");
    expect(leaves.length).toBe(here.permissions.length);

    // A stranger in another organization is not told about; the global view knows every place.
    expect((await admin.call("GET", at, undefined, { "X-JMS-ORG": branch })).status).toBe(404);
    const above = (await admin.call("GET", at, undefined, { "X-JMS-ORG": "root" })).body;
    expect(above.organizations.map(({ name }: { name: string }) => name)).toEqual([
      "All organizations",
      "Default",
    ]);
    expect(above.permissions.map(({ code }: { code: string }) => code)).not.toContain("users.view_user");
    const chosen = await admin.call("GET", `${at}?organization=${here.organization.id}`, undefined, {
      "X-JMS-ORG": "root",
    });
    expect(chosen.body.permissions).toEqual(here.permissions);
    expect((await admin.call("GET", `${at}?organization=${branch}`)).status).toBe(404);
    expect((await admin.call("GET", "sallyport/users/nobody/effective-permissions/")).status).toBe(404);
  });
});

describe("two people who change one role", () => {
  let product: TestProduct;
  let admin: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  const asHttpDate = (wire: string): string =>
    new Date(wire.replaceAll("/", "-").replace(" ", "T").replace(" ", "")).toUTCString();

  it("refuses the later change when the client asks for that, however fast they follow", async () => {
    const { body: role } = await admin.call("POST", "rbac/org-roles/", { name: "shared", scope: "org" });
    const at = `rbac/org-roles/${role.id}/`;
    const change = (comment: string, since?: string) =>
      admin.call("PATCH", at, { comment }, since === undefined ? {} : { "if-unmodified-since": since });
    const loaded = asHttpDate(role.date_updated);
    const first = await change("first", loaded);
    expect(first.status).toBe(200);
    const second = await change("second", loaded);
    expect([second.status, second.body.code]).toEqual([409, "object_changed"]);
    expect((await admin.call("GET", at)).body.comment).toBe("first");
    // What was loaded after the change, within the same second, is fresh.
    expect((await change("third", asHttpDate(first.body.date_updated))).status).toBe(200);
    // Clients of the contract never notice.
    expect((await change("fourth")).status).toBe(200);
    expect((await change("fifth", "yesterday")).status).toBe(200);
  });

  it("lets one of two simultaneous changes through", async () => {
    const { body: role } = await admin.call("POST", "rbac/org-roles/", { name: "raced", scope: "org" });
    const since = { "if-unmodified-since": asHttpDate(role.date_updated) };
    const answers = await Promise.all(
      ["users.view_user", "assets.view_asset"].map((code) =>
        admin.call("PATCH", `rbac/org-roles/${role.id}/`, { permissions: [number(code)] }, since),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("bindings of both scopes", () => {
  let product: TestProduct;
  let admin: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  it("lists, makes and takes them for system administrators", async () => {
    const user = await product.createUser({ username: "bound" });
    const caller = await product.signIn(user.id);
    expect((await caller.call("GET", "rbac/role-bindings/")).status).toBe(403);
    const before = (await admin.call("GET", `rbac/role-bindings/?user=${user.id}`)).body;
    expect(before.map(({ scope }: { scope: string }) => scope)).toEqual(["org", "system"]);
    const made = await admin.call("POST", "rbac/role-bindings/", [
      { user: user.id, role: roleIds.systemAuditor, scope: "system" },
      { user: user.id, role: roleIds.organizationAuditor, scope: "org" },
    ]);
    expect(made.status).toBe(201);
    expect(made.body.map(({ scope, org_name }: Record<string, string>) => [scope, org_name])).toEqual([
      ["system", ""],
      ["org", "Default"],
    ]);
    for (const { id } of made.body) {
      expect((await admin.call("DELETE", `rbac/role-bindings/${id}/`)).status).toBe(204);
    }
  });

  it("passes over those who hold a role of organizations already when many are bound", async () => {
    const first = await product.createUser({ username: "first" });
    const second = await product.createUser({ username: "second" });
    const bind = (users: string[], scope: "org" | "system", role: string) =>
      admin.call(
        "POST",
        `rbac/${scope}-role-bindings/`,
        users.map((user) => ({ user, role, scope })),
      );
    expect((await bind([first.id], "org", roleIds.organizationAuditor)).status).toBe(201);
    const again = await bind([first.id, second.id, second.id], "org", roleIds.organizationAuditor);
    expect(again.status).toBe(201);
    const held = await admin.call("GET", `rbac/org-role-bindings/?role=${roleIds.organizationAuditor}`);
    expect(held.body).toHaveLength(2);
    const one = await admin.call("POST", "rbac/org-role-bindings/", {
      user: first.id,
      role: roleIds.organizationAuditor,
    });
    expect([one.status, Object.keys(one.body)]).toEqual([400, ["role"]]);
    await bind([first.id], "system", roleIds.systemAuditor);
    const system = await bind([first.id, second.id], "system", roleIds.systemAuditor);
    expect([system.status, system.body]).toEqual([400, [{ role: [expect.any(String)] }, {}]]);
  });
});
