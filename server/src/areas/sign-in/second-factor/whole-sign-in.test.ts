import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../engine/json.ts";
import { createPasskeyDevice, type Lies } from "../../../testing/passkey-device.ts";
import { createTestProduct, type TestAnswer, type TestProduct } from "../../../testing/product.ts";
import { sealOtpSecret } from "../../factors/one-time-codes.ts";

const loginPath = "/core/auth/login/";
const passkeyPath = "/core/auth/login/passkey/";
const guardPath = "/core/auth/login/guard/";
const origin = "http://localhost:8080";

describe("a sign-in with second factors", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const setting = (key: string, value: Json) => product.configure({ [key]: value });

  /** A browser: keeps the cookies it is given, and sends them back. */
  function browser() {
    const cookies = new Map<string, string>();
    const keep = (answer: TestAnswer) => {
      for (const line of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
        const [pair = ""] = line.split(";");
        const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    };
    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      keep(
        await product.anonymous.call(method, path, body, {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "x-csrftoken": cookies.get("jms_csrftoken") ?? "",
          ...headers,
        }),
      );
    const post = (path: string, form: Record<string, string>) =>
      call(
        "POST",
        path,
        new URLSearchParams({ csrfmiddlewaretoken: cookies.get("jms_csrftoken") ?? "", ...form }).toString(),
        { "content-type": "application/x-www-form-urlencoded" },
      );
    const isIn = async () => (await call("GET", "users/profile/")).status === 200;
    return { cookies, call, post, isIn };
  }

  async function withAuthenticator() {
    const user = await product.createUser({});
    const secret = generateSecret();
    await sql`
      update users set otp_secret_sealed = ${sealOtpSecret(product.services, user.id, secret)}, mfa_level = 1
      where id = ${user.id}
    `.execute(product.database.db);
    return { ...user, code: (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 }) };
  }

  describe("by API", () => {
    const token = (client: ReturnType<typeof browser>, body: Record<string, unknown>) =>
      client.call("POST", "authentication/auth/", body);

    it("is told the required step, completes it, and asks again", async () => {
      const { username, password, code } = await withAuthenticator();
      const client = browser();
      const pending = await token(client, { username, password });
      expect(pending.status).toBe(200);
      expect(pending.body).toMatchObject({
        error: "mfa_required",
        data: { choices: ["otp"], url: "/api/v1/authentication/mfa/challenge/" },
      });
      expect((await token(client, { username, password })).body.error).toBe("mfa_required");
      const wrong = await client.call("POST", "authentication/mfa/challenge/", {
        type: "otp",
        code: "000000",
      });
      expect([wrong.status, wrong.body.error]).toEqual([400, "mfa_failed"]);
      const right = await client.call("POST", "authentication/mfa/challenge/", { code: code() });
      expect([right.status, right.body]).toEqual([200, { msg: "ok" }]);
      // What was proven is the session's alone.
      expect((await token(browser(), { username, password })).body.error).toBe("mfa_required");
      const issued = await token(client, { username, password });
      expect([issued.status, issued.body.token?.length]).toEqual([201, 36]);
      // And it is used up.
      expect((await token(client, { username, password })).body.error).toBe("mfa_required");
    });

    it("is refused where a factor is demanded and there is none", async () => {
      const { username, password } = await product.createUser({ mfa_level: 2 });
      const refused = await token(browser(), { username, password });
      expect(refused.status).toBe(400);
      expect(refused.body.error).toContain("have not set one up");
    });

    it("takes the code with the password where the page asks for it too", async () => {
      const { username, password, code } = await withAuthenticator();
      await setting("SECURITY_MFA_AUTH", 1);
      await setting("SECURITY_MFA_IN_LOGIN_PAGE", true);
      try {
        const wrong = await token(browser(), { username, password, mfa_type: "otp", code: "000000" });
        expect([wrong.status, wrong.body.error]).toEqual([400, "mfa_failed"]);
        const right = await token(browser(), { username, password, mfa_type: "otp", code: code() });
        expect(right.status).toBe(201);
        const later = await token(browser(), { username, password });
        expect(later.body.error).toBe("mfa_required");
      } finally {
        await setting("SECURITY_MFA_IN_LOGIN_PAGE", false);
        await setting("SECURITY_MFA_AUTH", 0);
      }
    });
  });

  describe("on the page", () => {
    it("goes from the password to the code and in", async () => {
      const { username, password, code } = await withAuthenticator();
      const person = browser();
      await person.call("GET", loginPath);
      const first = await person.post(loginPath, { username, password, next: "/ui/users" });
      expect(first.headers.location).toBe(`${guardPath}?next=%2Fui%2Fusers`);
      expect(await person.isIn()).toBe(false);
      const guarded = await person.call("GET", guardPath);
      expect(guarded.headers.location).toBe("/core/auth/login/mfa/?next=%2Fui%2Fusers");
      const before = person.cookies.get("jms_sessionid");
      expect((await person.post("/core/auth/login/mfa/", { code: code() })).headers.location).toBe(guardPath);
      expect(await person.isIn()).toBe(false);
      expect((await person.call("GET", guardPath)).headers.location).toBe("/ui/users");
      expect(await person.isIn()).toBe(true);
      expect(person.cookies.get("jms_sessionid")).not.toBe(before);
    });

    it("asks for everything at once where that is wanted", async () => {
      const { username, password, code } = await withAuthenticator();
      await setting("SECURITY_MFA_AUTH", 1);
      await setting("SECURITY_MFA_IN_LOGIN_PAGE", true);
      try {
        const person = browser();
        const page = await person.call("GET", loginPath);
        expect(page.text).toContain('name="mfa_type"');
        const wrong = await person.post(loginPath, { username, password, mfa_type: "otp", code: "000000" });
        expect(wrong.status).toBe(400);
        expect(person.cookies.has("jms_sessionid")).toBe(false);
        await person.post(loginPath, { username, password, mfa_type: "otp", code: code() });
        expect((await person.call("GET", guardPath)).headers.location).toBe("/");
        expect(await person.isIn()).toBe(true);
      } finally {
        await setting("SECURITY_MFA_IN_LOGIN_PAGE", false);
        await setting("SECURITY_MFA_AUTH", 0);
      }
    });
  });

  describe("by a passkey alone", () => {
    /** Somebody with a passkey, made through the API. */
    async function owner(attributes: Record<string, Json> = {}) {
      const user = await product.createUser(attributes);
      const signedIn = await product.signIn(user.id);
      await signedIn.call("POST", "authentication/confirm/", {
        confirm_type: "password",
        secret_key: user.password,
      });
      const device = createPasskeyDevice(origin);
      const asked = await signedIn.call("POST", "sallyport/passkeys/registration/", {});
      const kept = /sallyport_passkey=([^;]+)/.exec(String(asked.headers["set-cookie"]))?.[1] ?? "";
      const made = await signedIn.call(
        "POST",
        "sallyport/passkeys/",
        { name: "Key", answer: device.register(asked.body) },
        {
          cookie: [...Object.entries(signedIn.cookies), ["sallyport_passkey", kept]]
            .map(([name, value]) => `${name}=${value}`)
            .join("; "),
        },
      );
      expect(made.status).toBe(201);
      return { ...user, device };
    }
    async function arrive() {
      const person = browser();
      const page = await person.call("GET", `${loginPath}?next=/ui/users`);
      expect(page.text).toContain('data-passkey="sign-in"');
      const { body: options } = await person.call("POST", "sallyport/passkeys/sign-in/", {});
      return { person, options };
    }
    async function signIn(device: ReturnType<typeof createPasskeyDevice>, lies: Lies = {}) {
      const { person, options } = await arrive();
      const answer = await person.post(passkeyPath, {
        answer: device.sign(options, lies),
        next: "/ui/users",
      });
      return { person, answer };
    }

    it("goes in, with the factor done, once a challenge", async () => {
      const { device, username } = await owner();
      const { person, answer } = await signIn(device);
      expect(answer.headers.location).toBe(`${guardPath}?next=%2Fui%2Fusers`);
      expect((await person.call("GET", guardPath)).headers.location).toBe("/ui/users");
      expect(await person.isIn()).toBe(true);
      const { rows } = await sql<{ backend: string; status: boolean; mfa: number }>`
        select backend, status, mfa from login_logs where username = ${username}
      `.execute(product.database.db);
      expect(rows).toEqual([{ backend: "Passkey", status: true, mfa: 1 }]);
      const { person: other, options } = await arrive();
      const signed = device.sign(options);
      expect((await other.post(passkeyPath, { answer: signed })).status).toBe(302);
      const replay = browser();
      await replay.call("GET", loginPath);
      for (const [name, value] of other.cookies)
        if (name === "sallyport_passkey") replay.cookies.set(name, value);
      replay.cookies.set("sallyport_passkey", other.cookies.get("sallyport_passkey") ?? "");
      expect((await replay.post(passkeyPath, { answer: signed })).status).toBe(400);
      expect(await replay.isIn()).toBe(false);
    });

    it("by API takes a recovery code, and without one is told what programs can use", async () => {
      const { id, username, password } = await owner();
      const ask = () => browser().call("POST", "authentication/auth/", { username, password });
      expect((await ask()).body).toMatchObject({
        error: "mfa_required",
        data: { choices: ["recovery_code"] },
      });
      await sql`delete from recovery_codes where user_id = ${id}`.execute(product.database.db);
      const refused = await ask();
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining("access key")]);
    });

    it.each<[string, Lies]>([
      ["another site's page", { origin: "https://evil.example" }],
      ["a look-alike", { origin: "http://localhost:80801" }],
      ["a frame in another site", { crossOrigin: true }],
      ["a key of another site", { rpId: "127.0.0.1" }],
      ["a person who was not verified", { isVerified: false }],
      ["a challenge of its own", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
      ["a counter that went back", { counter: 0 }],
    ])("does not open to %s", async (_what, lies) => {
      const { device } = await owner();
      const { person, answer } = await signIn(device, lies);
      expect(answer.status).toBe(400);
      expect((await person.call("GET", guardPath)).headers.location).toBe(loginPath);
      expect(await person.isIn()).toBe(false);
    });

    it("does not believe the Host header", async () => {
      const { device } = await owner();
      const { person } = await arrive();
      const asked = await person.call("POST", "sallyport/passkeys/sign-in/", {}, { host: "evil.example" });
      expect(asked.body.rpId).toBe("localhost");
      const form = new URLSearchParams({
        csrfmiddlewaretoken: person.cookies.get("jms_csrftoken") ?? "",
        answer: device.sign(asked.body, { origin: "http://evil.example", rpId: "evil.example" }),
      }).toString();
      const answer = await person.call("POST", passkeyPath, form, {
        host: "evil.example",
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(answer.status).toBe(400);
    });

    it("is not taken from forms of other sites, nor without the cookie of the challenge", async () => {
      const { device } = await owner();
      const { person, options } = await arrive();
      const answer = device.sign(options);
      const forged = await person.post(passkeyPath, { csrfmiddlewaretoken: "x", answer });
      expect(forged.headers.location).toContain("csrf_failure=1");
      person.cookies.delete("sallyport_passkey");
      expect((await person.post(passkeyPath, { answer })).status).toBe(400);
      expect(await person.isIn()).toBe(false);
    });

    it("is subject to what every way in is: disabled, expired, locked, address, password to change", async () => {
      const { device, id, username } = await owner();
      const admin = product.administrator;
      const at = `users/users/${id}/`;
      await admin.call("PATCH", at, { is_active: false });
      expect((await signIn(device)).answer.text).toContain("disabled");
      await admin.call("PATCH", at, { is_active: true, date_expired: "2001-01-01T00:00:00Z" });
      expect((await signIn(device)).answer.text).toContain("expired");
      await admin.call("PATCH", at, { date_expired: "2090-01-01T00:00:00Z", need_update_password: true });
      expect((await signIn(device)).answer.headers.location).toMatch(/flash-message|password\/reset/);
      await admin.call("PATCH", at, { need_update_password: false });
      for (let n = 0; n < 7; n++) {
        await product.anonymous.call("POST", "authentication/auth/", { username, password: "wrong" });
      }
      expect((await signIn(device)).answer.text).toContain("locked");
      await admin.call("PATCH", `${at}unblock/`, {});
      await setting("SECURITY_LOGIN_IP_BLACK_LIST", ["127.0.0.0/8"]);
      expect((await signIn(device)).answer.status).toBe(400);
      await setting("SECURITY_LOGIN_IP_BLACK_LIST", []);
      expect((await signIn(device)).answer.status).toBe(302);
    });

    it("ends with the passkey", async () => {
      const { device, id } = await owner();
      await sql`delete from passkeys where user_id = ${id}`.execute(product.database.db);
      expect((await signIn(device)).answer.status).toBe(400);
    });
  });
});
