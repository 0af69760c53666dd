import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "../roles/index.ts";

const other = "X-JMS-ORG";

describe("users over HTTP", () => {
  let product: TestProduct;
  let admin: TestCaller;
  let organizationId: string;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
    organizationId = (await admin.call("POST", "orgs/orgs/", { name: "Branch" })).body.id;
  });
  afterAll(() => product.close());

  const person = (username: string, more = {}) => ({
    name: username,
    username,
    email: `${username}@example.com`,
    ...more,
  });

  it("creates, reads, changes and deletes a user, and never shows the password", async () => {
    const made = await admin.call("POST", "users/users/", {
      ...person("crud", {
        password_strategy: "custom",
        password: "S3cret-harbour-word",
        phone: "+86 138 0013 8000",
      }),
      unknown_key: 1,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      username: "crud",
      source: { value: "local" },
      phone: { code: "+86", phone: 13_800_138_000 },
      is_active: true,
      is_valid: true,
      is_expired: false,
      is_superuser: false,
      login_blocked: false,
      password_strategy: { value: "email" },
      system_roles: [{ id: roleIds.systemUser, display_name: "User" }],
      org_roles: [{ id: roleIds.organizationUser }],
    });
    expect(made.body.date_expired).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2} [+-]\d{4}$/);
    expect(made.text).not.toContain("S3cret-harbour-word");
    expect(made.text).not.toContain("argon2");
    const { id } = made.body;
    expect((await admin.call("PATCH", `users/users/${id}/`, { comment: "hello" })).body.comment).toBe(
      "hello",
    );
    expect((await admin.call("GET", `users/users/?username=crud`)).body).toHaveLength(1);
    expect((await admin.call("GET", `users/users/?search=CRUD@exam`)).body).toHaveLength(1);
    expect((await admin.call("GET", `users/users/?fields_size=mini&username=crud`)).body).toEqual([
      { id, name: "crud", username: "crud" },
    ]);
    expect((await admin.call("DELETE", `users/users/${id}/`)).status).toBe(204);
    expect((await admin.call("GET", `users/users/${id}/`)).status).toBe(404);
    const { rows } = await product.database.pool.query("select diff::text, resource from operate_logs");
    expect(JSON.stringify(rows)).not.toContain("S3cret-harbour-word");
    expect(rows.some(({ resource }) => resource === "crud")).toBe(true);
  });

  it("files errors under their fields", async () => {
    const empty = await admin.call("POST", "users/users/", {});
    expect(empty.status).toBe(400);
    expect(Object.keys(empty.body).sort()).toEqual(["email", "name", "username"]);
    const bad = await admin.call(
      "POST",
      "users/users/",
      person("bad", { email: "x", phone: "12", mfa_level: 9 }),
    );
    expect(Object.keys(bad.body).sort()).toEqual(["email", "mfa_level", "phone"]);
    await product.createUser({ username: "twice" });
    const twice = await admin.call("POST", "users/users/", person("twice", { email: "else@example.com" }));
    expect(twice.status).toBe(400);
    expect(twice.body).toHaveProperty("username");
    expect((await admin.call("GET", "users/users/?attr_rules=%%%")).status).toBe(400);
  });

  it("keeps organizations apart", async () => {
    const { id } = await product.createUser({ username: "insider" });
    const inside = { [other]: organizationId };
    expect((await admin.call("GET", `users/users/${id}/`, undefined, inside)).status).toBe(404);
    expect((await admin.call("PATCH", `users/users/${id}/`, { comment: "x" }, inside)).status).toBe(404);
    expect((await admin.call("GET", "users/users/", undefined, inside)).body).toEqual([]);
    const root = await admin.call("GET", "users/users/?username=insider", undefined, { [other]: "root" });
    expect(root.body).toHaveLength(1);
    const group = await admin.call("POST", "users/groups/", { name: "g", users: [id] }, inside);
    expect(group.status).toBe(400);
    expect(group.body).toHaveProperty("users");
    const invited = await admin.call("POST", "users/users/invite/", { users: [id] }, inside);
    expect(invited.status).toBe(201);
    expect(invited.body.org_roles[0]).toMatchObject({ id: roleIds.organizationUser, name: "OrgUser" });
    expect((await admin.call("GET", `users/users/${id}/`, undefined, inside)).status).toBe(200);
    const everywhere = await admin.call("GET", `users/users/${id}/`, undefined, { [other]: "root" });
    expect(everywhere.body.org_roles).toHaveLength(1);
    expect((await admin.call("POST", "users/users/remove/", {}, inside)).status).toBe(400);
    expect((await admin.call("POST", `users/users/remove/?ids=${id}`, {}, inside)).status).toBe(204);
    expect((await admin.call("GET", `users/users/${id}/`, undefined, inside)).status).toBe(404);
    await admin.call("POST", "users/users/invite/", { users: [id] }, inside);
    expect((await admin.call("POST", `users/users/${id}/remove/`, {}, inside)).status).toBe(204);
    expect((await admin.call("GET", `users/users/${id}/`, undefined, inside)).status).toBe(404);
    expect((await admin.call("GET", `users/users/${id}/`)).status).toBe(200);
  });

  it("is deleted over all organizations by a system administrator, when in none of them", async () => {
    const root = { [other]: "root" };
    const [alone, member] = [await product.createUser({}), await product.createUser({})];
    await admin.call("POST", `users/users/${alone.id}/remove/`, {});
    const chief = await product.createUser({ org_roles: [roleIds.organizationAdmin] });
    const byChief = await (await product.signIn(chief.id)).call(
      "DELETE",
      `users/users/${alone.id}/`,
      undefined,
      root,
    );
    expect(byChief.status).toBe(403);
    // Whoever is in an organization is deleted there, and keeps the others from going along.
    const kept = await admin.call("DELETE", `users/users/${member.id}/`, undefined, root);
    expect([kept.status, kept.body.code]).toEqual([400, "error"]);
    const both = `users/users/?ids=${alone.id},${member.id}`;
    expect((await admin.call("DELETE", both, undefined, root)).status).toBe(400);
    expect((await admin.call("GET", `users/users/${alone.id}/`, undefined, root)).body.org_roles).toEqual([]);
    // In no organization are they seen in none.
    expect((await admin.call("DELETE", `users/users/${alone.id}/`)).status).toBe(404);
    expect((await admin.call("DELETE", `users/users/${alone.id}/`, undefined, root)).status).toBe(204);
    const lone = await product.createUser({});
    await admin.call("POST", `users/users/${lone.id}/remove/`, {});
    expect((await admin.call("DELETE", `users/users/?ids=${lone.id}`, undefined, root)).status).toBe(204);
    expect((await admin.call("GET", `users/users/${lone.id}/`, undefined, root)).status).toBe(404);
    expect((await admin.call("GET", `users/users/${member.id}/`, undefined, root)).status).toBe(200);
  });

  it("protects system administrators from everybody else, everywhere", async () => {
    const role = await admin.call("POST", "rbac/system-roles/", { name: "helpdesk", scope: "system" });
    const { body: codes } = await admin.call("GET", "rbac/permissions/?scope=system");
    const wanted = codes
      .filter(({ codename }: { codename: string }) => /_(user|usergroup)$/.test(codename))
      .map(({ id }: { id: number }) => id);
    const changed = await admin.call("PATCH", `rbac/system-roles/${role.body.id}/`, { permissions: wanted });
    expect(changed.status).toBe(200);
    const helper = await product.createUser({ username: "helper", system_roles: [role.body.id] });
    const caller = await product.bearer(helper.username, helper.password);
    const [root] = (await admin.call("GET", "users/users/?username=admin")).body;
    const at = `users/users/${root.id}/`;
    expect((await caller.call("GET", at)).status).toBe(200);
    expect((await caller.call("PATCH", at, { comment: "x" })).status).toBe(403);
    expect((await caller.call("DELETE", at)).status).toBe(403);
    expect((await caller.call("PATCH", `${at}password/`, { password: "Taken-0ver" })).status).toBe(403);
    expect((await caller.call("PATCH", `${at}unblock/`, {})).status).toBe(403);
    expect((await caller.call("PATCH", "users/users/", [{ id: root.id, comment: "x" }])).status).toBe(403);
    expect((await caller.call("POST", `${at}remove/`, {})).status).toBe(403);
    // Their own colleagues they may change.
    const { id } = await product.createUser({ username: "colleague" });
    expect((await caller.call("PATCH", `users/users/${id}/`, { comment: "x" })).status).toBe(200);
    expect(
      (await caller.call("PATCH", `users/users/${id}/password/`, { password: "An0ther-one-now" })).status,
    ).toBe(200);
    // Roles stay out of reach without the code for giving them.
    const raised = await caller.call("PATCH", `users/users/${helper.id}/`, {
      system_roles: [roleIds.systemAdmin],
    });
    expect(raised.status).toBe(200);
    expect((await admin.call("GET", `users/users/${helper.id}/`)).body.is_superuser).toBe(false);
  });

  it("keeps one system administrator and its own account", async () => {
    const [root] = (await admin.call("GET", "users/users/?username=admin")).body;
    expect((await admin.call("DELETE", `users/users/${root.id}/`)).status).toBe(400);
    const { id: somebody } = await product.createUser({ username: "kept-in-root" });
    const inRoot = { "X-JMS-ORG": "root" };
    expect((await admin.call("DELETE", `users/users/${somebody}/`, undefined, inRoot)).status).toBe(400);
    expect((await admin.call("DELETE", `users/users/${somebody}/`)).status).toBe(204);
    expect((await admin.call("PATCH", `users/users/${root.id}/`, { is_active: false })).body.is_active).toBe(
      true,
    );
    const none = await admin.call("PATCH", `users/users/${root.id}/`, { system_roles: [] });
    expect(none.status).toBe(400);
    const expired = await admin.call("PATCH", `users/users/${root.id}/`, {
      date_expired: "2001-01-01T00:00:00Z",
    });
    expect(expired.status).toBe(400);
    expect((await admin.call("GET", "users/profile/")).status).toBe(200);
  });

  it("ends a deactivated or expired user's session with the next request", async () => {
    const { id } = await product.createUser({ username: "leaving" });
    const browser = await product.signIn(id);
    expect((await browser.call("GET", "users/profile/")).status).toBe(200);
    await admin.call("PATCH", `users/users/${id}/`, { is_active: false });
    expect((await browser.call("GET", "users/profile/")).status).toBe(401);
    await admin.call("PATCH", `users/users/${id}/`, { is_active: true });
    const again = await product.signIn(id);
    expect((await again.call("GET", "users/profile/")).status).toBe(200);
    const soon = new Date(Date.now() + 1200).toISOString();
    expect((await admin.call("PATCH", `users/users/${id}/`, { date_expired: soon })).status).toBe(200);
    expect((await again.call("GET", "users/profile/")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await again.call("GET", "users/profile/")).status).toBe(401);
  });

  it("shows and changes the caller's own profile only where it is theirs", async () => {
    const user = await product.createUser({ username: "selfish" });
    const caller = await product.bearer(user.username, user.password);
    const { body } = await caller.call("GET", "users/profile/");
    expect(body.perms).toContain("rbac.view_workbench");
    expect(body.perms).not.toContain("users.view_user");
    expect(body).not.toHaveProperty("password");
    expect(body.workbench_orgs).toEqual([expect.objectContaining({ is_default: true, is_root: false })]);
    expect(body.console_orgs).toEqual([]);
    const changed = await caller.call("PATCH", "users/profile/", {
      name: "Someone else",
      is_superuser: true,
      system_roles: [roleIds.systemAdmin],
      wechat: "w",
      is_first_login: false,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: "selfish",
      is_superuser: false,
      wechat: "w",
      is_first_login: false,
    });
  });

  it("lets people change their password by the rules", async () => {
    const user = await product.createUser({ username: "changer" });
    const browser = await product.signIn(user.id);
    const elsewhere = await product.signIn(user.id);
    const change = (old: string, next: string, again = next) =>
      browser.call("PUT", "users/profile/password/", {
        old_password: old,
        new_password: next,
        new_password_again: again,
      });
    expect((await change("wrong", "Brand-new-1-now")).body).toHaveProperty("old_password");
    expect((await change(user.password, "a1")).body).toHaveProperty("new_password");
    expect((await change(user.password, user.password)).body).toHaveProperty("new_password");
    expect((await change(user.password, "Brand-new-1-now", "different")).body).toHaveProperty(
      "new_password_again",
    );
    expect((await change(user.password, "Brand-new-1-now")).status).toBe(200);
    // The browser that changed it stays, every other one is out, and so is the old password.
    expect((await browser.call("GET", "users/profile/")).status).toBe(200);
    expect((await elsewhere.call("GET", "users/profile/")).status).toBe(401);
    await expect(product.bearer("changer", user.password)).rejects.toThrow(/400/);
    await product.bearer("changer", "Brand-new-1-now");
  });

  it("takes SSH public keys and nothing else", async () => {
    const user = await product.createUser({ username: "keyed" });
    const browser = await product.signIn(user.id);
    const put = (public_key: string) => browser.call("PUT", "users/profile/public-key/", { public_key });
    const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const blob = Buffer.concat([
      Buffer.from([0, 0, 0, 11]),
      Buffer.from("ssh-ed25519"),
      Buffer.from([0, 0, 0, 32]),
      publicKey.subarray(-32),
    ]).toString("base64");
    const line = `ssh-ed25519 ${blob} me@laptop`;
    // By its own address, with the profile, and by the way of those who look after users: a new key is asked about.
    expect((await put(line)).body.code).toBe("password");
    expect((await browser.call("PATCH", "users/profile/", { public_key: line })).body.code).toBe("password");
    const { body: self } = await product.administrator.call("GET", "users/profile/");
    const own = await product.administrator.call("PATCH", `users/users/${self.id}/`, { public_key: line });
    expect([own.status, own.body.code]).toEqual([400, "password"]);
    await product.confirm(browser);
    expect((await put(privateKey)).status).toBe(400);
    expect((await put("ssh-ed25519 nonsense")).status).toBe(400);
    const good = await put(line);
    expect(good.status).toBe(200);
    expect(good.body.public_key_comment).toBe("me@laptop");
    expect(good.body.public_key_hash_md5).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
  });

  it("keeps groups and their members", async () => {
    const { id } = await product.createUser({ username: "grouped" });
    const made = await admin.call("POST", "users/groups/", { name: "Operators", users: [id] });
    expect(made.status).toBe(201);
    expect(made.body.users).toEqual([{ id, name: "grouped" }]);
    const again = await admin.call("POST", "users/groups/", { name: "Operators" });
    expect(again.body).toHaveProperty("name");
    const group = made.body.id;
    expect((await admin.call("GET", `users/users/?group_id=${group}`)).body).toHaveLength(1);
    const path = `users/users-groups-relations/?user=${id}&usergroup=${group}`;
    expect((await admin.call("GET", path)).body).toHaveLength(1);
    expect((await admin.call("DELETE", path)).status).toBe(204);
    const back = await admin.call("POST", "users/users-groups-relations/", [{ user: id, usergroup: group }]);
    expect(back.status).toBe(201);
    expect(back.body[0]).toMatchObject({ user: id, usergroup: group, usergroup_display: "Operators" });
    expect((await admin.call("GET", `users/users/${id}/`)).body.groups).toEqual([
      { id: group, name: "Operators" },
    ]);
    const rules = Buffer.from(
      JSON.stringify({ type: "attrs", attrs: [{ name: "groups", match: "m2m", value: [group] }] }),
    ).toString("base64");
    expect(
      (await admin.call("GET", `users/users/?attr_rules=${encodeURIComponent(rules)}`)).body,
    ).toHaveLength(1);
  });
});
