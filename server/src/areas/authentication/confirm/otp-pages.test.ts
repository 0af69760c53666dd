import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";

const bindPath = "/core/auth/profile/otp/enable/bind/";
const disablePath = "/core/auth/profile/otp/disable/";

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
    const start = await browser.call("GET", "/core/auth/profile/otp/enable/start/");
    expect([start.status, start.headers.location]).toEqual([302, bindPath]);
    const shown = await browser.call("GET", bindPath);
    const secret = keyOn(shown.text);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(shown.text).toContain(`otpauth://totp/`);
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
    expect([bound.status, bound.headers.location]).toEqual([302, "/core/auth/login/"]);
    const { otp_secret_sealed: sealed, mfa_level: level } = (await stored(id)) ?? {};
    expect([level, String(sealed).includes(secret)]).toEqual([1, false]);
    expect((await browser.call("GET", "users/profile/")).status).toBe(401);

    const again = await product.signIn(id);
    const confirm = (otp: string) =>
      again.call("POST", "authentication/confirm/", { confirm_type: "mfa", secret_key: otp });
    // The code that bound it is used up.
    expect((await confirm(form.otp_code)).status).toBe(400);
    expect((await confirm(code(1))).status).toBe(200);
    expect((await again.call("GET", bindPath)).headers.location).toBe(disablePath);
    const off = { csrfmiddlewaretoken: again.cookies.jms_csrftoken ?? "", otp_code: code(1) };
    expect((await post(again, disablePath, off)).status).toBe(400);
    const taken = await post(again, disablePath, { ...off, otp_code: code(2) });
    expect([taken.status, taken.headers.location]).toEqual([302, "/core/auth/login/"]);
    expect((await stored(id))?.otp_secret_sealed).toBeNull();
    const { rows } = await sql<{ diff: string }>`
      select diff::text as diff from operate_logs where resource_id = ${id} and user_id = ${id}
    `.execute(product.database.db);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("send whoever is not signed in to the sign-in page, and speak three languages", async () => {
    const nobody = await product.anonymous.call("GET", bindPath);
    expect(nobody.headers.location).toBe(`/core/auth/login/?next=${encodeURIComponent(bindPath)}`);
    const browser = await product.signIn((await product.createUser({})).id);
    const zh = await browser.call("GET", bindPath, undefined, { "accept-language": "zh" });
    expect(zh.text).toContain("绑定验证器");
    const ja = await browser.call("GET", bindPath, undefined, { "accept-language": "ja" });
    expect(ja.text).toContain("認証アプリを登録");
  });
});
