import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  administratorPassword,
  createTestProduct,
  type TestCaller,
  type TestProduct,
} from "../../../testing/product.ts";
import { sealOtpSecret } from "../one-time-codes.ts";

const confirmPath = "authentication/confirm/";
const guarded = "accounts/account-secrets/";

describe("confirming who one is", () => {
  let product: TestProduct;
  let account: string;
  beforeAll(async () => {
    product = await createTestProduct();
    const admin = product.administrator;
    const host = await admin.call("POST", "assets/hosts/?platform=1", {
      name: "vault",
      address: "10.0.0.1",
      platform: 1,
      protocols: [{ name: "ssh", port: 22 }],
    });
    const made = await admin.call("POST", "accounts/accounts/", {
      asset: host.body.id,
      name: "root",
      username: "root",
      secret: "first secret",
    });
    expect(made.status).toBe(201);
    account = made.body.id;
  });
  afterAll(() => product?.close());

  /** A new organization administrator with an authenticator; `code` tells what it shows, steps from now. */
  const person = async (level = 1) => {
    const { id, username, password } = await product.createUser({
      org_roles: ["00000000-0000-0000-0000-000000000005"],
    });
    const secret = generateSecret();
    await sql`
      update users set otp_secret_sealed = ${sealOtpSecret(product.services, id, secret)}, mfa_level = ${level}
      where id = ${id}
    `.execute(product.database.db);
    const code = (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
    return { id, username, password, code, browser: await product.signIn(id) };
  };
  const confirm = (browser: TestCaller, secret_key: string, confirm_type = "mfa", mfa_type = "otp") =>
    browser.call("POST", confirmPath, { confirm_type, mfa_type, secret_key });
  const logged = async (): Promise<{ action: string; resource: string; resource_id: string }[]> =>
    (
      await sql<{ action: string; resource: string; resource_id: string }>`
        select action, resource, resource_id from operate_logs where action = 'view' order by datetime
      `.execute(product.database.db)
    ).rows;

  it("is asked for before a secret is shown, and opens it with a code", async () => {
    const { browser, code } = await person();
    const closed = await browser.call("GET", guarded);
    expect(closed.status).toBe(400);
    expect(closed.body).toMatchObject({ code: "mfa" });
    expect(closed.text).not.toContain("first secret");
    expect((await browser.call("HEAD", `${guarded}${account}/`)).status).toBe(400);
    expect(await logged()).toEqual([]);

    const ways = await browser.call("GET", `${confirmPath}?confirm_type=mfa`);
    expect(ways.body.confirm_type).toBe("mfa");
    expect(ways.body.content).toEqual([
      { name: "otp", disabled: false, display_name: "OTP", placeholder: expect.any(String) },
    ]);
    const confirmed = await confirm(browser, code());
    expect([confirmed.status, confirmed.body]).toEqual([200, "ok"]);

    const shown = await browser.call("GET", `${guarded}${account}/`);
    expect(shown.status).toBe(200);
    expect(shown.body.secret).toBe("first secret");
    expect(shown.headers["cache-control"]).toBe("no-store");
    const list = await browser.call("GET", `${guarded}?username=root&limit=10`);
    expect(list.body.results[0].secret).toBe("first secret");
    expect(await logged()).toEqual([
      { action: "view", resource: "root", resource_id: account },
      { action: "view", resource: "Export filtered: username=root", resource_id: "" },
    ]);
    const story = await product.administrator.call("GET", `audits/activities/?resource_id=${account}`);
    const told = story.body.map(({ content }: { content: string }) => content);
    expect(told.filter((line: string) => line.includes("viewed the secret."))).toHaveLength(2);
    expect(story.text).not.toContain("first secret");
  });

  it("shows what the secret was before, never what it is", async () => {
    const { browser, code } = await person();
    const path = `${guarded}${account}/histories/`;
    expect((await browser.call("GET", path)).body).toMatchObject({ code: "mfa" });
    await confirm(browser, code());
    expect((await browser.call("GET", path)).body).toEqual([]);
    await product.administrator.call("PATCH", `accounts/accounts/${account}/`, { secret: "second secret" });
    const { body } = await browser.call("GET", `${path}?limit=5`);
    expect(body.count).toBe(1);
    expect(body.results[0]).toMatchObject({
      secret: "first secret",
      secret_type: { value: "password" },
      version: 1,
    });
    expect((await browser.call("GET", `${guarded}nowhere/histories/`)).status).toBe(404);
  });

  it("belongs to the very session or token it was made with", async () => {
    const { id, username, password, browser, code } = await person();
    await confirm(browser, code(-1));
    expect((await browser.call("GET", guarded)).status).toBe(200);
    expect((await (await product.signIn(id)).call("GET", guarded)).body).toMatchObject({ code: "mfa" });
    // Without a second factor the token is given for the password alone.
    const owes = (level: number) =>
      sql`update users set mfa_level = ${level} where id = ${id}`.execute(product.database.db);
    await owes(0);
    const token = await product.bearer(username, password);
    await owes(1);
    expect((await token.call("GET", guarded)).body).toMatchObject({ code: "mfa" });
    expect((await confirm(token, code())).body).toBe("ok");
    expect((await token.call("GET", guarded)).status).toBe(200);
  });

  it("takes each code once, and none older than the last", async () => {
    const { browser, code } = await person();
    const now = code();
    const answers = await Promise.all([1, 2, 3].map(() => confirm(browser, now)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await confirm(browser, code(-1))).status).toBe(400);
    expect((await confirm(browser, code(1))).status).toBe(200);
  });

  it("locks after too many wrong codes, also for the right one", async () => {
    const { browser, code, username } = await person();
    for (const wrong of ["", "12345", "1234567", "abcdef", "000000 ", "１２３４５６"]) {
      const { status, body } = await confirm(browser, wrong);
      expect([status, Object.keys(body)]).toEqual([400, ["error"]]);
    }
    expect((await confirm(browser, "000000")).body.error).toMatch(/locked for 30 minutes/);
    expect((await confirm(browser, code())).body.error).toMatch(/locked/);
    const { body } = await product.administrator.call("GET", `users/users/?username=${username}`);
    await product.administrator.call("PATCH", `users/users/${body[0].id}/unblock/`);
    expect((await confirm(browser, code())).status).toBe(200);
  });

  it("ends with its time, and a changed setting lifts it", async () => {
    const { browser, code } = await person();
    await confirm(browser, code());
    await sql`update confirmations set date_confirmed = now() - interval '3601 seconds'`.execute(
      product.database.db,
    );
    expect((await browser.call("GET", guarded)).body).toMatchObject({ code: "mfa" });
    const { db } = product.database;
    await sql`insert into settings (key, value) values ('SECURITY_VIEW_AUTH_NEED_MFA', 'false')`.execute(db);
    await product.services.events.publish("settings.changed", null);
    await vi.waitFor(async () => expect((await browser.call("GET", guarded)).status).toBe(200));
    await sql`delete from settings where key = 'SECURITY_VIEW_AUTH_NEED_MFA'`.execute(db);
    await product.services.events.publish("settings.changed", null);
    await vi.waitFor(async () => expect((await browser.call("GET", guarded)).status).toBe(400));
  });

  it("offers the password where that is enough, and says so where it is not", async () => {
    const { browser, password } = await person(0);
    const ways = await browser.call("GET", `${confirmPath}?confirm_type=password`);
    expect(ways.body).toEqual({ confirm_type: "password", content: "" });
    const none = await browser.call("GET", `${confirmPath}?confirm_type=mfa`);
    expect([none.status, Object.keys(none.body)]).toEqual([404, ["error"]]);
    expect((await confirm(browser, "wrong", "password", "")).body.error).toMatch(/6 attempts left/);
    expect((await confirm(browser, password, "password", "")).body).toBe("ok");
    expect((await browser.call("GET", "authentication/confirm-oauth/")).body).toBe("ok");
    expect((await browser.call("GET", guarded)).body).toMatchObject({ code: "mfa" });
  });

  it("takes a recent sign-in for the weakest level, and only a recent one", async () => {
    const { browser, id } = await person(0);
    expect((await browser.call("GET", "authentication/confirm-oauth/")).body).toMatchObject({
      code: "relogin",
    });
    await sql`update http_sessions set date_created = now() - interval '6 minutes' where user_id = ${id}`.execute(
      product.database.db,
    );
    expect((await confirm(browser, "", "relogin", "")).status).toBe(400);
    const fresh = await product.signIn(id);
    expect((await confirm(fresh, "", "relogin", "")).body).toBe("ok");
    expect((await fresh.call("GET", "authentication/confirm-oauth/")).body).toBe("ok");
    expect((await browser.call("GET", "authentication/confirm-oauth/")).status).toBe(400);
  });

  it("asks nobody for a password that is elsewhere", async () => {
    const { browser, id } = await person(0);
    const asked = async (source: string) => {
      await sql`update users set source = ${source} where id = ${id}`.execute(product.database.db);
      const { body } = await browser.call("GET", `${confirmPath}?confirm_type=relogin`);
      return body.confirm_type;
    };
    for (const source of ["openid", "cas", "saml2", "oauth2", "wecom", "dingtalk", "feishu"])
      expect([source, await asked(source)]).toEqual([source, "relogin"]);
    for (const source of ["local", "ldap", "radius"])
      expect([source, await asked(source)]).toEqual([source, "password"]);
  });

  it("refuses what it cannot mean, and says that no text message will come", async () => {
    const { browser, password } = await person(0);
    const bad = await browser.call("POST", confirmPath, { confirm_type: "nothing" });
    expect([bad.status, Object.keys(bad.body)]).toEqual([400, ["confirm_type"]]);
    expect((await browser.call("POST", confirmPath, {})).body).toHaveProperty("confirm_type");
    for (const name of ["select", "send-code"]) {
      const sent = await browser.call("POST", `authentication/mfa/${name}/`, { type: "sms" });
      expect([sent.status, sent.body.error]).toEqual([
        400,
        expect.stringMatching(/Text messages are not set up/),
      ]);
    }
    const wrong = await browser.call("POST", "authentication/password/verify/", { password: "x" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "passwd_invalid"]);
    expect((await browser.call("POST", "authentication/password/verify/", { password })).status).toBe(200);
    expect((await product.anonymous.call("GET", confirmPath)).status).toBe(401);
  });

  it("has nothing to do with the administrator's word", async () => {
    expect((await product.administrator.call("GET", guarded)).body).toMatchObject({ code: "mfa" });
    const password = await confirm(product.administrator, administratorPassword, "password", "");
    expect(password.body).toBe("ok");
    expect((await product.administrator.call("GET", guarded)).body).toMatchObject({ code: "mfa" });
  });
});
