import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "../roles/index.ts";

const here = "X-JMS-ORG";

/** A caller with their user, as made for a test. */
interface Person {
  readonly id: string;
  readonly caller: TestCaller;
}

describe("acting on other users", () => {
  let product: TestProduct;
  let admin: TestCaller;
  /** Another organization, and the header that works in it. */
  let branch: { readonly id: string; readonly headers: Record<string, string> };

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
    const { id } = (await admin.call("POST", "orgs/orgs/", { name: "Branch" })).body;
    branch = { id, headers: { [here]: id } };
  });
  afterAll(() => product.close());

  async function make(
    username: string,
    user: Parameters<TestProduct["createUser"]>[0] = {},
  ): Promise<Person> {
    const { id } = await product.createUser({ username, ...user });
    return { id, caller: await product.signIn(id) };
  }

  const person = (username: string) => ({ name: username, username, email: `${username}@example.com` });

  const invite = (id: string, roles: readonly string[]) =>
    admin.call("POST", "users/users/invite/", { users: [id], org_roles: roles }, branch.headers);

  async function role(scope: "system" | "org", name: string, pattern: RegExp): Promise<string> {
    const { body } = await admin.call("POST", `rbac/${scope}-roles/`, { name, scope });
    const { body: codes } = await admin.call("GET", `rbac/permissions/?scope=${scope}`);
    const permissions = codes
      .filter((one: { codename: string; content_type: { app_label: string } }) =>
        pattern.test(`${one.content_type.app_label}.${one.codename}`),
      )
      .map(({ id }: { id: number }) => id);
    expect((await admin.call("PATCH", `rbac/${scope}-roles/${body.id}/`, { permissions })).status).toBe(200);
    return body.id;
  }

  const status = async (caller: TestCaller, method: string, path: string, body?: unknown): Promise<number> =>
    (await caller.call(method, path, body)).status;

  it("takes their rights in every organization for what makes somebody them", async () => {
    const chief = await make("chief", { org_roles: [roleIds.organizationAdmin] });
    const guest = await make("guest");
    await invite(guest.id, [roleIds.organizationAdmin]);
    const at = `users/users/${guest.id}/`;
    // In the default organization the guest is an ordinary member, in the branch they are more than the chief.
    for (const [path, body] of [
      [`${at}password/`, { password: "Taken-0ver!" }],
      [`${at}pubkey/reset/`, {}],
      [at, { email: "mine@example.com" }],
      [at, { password: "Taken-0ver!" }],
      [at, { public_key: "ssh-ed25519 AAAA" }],
      [at, { phone: "+86 13800138000" }],
      [at, { mfa_level: 1 }],
      [at, { username: "taken" }],
      [at, { is_active: false }],
      [at, { date_expired: "2001-01-01T00:00:00Z" }],
    ] as const) {
      const { status: answered, body: answer } = await chief.caller.call("PATCH", path, body);
      expect([path, answered]).toEqual([path, 403]);
      expect(answer.detail).toContain("Branch");
    }
    const reset = await chief.caller.call("GET", `${at}mfa/reset/`, undefined, {
      "x-csrftoken": chief.caller.cookies.jms_csrftoken ?? "",
    });
    expect(reset.status).toBe(403);
    expect(
      await status(chief.caller, "PATCH", "users/users/", [{ id: guest.id, email: "m@example.com" }]),
    ).toBe(403);
    // Their place here is the chief's business, also by a form that sends the rest back as it was.
    expect(await status(chief.caller, "PATCH", at, { comment: "Tuesdays" })).toBe(200);
    const { body: form } = await chief.caller.call("GET", at);
    expect(await status(chief.caller, "PUT", at, { ...form, comment: "Wednesdays" })).toBe(200);
    expect(await status(chief.caller, "PATCH", `${at}unblock/`, {})).toBe(200);
    expect(await status(chief.caller, "POST", `${at}remove/`)).toBe(204);
    // Whom nobody else knows, the chief may help in everything.
    const clerk = await make("clerk");
    expect(
      await status(chief.caller, "PATCH", `users/users/${clerk.id}/password/`, {
        password: "Fresh-0ne-for-them",
      }),
    ).toBe(200);
  });

  it("takes a system role's rights from system roles", async () => {
    const helpdesk = await role("system", "helpdesk", /^users\.(view|change|delete|remove|invite)_user$/);
    const helper = await make("helper", { system_roles: [helpdesk, roleIds.systemUser] });
    const auditor = await make("auditor", { system_roles: [roleIds.systemAuditor] });
    const at = `users/users/${auditor.id}/`;
    const refused = await helper.caller.call("PATCH", `${at}password/`, { password: "Taken-0ver!" });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain("audits.");
    expect(await status(helper.caller, "PATCH", at, { comment: "x" })).toBe(403);
    expect(await status(helper.caller, "DELETE", at)).toBe(403);
    expect(await status(helper.caller, "POST", `${at}remove/`)).toBe(403);
    const plain = await make("plain");
    expect(await status(helper.caller, "PATCH", `users/users/${plain.id}/`, { email: "p@example.com" })).toBe(
      200,
    );
    expect(await status(helper.caller, "DELETE", `users/users/${plain.id}/`)).toBe(204);
  });

  it("does not let an invitation or an unbinding take what its maker could not give", async () => {
    const host = await role("org", "host", /^users\.(view|invite|remove)_user$|rbac\..*_orgrolebinding$/);
    const inviter = await make("inviter", { org_roles: [host] });
    const boss = await make("boss", { org_roles: [roleIds.organizationAdmin, roleIds.organizationUser] });
    const demoted = await inviter.caller.call("POST", "users/users/invite/", { users: [boss.id] });
    expect(demoted.status).toBe(403);
    const { body: bindings } = await admin.call("GET", `rbac/org-role-bindings/?user=${boss.id}`);
    const top = bindings.find((one: { role: string }) => one.role === roleIds.organizationAdmin);
    expect(await status(inviter.caller, "DELETE", `rbac/org-role-bindings/${top.id}/`)).toBe(403);
    expect(await status(inviter.caller, "POST", `users/users/${boss.id}/remove/`)).toBe(403);
    const raised = await inviter.caller.call("POST", "rbac/org-role-bindings/", {
      user: inviter.id,
      role: roleIds.organizationAdmin,
    });
    expect(raised.status).toBe(400);
    const stranger = await make("stranger");
    await admin.call("POST", `users/users/${stranger.id}/remove/`);
    const above = await inviter.caller.call("POST", "users/users/invite/", {
      users: [stranger.id],
      org_roles: [roleIds.organizationAdmin],
    });
    expect(above.status).toBe(400);
    expect(above.body).toHaveProperty("org_roles");
    expect(await status(inviter.caller, "POST", "users/users/invite/", { users: [stranger.id] })).toBe(201);
    expect((await admin.call("GET", `users/users/${boss.id}/`)).body.org_roles).toHaveLength(2);
  });

  it("ends a person's access to an organization with the request after the removal", async () => {
    const leaver = await make("leaver", { org_roles: [roleIds.organizationUser] });
    await invite(leaver.id, [roleIds.organizationAdmin]);
    const list = () => leaver.caller.call("GET", "users/users/", undefined, branch.headers);
    expect((await list()).status).toBe(200);
    const removed = await admin.call("POST", `users/users/${leaver.id}/remove/`, undefined, branch.headers);
    expect(removed.status).toBe(204);
    expect((await list()).status).toBe(403);
    const profile = await leaver.caller.call("GET", "users/profile/", undefined, branch.headers);
    expect(profile.status).toBe(200);
    expect(profile.body.perms).not.toContain("users.view_user");
    expect(profile.body.org_roles).toEqual([]);
    expect((await leaver.caller.call("GET", "users/profile/")).body.org_roles).toHaveLength(1);
  });

  it("removes and deletes only whom somebody chose", async () => {
    const chair = await make("chair", { org_roles: [roleIds.organizationAdmin] });
    const { length: members } = (await admin.call("GET", "users/users/")).body;
    for (const query of ["", "?search=", "?search=@", "?is_active=true", "?unknown=1", "?fields=id"]) {
      expect([query, await status(chair.caller, "POST", `users/users/remove/${query}`)]).toEqual([
        query,
        400,
      ]);
    }
    expect(await status(chair.caller, "POST", `users/users/remove/?ids=${chair.id}`)).toBe(400);
    expect(await status(chair.caller, "POST", `users/users/${chair.id}/remove/`)).toBe(400);
    for (const query of ["", "?search=@", "?limit=1"]) {
      const { status: answered, body } = await admin.call("DELETE", `users/users/${query}`);
      expect([answered, body.code]).toEqual([400, "unable_to_delete_all_users"]);
    }
    const [self] = (await admin.call("GET", "users/users/?username=admin")).body;
    const victim = await make("victim");
    const { spm } = (await admin.call("POST", "common/resources/cache/", { resources: [victim.id, self.id] }))
      .body;
    // One refusal keeps all of them.
    expect(await status(admin, "DELETE", `users/users/?spm=${spm}`)).toBe(400);
    expect((await admin.call("GET", "users/users/")).body).toHaveLength(members + 1);
    const { spm: one } = (await admin.call("POST", "common/resources/cache/", { resources: [victim.id] }))
      .body;
    expect(await status(admin, "DELETE", `users/users/?spm=${one}`)).toBe(204);
  });

  it("keeps a system administrator through every door", async () => {
    const second = await make("second", { system_roles: [roleIds.systemAdmin] });
    const [first] = (await admin.call("GET", "users/users/?username=admin")).body;
    expect(await status(second.caller, "DELETE", `users/users/${second.id}/`)).toBe(400);
    const past = "2001-01-01T00:00:00Z";
    const both = await second.caller.call("PATCH", "users/users/", [
      { id: first.id, date_expired: past },
      { id: second.id, date_expired: past },
    ]);
    expect(both.status).toBe(400);
    const none = await second.caller.call("PATCH", "users/users/", [
      { id: first.id, system_roles: [roleIds.systemUser] },
      { id: second.id, system_roles: [roleIds.systemUser] },
    ]);
    expect(none.status).toBe(400);
    expect((await admin.call("GET", "users/profile/")).body.is_superuser).toBe(true);
    expect((await second.caller.call("GET", "users/profile/")).body.is_superuser).toBe(true);
  });

  it("keeps a system administrator who needs no directory to come in", async () => {
    const far = await make("far", { system_roles: [roleIds.systemAdmin], source: "ldap" });
    const near = await make("near", { system_roles: [roleIds.systemAdmin] });
    const [first] = (await admin.call("GET", "users/users/?username=admin")).body;
    const change = (id: string, values: object) => status(far.caller, "PATCH", `users/users/${id}/`, values);
    const others = (
      await admin.call("GET", `rbac/system-role-bindings/?role=${roleIds.systemAdmin}&limit=99`)
    ).body;
    for (const { user } of others.results) {
      if (![first.id, far.id, near.id].includes(user.id)) {
        expect(await change(user.id, { system_roles: [roleIds.systemUser] })).toBe(200);
      }
    }
    expect(await change(first.id, { system_roles: [roleIds.systemUser] })).toBe(200);
    expect(await change(near.id, { system_roles: [roleIds.systemUser] })).toBe(400);
    expect(await change(near.id, { date_expired: "2001-01-01T00:00:00Z" })).toBe(400);
    expect(await change(near.id, { is_active: false })).toBe(400);
    expect(await change(near.id, { source: "ldap" })).toBe(400);
    expect(await status(far.caller, "DELETE", `users/users/${near.id}/`)).toBe(400);
    expect(await change(first.id, { system_roles: [roleIds.systemAdmin] })).toBe(200);
    expect(await change(near.id, { source: "ldap" })).toBe(200);
  });

  it("holds the passwords they set for others to the policy, and not to what those had before", async () => {
    const held = await make("held");
    const at = `users/users/${held.id}/`;
    const short = [expect.stringContaining("12")];
    for (const [method, path, body] of [
      ["PUT", `${at}password/`, { password: "Sh0rt!one" }],
      ["PATCH", at, { password: "Sh0rt!one" }],
      ["POST", "users/users/", { ...person("weak"), password_strategy: "custom", password: "Sh0rt!one" }],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect([path, answer.status, answer.body]).toEqual([path, 400, { password: short }]);
    }
    expect((await admin.call("GET", "users/users/?username=weak")).body).toEqual([]);
    // What others are called is guessed first, and administrators have a policy of their own.
    const named = await admin.call("PATCH", at, { password: "held-held-held" });
    expect([named.status, Object.keys(named.body)]).toEqual([400, ["password"]]);
    await product.configure({ SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 20 });
    const password = "Quiet-meadow-77";
    expect(await status(admin, "PATCH", at, { password })).toBe(200);
    expect(await status(admin, "PATCH", at, { password })).toBe(200);
    const chief = { ...person("strict"), password_strategy: "custom", password };
    const refused = await admin.call("POST", "users/users/", {
      ...chief,
      system_roles: [roleIds.systemAdmin],
    });
    expect([refused.status, refused.body]).toEqual([400, { password: [expect.stringContaining("20")] }]);
    await product.configure({ SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 12 });
    // A strategy without a password takes none, so there is none to refuse.
    const mailed = { ...person("mailed"), password: "Sh0rt!one" };
    expect(await status(admin, "POST", "users/users/", mailed)).toBe(201);
  });

  it("resets factors only for a page of ours, and never one's own", async () => {
    const bound = await make("bound");
    await product.database.pool.query("update users set otp_secret_sealed = 'x' where id = $1", [bound.id]);
    const at = `users/users/${bound.id}/mfa/reset/`;
    const isBound = async (): Promise<boolean> =>
      (await admin.call("GET", `users/users/${bound.id}/`)).body.is_otp_secret_key_bound;
    expect((await admin.call("GET", at, undefined, { "x-csrftoken": "" })).status).toBe(403);
    expect(await isBound()).toBe(true);
    expect((await admin.call("GET", at)).body).toEqual({ msg: "success" });
    expect(await isBound()).toBe(false);
    const [self] = (await admin.call("GET", "users/users/?username=admin")).body;
    for (const own of [`users/users/${self.id}/mfa/reset/`, "users/profile/mfa/reset/"]) {
      const { status: answered, body } = await admin.call("GET", own);
      expect([answered, typeof body.error]).toEqual([400, "string"]);
    }
  });

  it("keeps what is not one's own out of the profile", async () => {
    const { id, caller } = await make("own");
    const changed = await caller.call("PATCH", "users/profile/", {
      wecom_id: "w",
      dingtalk_id: "d",
      feishu_id: "f",
      is_service_account: true,
      need_update_password: true,
      username: "else",
      email: "else@example.com",
      source: "ldap",
      system_roles: [roleIds.systemAdmin],
      wechat: "kept",
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      wecom_id: null,
      dingtalk_id: null,
      feishu_id: null,
      is_service_account: false,
      need_update_password: false,
      username: "own",
      source: { value: "local" },
      is_superuser: false,
      wechat: "kept",
    });
    expect((await admin.call("GET", `users/users/${id}/`)).body.email).toBe("own@example.com");
  });

  it("keeps the password of exported files, and tells only whether there is one", async () => {
    const { caller } = await make("exporter");
    const at = "users/profile/secret-key/";
    expect((await caller.call("GET", at)).body).toEqual({ has_secret_key: false });
    await product.confirm(caller);
    const unlike = { new_secret_key: "Zip-pass-1", new_secret_key_again: "Zip-pass-2" };
    expect((await caller.call("PUT", at, unlike)).body).toHaveProperty("new_secret_key_again");
    const set = { new_secret_key: "Zip-pass-1", new_secret_key_again: "Zip-pass-1" };
    expect((await caller.call("PUT", at, set)).body).toEqual({ has_secret_key: true });
    expect((await caller.call("GET", at)).text).not.toContain("Zip-pass");
    const { rows } = await product.database.pool.query(
      "select file_secret_sealed from users where file_secret_sealed is not null",
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Zip-pass");
  });

  it("finds users by rules and suggests by name alone", async () => {
    await make("zz-rule-one", { comment: "red" });
    await make("zz-rule-two", { comment: "blue" });
    const found = async (attrs: unknown, type = "attrs"): Promise<string[]> => {
      const rules = Buffer.from(JSON.stringify({ type, attrs })).toString("base64");
      const { body } = await admin.call(
        "GET",
        `users/users/?search=zz-rule&attr_rules=${encodeURIComponent(rules)}`,
      );
      return body.map(({ username }: { username: string }) => username);
    };
    const named = (match: string, value: unknown, name = "username") => found([{ name, match, value }]);
    expect(await named("startswith", "zz-rule-o")).toEqual(["zz-rule-one"]);
    expect(await named("gte", "zz-rule-t")).toEqual(["zz-rule-two"]);
    expect(await named("lt", "zz-rule-t")).toEqual(["zz-rule-one"]);
    expect(await named("in", ["zz-rule-one", "x"])).toEqual(["zz-rule-one"]);
    expect(await named("not", "red", "comment")).toEqual(["zz-rule-two"]);
    expect(await named("regex", "two$")).toEqual(["zz-rule-two"]);
    expect(await named("regex", "(", "username")).toEqual([]);
    expect(await named("ip_in", ["10.0.0.0/8"])).toEqual([]);
    expect(await named("exact", "*")).toHaveLength(2);
    expect(await named("not", true, "is_active")).toEqual([]);
    const suggested = await admin.call("GET", "users/users/suggestions/?username=zz-rule-one");
    expect(suggested.body).toEqual([expect.objectContaining({ username: "zz-rule-one" })]);
    expect(Object.keys(suggested.body[0])).toEqual(["id", "name", "username"]);
    const { body } = await admin.call("GET", "users/users/suggestions/?search=zz-rule&system_roles=nobody");
    expect(body).toHaveLength(2);
  });
});
