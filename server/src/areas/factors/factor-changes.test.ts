import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { sealOtpSecret } from "./one-time-codes.ts";

const managePath = "/core/auth/profile/mfa/";

describe("changes of what somebody proves themselves by", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const post = (browser: TestCaller, path: string, form: Record<string, string>) =>
    browser.call(
      "POST",
      path,
      new URLSearchParams({ csrfmiddlewaretoken: browser.cookies.jms_csrftoken ?? "", ...form }).toString(),
      { "content-type": "application/x-www-form-urlencoded" },
    );
  /** What the person was told, the newest first. */
  const told = async (id: string): Promise<string[]> => {
    const browser = await product.signIn(id);
    const { body } = await browser.call("GET", "notifications/site-messages/");
    return body.map(({ content }: { content: { message: string } }) => content.message);
  };
  const person = async () => {
    const user = await product.createUser({});
    const secret = generateSecret();
    const bindSecret = () =>
      sql`
        update users set otp_secret_sealed = ${sealOtpSecret(product.services, user.id, secret)}, mfa_level = 1
        where id = ${user.id}
      `.execute(product.database.db);
    const code = (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
    return { ...user, bindSecret, code, browser: await product.signIn(user.id) };
  };
  const confirm = (browser: TestCaller, mfa_type: string, secret_key: string) =>
    browser.call("POST", "authentication/confirm/", { confirm_type: "mfa", mfa_type, secret_key });

  it("are told to their owner: an authenticator, recovery codes, one that is used, and the last one", async () => {
    const { id, password, browser, code, bindSecret } = await person();
    const page = await browser.call("GET", "/core/auth/profile/otp/enable/bind/");
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? "").replaceAll(" ", "");
    const otp_code = generateSync({ secret });
    await post(browser, "/core/auth/profile/otp/enable/bind/", { password, otp_code });
    const [bound = ""] = await told(id);
    expect(bound).toContain("An authenticator app was added");
    expect(bound).toContain("127.0.0.1");
    expect(bound).not.toContain(secret);

    await bindSecret();
    const again = await product.signIn(id);
    expect((await confirm(again, "otp", code(1))).status).toBe(200);
    const { body } = await again.call("POST", "sallyport/recovery-codes/", {});
    expect((await told(id))[0]).toContain("New recovery codes were created");
    expect((await confirm(again, "recovery_code", body.codes[0])).status).toBe(200);
    expect((await told(id))[0]).toContain("9 codes are left");
    await sql`
      delete from recovery_codes where user_id = ${id} and date_used is null
        and ctid <> (select min(ctid) from recovery_codes where user_id = ${id} and date_used is null)
    `.execute(product.database.db);
    for (const one of body.codes.slice(1)) await confirm(again, "recovery_code", one);
    expect((await told(id))[0]).toContain("last recovery code");
    for (const text of await told(id)) {
      for (const hidden of body.codes) expect(text).not.toContain(hidden);
    }
  });

  it("turn second factors off by the page with a code only, and tell of it", async () => {
    const { id, browser, code, bindSecret } = await person();
    await bindSecret();
    const shown = await browser.call("GET", managePath);
    expect(shown.text).toContain('name="code"');
    expect((await post(browser, managePath, { mfa_type: "otp", code: "000000" })).status).toBe(400);
    expect((await post(browser, managePath, { mfa_type: "otp", code: code() })).status).toBe(302);
    expect((await told(id))[0]).toContain("turned off");
    expect((await browser.call("GET", managePath)).text).toContain('value="1"');
  });

  it("by the API: lowering takes a confirmation of the strongest kind, raising none", async () => {
    const { id, password, browser, code, bindSecret } = await person();
    const level = async (mfa_level: number) => browser.call("PATCH", "users/profile/", { mfa_level });
    expect((await level(1)).status).toBe(200);
    expect((await told(id))[0]).toContain("turned on");
    const withoutFactor = await level(0);
    expect([withoutFactor.status, withoutFactor.body.code]).toEqual([400, "password"]);
    await browser.call("POST", "authentication/confirm/", { confirm_type: "password", secret_key: password });
    expect((await level(0)).body.mfa_level.value).toBe(0);

    await bindSecret();
    // The password confirms too little for anyone who has more.
    const withFactor = await level(0);
    expect([withFactor.status, withFactor.body.code]).toEqual([400, "mfa"]);
    expect((await browser.call("GET", "users/profile/")).body.mfa_level.value).toBe(1);
    expect((await confirm(browser, "otp", code())).status).toBe(200);
    expect((await level(0)).body.mfa_level.value).toBe(0);
    expect((await told(id))[0]).toContain("turned off");

    await product.administrator.call("PATCH", `users/users/${id}/`, { mfa_level: 2 });
    expect((await level(0)).body.mfa_level.value).toBe(2);
  });

  it("by an administrator: another password or SSH key is told in the language of its owner", async () => {
    const { id, browser } = await person();
    await browser.call("GET", "users/profile/", undefined, { "accept-language": "ja" });
    const change = (path: string, body: Record<string, string>) =>
      product.administrator.call("PATCH", `users/users/${id}/${path}`, body);
    expect((await change("", { comment: "nothing of the kind" })).status).toBe(200);
    expect(await told(id)).toEqual([]);
    expect((await change("", { password: "Another-pass-1" })).status).toBe(200);
    expect((await change("password/", { password: "Another-pass-2" })).status).toBe(200);
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHVZ2vs7bZ2f8mVYYYV5vA3u6iS2tq9nVh2J3p0a3D1x someone";
    expect((await change("", { public_key: key })).status).toBe(200);
    const [newest = "", ...passwords] = await told(id);
    expect(newest).toContain("SSH 公開鍵");
    expect(passwords).toHaveLength(2);
    for (const text of passwords) expect(text).toContain("パスワード");
    expect([newest, ...passwords].join()).not.toMatch(/Another-pass|AAAAC3/);
  });
});
