import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";

const startPath = "/core/auth/profile/otp/enable/start/";
const installPath = "/core/auth/profile/otp/enable/install-app/";
const bindPath = "/core/auth/profile/otp/enable/bind/";
const disablePath = "/core/auth/profile/otp/disable/";
const managePath = "/core/auth/profile/mfa/";

describe("the pages of the authenticator", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const post = (browser: TestCaller, path: string, form: Record<string, string>) =>
    browser.call("POST", path, new URLSearchParams(form).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
  const keyOn = (page: string): string =>
    (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  const stored = async (id: string) =>
    (
      await sql<{ otp_secret_sealed: string | null; mfa_level: number }>`
        select otp_secret_sealed, mfa_level from users where id = ${id}
      `.execute(product.database.db)
    ).rows[0];

  it("bind one with the password and a code of it, and take it off with another", async () => {
    const { id, password } = await product.createUser({});
    const browser = await product.signIn(id);
    const start = await browser.call("GET", startPath);
    expect(start.text).toContain(installPath);
    expect((await browser.call("GET", installPath)).text).toContain(bindPath);
    const shown = await browser.call("GET", bindPath);
    const secret = keyOn(shown.text);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(shown.text).toContain(`otpauth://totp/`);
    expect(shown.text).toMatch(/<svg class="qr-code" [^>]*role="img"/);
    expect(shown.text).not.toMatch(/<script>|style=|onclick/);
    expect(shown.headers["cache-control"]).toBe("no-store");
    expect(keyOn((await browser.call("GET", bindPath)).text)).toBe(secret);

    const token = browser.cookies.jms_csrftoken ?? "";
    const code = (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
    const form = { csrfmiddlewaretoken: token, password, otp_code: code() };
    expect((await post(browser, bindPath, { ...form, csrfmiddlewaretoken: "other" })).headers.location).toBe(
      bindPath,
    );
    expect((await post(browser, bindPath, { ...form, password: "wrong" })).status).toBe(400);
    expect((await post(browser, bindPath, { ...form, otp_code: "000000" })).status).toBe(400);
    expect(await stored(id)).toEqual({ otp_secret_sealed: null, mfa_level: 0 });
    const bound = await post(browser, bindPath, form);
    expect(bound.status).toBe(200);
    const recovery = [...bound.text.matchAll(/<code>([\w-]{14})<\/code>/g)].map(([, one]) => one);
    expect(new Set(recovery).size).toBe(10);
    expect(bound.text).toContain("/core/auth/login/");
    expect(String(bound.headers["set-cookie"])).toContain("jms_sessionid=;");
    const { otp_secret_sealed: sealed, mfa_level: level } = (await stored(id)) ?? {};
    expect([level, String(sealed).includes(secret)]).toEqual([1, false]);
    expect((await browser.call("GET", "users/profile/")).status).toBe(401);

    const again = await product.signIn(id);
    const confirm = (secret_key: string, mfa_type = "otp") =>
      again.call("POST", "authentication/confirm/", { confirm_type: "mfa", mfa_type, secret_key });
    // The code that bound it is used up.
    expect((await confirm(form.otp_code)).status).toBe(400);
    expect((await confirm(code(1))).status).toBe(200);
    const twice = await again.call("GET", bindPath);
    expect(twice.headers.location).toMatch(/^\/core\/common\/flash-message\//);
    const told = await again.call("GET", String(twice.headers.location));
    expect(told.text).toContain(disablePath);
    const off = { csrfmiddlewaretoken: again.cookies.jms_csrftoken ?? "", otp_code: code(1) };
    expect((await post(again, disablePath, off)).status).toBe(400);
    const taken = await post(again, disablePath, { ...off, otp_code: code(2) });
    expect(taken.headers.location).toMatch(/^\/core\/common\/flash-message\//);
    expect((await stored(id))?.otp_secret_sealed).toBeNull();
    expect((await again.call("GET", "users/profile/")).status).toBe(401);
    const { rows } = await sql<{ diff: string }>`
      select diff::text as diff from operate_logs where resource_id = ${id} and user_id = ${id}
    `.execute(product.database.db);
    expect(rows).toHaveLength(2);
    for (const hidden of [secret, ...recovery]) expect(JSON.stringify(rows)).not.toContain(hidden);
    const { rows: kept } = await sql`select * from recovery_codes where user_id = ${id}`.execute(
      product.database.db,
    );
    // A reserve of nothing is none.
    expect(kept).toEqual([]);
  });

  it("bind one of somebody without a password here after a recent sign-in alone", async () => {
    const { id } = await product.createUser({});
    await sql`update users set source = 'openid' where id = ${id}`.execute(product.database.db);
    const browser = await product.signIn(id);
    const shown = await browser.call("GET", bindPath);
    expect(shown.text).not.toContain('type="password"');
    const csrfmiddlewaretoken = browser.cookies.jms_csrftoken ?? "";
    const form = { csrfmiddlewaretoken, otp_code: generateSync({ secret: keyOn(shown.text) }) };
    const begun = (minutes: number) =>
      sql`update http_sessions set date_created = now() - ${minutes} * interval '1 minute' where user_id = ${id}`.execute(
        product.database.db,
      );
    await begun(6);
    const late = await post(browser, bindPath, form);
    expect([late.status, late.text]).toEqual([400, expect.stringContaining("Sign in again to continue")]);
    expect((await stored(id))?.otp_secret_sealed).toBeNull();
    await begun(4);
    expect((await post(browser, bindPath, form)).status).toBe(200);
    expect((await stored(id))?.otp_secret_sealed).not.toBeNull();
  });

  it("take each recovery code once", async () => {
    const { id, password } = await product.createUser({});
    const browser = await product.signIn(id);
    const secret = keyOn((await browser.call("GET", bindPath)).text);
    const bound = await post(browser, bindPath, {
      csrfmiddlewaretoken: browser.cookies.jms_csrftoken ?? "",
      password,
      otp_code: generateSync({ secret }),
    });
    const [code = ""] = [...bound.text.matchAll(/<code>([\w-]{14})<\/code>/g)].map(([, one]) => one ?? "");
    const again = await product.signIn(id);
    const confirm = (secret_key: string) =>
      again.call("POST", "authentication/confirm/", {
        confirm_type: "mfa",
        mfa_type: "recovery_code",
        secret_key,
      });
    const tries = await Promise.all([confirm(code), confirm(code), confirm(code)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { rows } = await sql<{ row: string }>`select c::text as row from recovery_codes c`.execute(
      product.database.db,
    );
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    expect((await again.call("GET", "sallyport/factors/")).body.recovery_codes).toBe(9);
    // Somebody else's code is nobody's.
    const other = await product.createUser({ mfa_level: 1 });
    const stranger = await product.signIn(other.id);
    const made = await stranger.call("POST", "sallyport/recovery-codes/", {});
    expect(made.body).toMatchObject({ code: "password" });
    await stranger.call("POST", "authentication/confirm/", {
      confirm_type: "password",
      secret_key: other.password,
    });
    expect((await stranger.call("POST", "sallyport/recovery-codes/", {})).status).toBe(400);
    // New codes end the old ones.
    const renewed = await again.call("POST", "sallyport/recovery-codes/", {});
    expect(renewed.body.codes).toHaveLength(10);
    const last = [...bound.text.matchAll(/<code>([\w-]{14})<\/code>/g)].at(-1)?.[1] ?? "";
    expect((await confirm(last)).status).toBe(400);
    expect((await confirm(renewed.body.codes[3])).status).toBe(200);
  });

  it("turn second factors on and off where the person may choose", async () => {
    const { id, password } = await product.createUser({});
    const browser = await product.signIn(id);
    expect((await browser.call("GET", managePath)).text).toContain(startPath);
    const csrfmiddlewaretoken = browser.cookies.jms_csrftoken ?? "";
    await post(browser, managePath, { csrfmiddlewaretoken: "other", mfa_level: "1" });
    expect((await stored(id))?.mfa_level).toBe(0);
    await post(browser, managePath, { csrfmiddlewaretoken, mfa_level: "1" });
    expect((await stored(id))?.mfa_level).toBe(1);
    // An open browser is not enough to turn them off.
    for (const proof of [{}, { password: "wrong" }, { mfa_type: "otp", code: "000000" }]) {
      const refused = await post(browser, managePath, { csrfmiddlewaretoken, ...proof });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('role="alert"');
    }
    expect((await stored(id))?.mfa_level).toBe(1);
    expect((await post(browser, managePath, { csrfmiddlewaretoken, password })).headers.location).toBe(
      managePath,
    );
    expect((await stored(id))?.mfa_level).toBe(0);
    await product.administrator.call("PATCH", `users/users/${id}/`, { mfa_level: 2 });
    await post(browser, managePath, { csrfmiddlewaretoken, password });
    expect((await stored(id))?.mfa_level).toBe(2);
    expect((await browser.call("GET", managePath)).text).not.toContain('name="mfa_level"');
  });

  it("send whoever is not signed in to the sign-in page, and speak three languages", async () => {
    const { username, password } = await product.createUser({});
    const token = await product.bearer(username, password);
    for (const path of [startPath, installPath, bindPath, disablePath, managePath]) {
      const nobody = await product.anonymous.call("GET", path);
      expect(nobody.headers.location).toBe(`/core/auth/login/?next=${encodeURIComponent(path)}`);
      expect((await token.call("GET", path)).headers.location).toBe(nobody.headers.location);
    }
    const browser = await product.signIn((await product.createUser({})).id);
    const zh = await browser.call("GET", bindPath, undefined, { "accept-language": "zh" });
    expect(zh.text).toContain("绑定验证器");
    const ja = await browser.call("GET", bindPath, undefined, { "accept-language": "ja" });
    expect(ja.text).toContain("認証アプリを登録");
  });
});
