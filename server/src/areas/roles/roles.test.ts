import { permissionByCode } from "@sallyport/contract/permissions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "./index.ts";

const number = (code: string): number => permissionByCode.get(code)?.id ?? -1;

describe("roles over HTTP", () => {
  let product: TestProduct;
  let admin: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  const role = async (name: string, scope: "system" | "org", codes: string[]): Promise<string> => {
    const { status, body } = await admin.call("POST", `rbac/${scope}-roles/`, {
      name,
      scope,
      permissions: codes.map(number),
    });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.id;
  };

  it("lists the built-in roles first, named in the language of the request", async () => {
    const { body } = await admin.call("GET", "rbac/system-roles/", undefined, { "accept-language": "zh" });
    expect(body.slice(0, 4).map(({ builtin }: { builtin: boolean }) => builtin)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(body.find(({ id }: { id: string }) => id === roleIds.systemAdmin).display_name).toBe("系统管理员");
  });

  it("makes permissions effective with the next request", async () => {
    const user = await product.createUser({ username: "worker" });
    const caller = await product.bearer(user.username, user.password);
    expect((await caller.call("GET", "users/users/")).status).toBe(403);
    const id = await role("reader", "org", ["users.view_user"]);
    const bound = await admin.call("POST", "rbac/org-role-bindings/", {
      user: user.id,
      role: id,
      scope: "org",
    });
    expect(bound.status).toBe(201);
    expect(bound.body).toMatchObject({ user: { id: user.id, username: "worker" }, role: id, scope: "org" });
    expect((await caller.call("GET", "users/users/")).status).toBe(200);
    // A role of one organization is worth nothing in another, nor in the global view.
    const branch = await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" });
    expect(
      (await caller.call("GET", "users/users/", undefined, { "X-JMS-ORG": branch.body.id })).status,
    ).toBe(403);
    expect((await caller.call("GET", "users/users/", undefined, { "X-JMS-ORG": "root" })).status).toBe(403);
    expect((await admin.call("PATCH", `rbac/org-roles/${id}/`, { permissions: [] })).status).toBe(200);
    expect((await caller.call("GET", "users/users/")).status).toBe(403);
    expect((await admin.call("DELETE", `rbac/org-roles/${id}/`)).status).toBe(403);
    expect((await admin.call("DELETE", `rbac/org-role-bindings/${bound.body.id}/`)).status).toBe(204);
    expect((await admin.call("DELETE", `rbac/org-roles/${id}/`)).status).toBe(204);
  });

  it("leaves built-in roles alone", async () => {
    const at = `rbac/system-roles/${roleIds.systemUser}/`;
    expect((await admin.call("PATCH", at, { comment: "x" })).status).toBe(403);
    expect((await admin.call("DELETE", at)).status).toBe(403);
    const wrong = await admin.call("POST", "rbac/system-roles/", { name: "x", scope: "org" });
    expect(wrong.body).toHaveProperty("scope");
    const taken = await admin.call("POST", "rbac/system-roles/", { name: "User", scope: "system" });
    expect(taken.body).toHaveProperty("non_field_errors");
  });

  it("lets nobody give away more than they have", async () => {
    const id = await role("role keeper", "system", [
      "rbac.view_systemrole",
      "rbac.add_systemrole",
      "rbac.change_systemrole",
      "rbac.view_systemrolebinding",
      "rbac.add_systemrolebinding",
      "rbac.delete_systemrolebinding",
      "users.view_user",
      "users.add_user",
      "users.change_user",
    ]);
    const keeper = await product.createUser({ username: "keeper", system_roles: [id] });
    const caller = await product.bearer(keeper.username, keeper.password);
    const raise = await caller.call("PATCH", `rbac/system-roles/${id}/`, {
      permissions: [number("users.view_user"), number("settings.change_auth")],
    });
    expect(raise.status).toBe(400);
    expect(raise.body).toHaveProperty("permissions");
    const bind = (role: string) =>
      caller.call("POST", "rbac/system-role-bindings/", { user: keeper.id, role });
    expect((await bind(roleIds.systemAdmin)).status).toBe(400);
    expect((await bind(roleIds.systemAuditor)).status).toBe(400);
    const form = await caller.call("PATCH", `users/users/${keeper.id}/`, {
      system_roles: [id, roleIds.systemAdmin],
    });
    expect(form.status).toBe(400);
    expect(form.body).toHaveProperty("system_roles");
    const made = await caller.call("POST", "users/users/", {
      name: "n",
      username: "newcomer",
      email: "n@example.com",
      system_roles: [roleIds.systemUser],
    });
    expect(made.status).toBe(201);
    const copied = await caller.call("POST", `rbac/system-roles/?clone_from=${roleIds.systemAuditor}`, {
      name: "copy",
      scope: "system",
    });
    expect(copied.status).toBe(400);
    const [binding] = (await admin.call("GET", `rbac/system-role-bindings/?role=${roleIds.systemAdmin}`))
      .body;
    expect((await caller.call("DELETE", `rbac/system-role-bindings/${binding.id}/`)).status).toBe(403);
  });

  it("tells callers where they belong, whatever their roles allow there, and of nobody else", async () => {
    const { id } = (await admin.call("POST", "orgs/orgs/", { name: "Annex" })).body;
    const empty = await role("seat", "org", []);
    const user = await product.createUser({ username: "sitter" });
    const caller = await product.signIn(user.id);
    const invited = await admin.call(
      "POST",
      "users/users/invite/",
      { users: [user.id], org_roles: [empty] },
      { "x-jms-org": id },
    );
    expect(invited.status).toBe(201);
    const { body } = await caller.call("GET", "sallyport/my-organizations/", undefined, {
      "accept-language": "zh",
    });
    expect(body).toEqual([
      { id, name: "Annex", roles: ["seat"] },
      { id: "00000000-0000-0000-0000-000000000002", name: "Default", roles: ["组织用户"] },
    ]);
    expect((await product.anonymous.call("GET", "sallyport/my-organizations/")).status).toBe(401);
  });

  it("copies a role's permissions", async () => {
    const made = await admin.call("POST", `rbac/org-roles/?clone_from=${roleIds.organizationUser}`, {
      name: "like a user",
      scope: "org",
    });
    expect(made.status).toBe(201);
    const held = await admin.call("GET", `rbac/org-roles/${made.body.id}/permissions/`);
    expect(held.body).toHaveLength(21);
  });

  it("keeps the last role of a user and the last administrator", async () => {
    const { id } = await product.createUser({ username: "lonely" });
    const [system] = (await admin.call("GET", `rbac/system-role-bindings/?user=${id}`)).body;
    const last = await admin.call("DELETE", `rbac/system-role-bindings/${system.id}/`);
    expect([last.status, last.body.code]).toEqual([400, "system_role_delete_error"]);
    const [own] = (await admin.call("GET", `rbac/org-role-bindings/?user=${id}`)).body;
    expect((await admin.call("DELETE", `rbac/org-role-bindings/${own.id}/`)).body).toHaveProperty("error");
    const { rows } = await product.database.pool.query("select id from users where username = 'admin'");
    const extra = await admin.call("POST", "rbac/system-role-bindings/", {
      user: rows[0].id,
      role: roleIds.systemUser,
    });
    expect(extra.status).toBe(201);
    const [top] = (await admin.call("GET", `rbac/system-role-bindings/?role=${roleIds.systemAdmin}`)).body;
    expect((await admin.call("DELETE", `rbac/system-role-bindings/${top.id}/`)).status).toBe(400);
    const twice = await admin.call("POST", "rbac/system-role-bindings/", {
      user: rows[0].id,
      role: roleIds.systemUser,
    });
    expect(twice.body).toHaveProperty("role");
  });

  it("does not let two administrators remove each other at once", async () => {
    const first = await product.createUser({ username: "first", system_roles: [roleIds.systemAdmin] });
    const second = await product.createUser({ username: "second", system_roles: [roleIds.systemAdmin] });
    const { rows } = await product.database.pool.query("select id from users where username = 'admin'");
    const [one, two] = [await product.signIn(first.id), await product.signIn(second.id)];
    const demote = (caller: TestCaller, id: string) =>
      caller.call("PATCH", `users/users/${id}/`, { system_roles: [roleIds.systemUser] });
    expect((await demote(one, rows[0].id)).status).toBe(200);
    const answers = await Promise.all([demote(one, second.id), demote(two, first.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const left = await product.database.pool.query("select user_id from role_bindings where role_id = $1", [
      roleIds.systemAdmin,
    ]);
    expect(left.rows).toHaveLength(1);
    const survivor = left.rows[0].user_id === first.id ? one : two;
    const restored = await survivor.call("PATCH", `users/users/${rows[0].id}/`, {
      system_roles: [roleIds.systemAdmin],
    });
    expect(restored.status).toBe(200);
  });

  it("holds org codes only in organizations and never excluded ones", async () => {
    const id = await role("odd", "org", ["users.view_user"]);
    await product.database.pool.query(
      "insert into role_permissions values ($1, 'settings.change_auth'), ($1, 'rbac.add_role')",
      [id],
    );
    const user = await product.createUser({ username: "oddity", org_roles: [id] });
    const { body } = await (await product.signIn(user.id)).call("GET", "users/profile/");
    expect(body.perms).toContain("users.view_user");
    expect(body.perms).not.toContain("settings.change_auth");
    expect(body.perms).not.toContain("rbac.add_role");
  });

  it("refuses every write on organizations that are in use or part of the product", async () => {
    expect((await admin.call("DELETE", "orgs/orgs/00000000-0000-0000-0000-000000000004/")).status).toBe(400);
    const made = await admin.call("POST", "orgs/orgs/", { name: "Shortlived", comment: "c" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ is_default: false, is_root: false, internal: false });
    const inside = { "X-JMS-ORG": made.body.id };
    const current = await admin.call("GET", "orgs/orgs/current/", undefined, { "X-JMS-ORG": "Shortlived" });
    expect(current.body).toMatchObject({ id: made.body.id, is_root: false });
    const { id } = await product.createUser({ username: "resident" });
    await admin.call("POST", "users/users/invite/", { users: [id] }, inside);
    const held = await admin.call("DELETE", `orgs/orgs/${made.body.id}/`);
    expect(held.status).toBe(403);
    await admin.call("POST", `users/users/${id}/remove/`, {}, inside);
    const own = await admin.call("DELETE", `orgs/orgs/${made.body.id}/`, undefined, inside);
    expect(own.status).toBe(403);
    expect((await admin.call("POST", "orgs/orgs/", { name: "ROOT" })).status).toBe(400);
  });
});
