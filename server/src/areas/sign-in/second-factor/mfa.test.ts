import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { literal } from "../../../engine/i18n/messages.ts";
import type { Json } from "../../../engine/json.ts";
import { createPasskeyDevice } from "../../../testing/passkey-device.ts";
import { createTestProduct, type TestAnswer, type TestProduct } from "../../../testing/product.ts";
import { type SmsServer, smsServerSettings, startSmsServer } from "../../../testing/sms-servers.ts";
import { storePendingSignIn } from "../../credentials/identity/pending-sign-in.ts";
import { createPendingSignIn } from "../../credentials/identity/resume-sign-in.ts";
import { findSignInUser } from "../../credentials/identity/sign-in-user.ts";
import type { SecondFactor } from "../../factors/factor.ts";
import { sealOtpSecret } from "../../factors/one-time-codes.ts";

const mfaPath = "/core/auth/login/mfa/";
const startPath = "/core/auth/profile/otp/enable/start/";
const bindPath = "/core/auth/profile/otp/enable/bind/";
const guardPath = "/core/auth/login/guard/";

describe("the second factor at a sign-in", () => {
  let product: TestProduct;
  const secondFactors: SecondFactor[] = [];
  let sms: SmsServer;
  beforeAll(async () => {
    sms = await startSmsServer();
    product = await createTestProduct(
      { SALLYPORT_LOCAL_TARGETS: "127.0.0.1" },
      { moreAreas: [{ name: "outside", secondFactors }] },
    );
  });
  afterAll(async () => {
    await product?.close();
    await sms?.close();
  });

  const setting = (key: string, value: Json) => product.configure({ [key]: value });

  /** A browser in which the right password was given, and nothing else. */
  async function halfway(userId: string, at = Date.now()) {
    const user = await findSignInUser(product.services, { id: userId });
    if (user === null) throw new Error("there is no such user");
    const proven = { user, backend: "Password", isPasswordTrivial: false };
    const { cookie, session } = await storePendingSignIn(
      product.services,
      createPendingSignIn(proven, { autoLogin: false, next: "/ui/users" }),
    );
    const aged = { ...(session.data.sign_in as object), password_at: at };
    await product.services.sessions.save(session, { ...session.data, sign_in: aged });
    const cookies: Record<string, string> = { jms_sessionid: cookie, jms_csrftoken: session.csrfToken };
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      product.anonymous.call(method, path, body, {
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
        "x-csrftoken": session.csrfToken,
        ...headers,
      });
    const post = (path: string, form: Record<string, string>) =>
      call(
        "POST",
        path,
        new URLSearchParams({ csrfmiddlewaretoken: session.csrfToken, ...form }).toString(),
        {
          "content-type": "application/x-www-form-urlencoded",
        },
      );
    const step = async () => (await product.services.sessions.load(cookie))?.data.sign_in as { mfa?: string };
    return { cookies, session, call, post, step };
  }

  async function withAuthenticator(level = 1) {
    const user = await product.createUser({});
    const secret = generateSecret();
    await sql`
      update users set otp_secret_sealed = ${sealOtpSecret(product.services, user.id, secret)}, mfa_level = ${level}
      where id = ${user.id}
    `.execute(product.database.db);
    const code = (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
    return { ...user, secret, code };
  }
  const keyOn = (page: string): string =>
    (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");

  it("asks for a code, takes the right one once, and goes on to the guard", async () => {
    const { id, code } = await withAuthenticator();
    const browser = await halfway(id);
    const page = await browser.call("GET", mfaPath);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<option value="otp"[^>]* selected>/);
    expect(page.text).not.toContain('value="recovery_code"');
    expect(page.text).not.toMatch(/<script>|style=|onclick/);
    const wrong = await browser.post(mfaPath, { mfa_type: "otp", code: "000000" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("6 attempts left");
    const now = code();
    const right = await browser.post(mfaPath, { mfa_type: "otp", code: now });
    expect([right.status, right.headers.location]).toEqual([302, guardPath]);
    expect((await browser.step()).mfa).toBe("otp");
    const guarded = await browser.call("GET", guardPath);
    expect(guarded.headers.location).toBe("/ui/users");
    expect(String(guarded.headers["set-cookie"])).toMatch(/jms_sessionid=[\w-]{43}/);
    const again = await halfway(id);
    expect((await again.post(mfaPath, { mfa_type: "otp", code: now })).status).toBe(400);
    expect((await again.step()).mfa).toBeUndefined();
    const { rows } = await sql<{ reason: string; mfa: number }>`
      select l.reason, l.mfa from login_logs l join users u on u.username = l.username where u.id = ${id} order by l.datetime
    `.execute(product.database.db);
    expect(rows).toEqual([
      { reason: "mfa_failed", mfa: 1 },
      { reason: "", mfa: 1 },
      { reason: "mfa_failed", mfa: 1 },
    ]);
  });

  it("refuses forged forms, sessions of nobody, and first steps that are too old", async () => {
    const { id, code } = await withAuthenticator();
    const browser = await halfway(id);
    const forged = await browser.post(mfaPath, { csrfmiddlewaretoken: "x", mfa_type: "otp", code: code() });
    expect(forged.headers.location).toBe(mfaPath);
    expect((await browser.step()).mfa).toBeUndefined();
    expect((await product.anonymous.call("GET", mfaPath)).headers.location).toBe("/core/auth/login/");
    const late = await halfway(id, Date.now() - 601_000);
    expect((await late.post(mfaPath, { mfa_type: "otp", code: code() })).headers.location).toBe(
      "/core/auth/login/",
    );
    const api = await late.call("POST", "authentication/mfa/verify/", { type: "otp", code: code() });
    expect([api.status, api.body.error]).toEqual([400, "session_empty"]);
  });

  it("locks after too many guesses, apart from the password, on the page and by API together", async () => {
    const { id, username, code } = await withAuthenticator();
    const browser = await halfway(id);
    for (let guess = 0; guess < 3; guess++)
      await browser.post(mfaPath, { mfa_type: "otp", code: `00000${guess}` });
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        browser.call("POST", "authentication/mfa/challenge/", { type: "otp", code: `11111${index}` }),
      ),
    );
    const codes = guesses.map(({ body }) => body.error);
    expect(codes.filter((one) => one === "mfa_failed")).toHaveLength(3);
    expect(codes.filter((one) => one === "block_mfa")).toHaveLength(5);
    expect((await browser.post(mfaPath, { mfa_type: "otp", code: code() })).text).toContain("locked");
    const other = await product.administrator.call("GET", `users/users/${id}/`);
    expect(other.body.login_blocked).toBe(true);
    await product.administrator.call("PATCH", `users/users/${id}/unblock/`, {});
    expect((await browser.post(mfaPath, { mfa_type: "otp", code: code() })).headers.location).toBe(guardPath);
    const { rows } = await sql`select 1 from login_failures where username = ${username}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([]);
  });

  it("opens nothing else while it is owed", async () => {
    const { id } = await withAuthenticator();
    const browser = await halfway(id);
    for (const area of product.product.areas) {
      for (const { methods, path, access } of area.routes ?? []) {
        if (access.kind === "anonymous") continue;
        const method = methods[0] ?? "GET";
        const answer: TestAnswer = await browser.call(
          method,
          path.replace(/:\w+/g, "00000000-0000-0000-0000-000000000001"),
          method === "GET" ? undefined : {},
        );
        expect([path, answer.status]).toEqual([path, 401]);
      }
      for (const { path } of area.resources ?? []) {
        expect([path, (await browser.call("GET", `${path}/`)).status]).toEqual([path, 401]);
      }
    }
    for (const path of ["/core/auth/profile/mfa/", "/core/auth/profile/otp/disable/"]) {
      expect((await browser.call("GET", path)).headers.location).toMatch(/^\/core\/auth\/login\/\?next=/);
    }
    // A factor that is there is proven; none is bound beside it.
    for (const path of [startPath, bindPath]) {
      expect((await browser.call("GET", path)).headers.location).toBe(mfaPath);
      expect((await browser.post(path, { otp_code: "000000" })).headers.location).toBe(mfaPath);
    }
  });

  it("leads those of whom it is demanded, and who have none, through setting one up", async () => {
    const user = await product.createUser({ mfa_level: 2 });
    const browser = await halfway(user.id);
    expect((await browser.call("GET", mfaPath)).headers.location).toBe(startPath);
    const start = await browser.call("GET", startPath);
    expect(start.text).toContain("You need a second factor to sign in here");
    const binding = await browser.call("GET", bindPath);
    expect(binding.text).not.toContain('name="password"');
    const secret = keyOn(binding.text);
    const bound = await browser.post(bindPath, { otp_code: generateSync({ secret }) });
    expect(bound.status).toBe(200);
    expect(bound.text).toContain(guardPath);
    expect((await browser.step()).mfa).toBe("otp");
    // It was that browser's alone: another one with the password proves it from now on.
    const thief = await halfway(user.id);
    expect((await thief.call("GET", bindPath)).headers.location).toBe(mfaPath);
  });

  it("does not ask whoever owes none, and no longer those who were disabled", async () => {
    const user = await product.createUser({});
    const browser = await halfway(user.id);
    expect((await browser.call("GET", mfaPath)).headers.location).toBe(guardPath);
    expect((await browser.call("GET", bindPath)).headers.location).toBe(mfaPath);
    const { id, code } = await withAuthenticator();
    const going = await halfway(id);
    await product.administrator.call("PATCH", `users/users/${id}/`, { is_active: false });
    const refused = await going.post(mfaPath, { mfa_type: "otp", code: code() });
    expect(refused.headers.location).toBe("/core/auth/login/");
    expect((await going.step()).mfa).toBeUndefined();
  });

  it("takes a passkey that was challenged in this very session", async () => {
    const { id } = await product.createUser({ mfa_level: 1 });
    const device = createPasskeyDevice("http://localhost:8080");
    const { credential_id, public_key } = await keyOf(device);
    await product.database.db
      .insertInto("passkeys")
      .values({
        user_id: id,
        name: "Key",
        credential_id,
        public_key,
        rp_id: "localhost",
        date_last_used: null,
      })
      .execute();
    const browser = await halfway(id);
    const page = await browser.call("GET", mfaPath);
    expect(page.text).toContain('data-passkey="prove"');
    expect(String(page.headers["set-cookie"])).toContain("SESSION_COOKIE_NAME_PREFIX=jms_");
    expect(page.text).not.toContain('id="code"');
    const asked = await browser.call("POST", "sallyport/passkeys/challenge/", {});
    expect(asked.body.allowCredentials).toHaveLength(1);
    const kept = /sallyport_passkey=([^;]+)/.exec(String(asked.headers["set-cookie"]))?.[1] ?? "";
    const other = await halfway(id);
    other.cookies.sallyport_passkey = kept;
    const code = device.sign(asked.body);
    expect((await other.post(mfaPath, { mfa_type: "passkey", code })).status).toBe(400);
    browser.cookies.sallyport_passkey = kept;
    expect((await browser.post(mfaPath, { mfa_type: "passkey", code })).headers.location).toBe(guardPath);
    expect((await browser.step()).mfa).toBe("passkey");
  });

  /** What the server would keep of a device, without the way there. */
  async function keyOf(device: ReturnType<typeof createPasskeyDevice>) {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const challenge = Buffer.alloc(32, 1).toString("base64url");
    const made = await verifyRegistrationResponse({
      response: JSON.parse(device.register({ challenge, rp: { id: "localhost" } })),
      expectedChallenge: challenge,
      expectedOrigin: "http://localhost:8080",
      expectedRPID: "localhost",
    });
    const { credential } = made.registrationInfo ?? {};
    if (credential === undefined) throw new Error("the device made nothing");
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
    };
  }

  it("asks what stands outside, as soon as it is there", async () => {
    const asked: string[] = [];
    let isOffered = false;
    secondFactors.push({
      name: "otp_radius",
      label: literal("Radius"),
      placeholder: literal("Code of the token"),
      kind: "code",
      isReserve: false,
      isOffered: async () => isOffered,
      isActive: () => true,
      verify: async ({ owner, code }) => {
        asked.push(owner.username);
        return code === "right";
      },
    });
    const { id, username } = await product.createUser({ mfa_level: 1 });
    const browser = await halfway(id);
    expect((await browser.call("GET", mfaPath)).headers.location).toBe(startPath);
    isOffered = true;
    expect((await browser.call("GET", mfaPath)).text).toContain("Code of the token");
    expect((await browser.post(mfaPath, { mfa_type: "otp_radius", code: "wrong" })).status).toBe(400);
    const right = await browser.post(mfaPath, { mfa_type: "otp_radius", code: "right" });
    expect(right.headers.location).toBe(guardPath);
    expect(asked).toEqual([username, username]);
    secondFactors.length = 0;
    expect((await (await halfway(id)).call("GET", mfaPath)).headers.location).toBe(startPath);
  });

  describe("by text message", () => {
    const codeOf = () => sms.taken.at(-1)?.code ?? "";

    it("is not offered until something can send it", async () => {
      const user = await product.createUser({ mfa_level: 1, phone: "+8613800000000" });
      const browser = await halfway(user.id);
      expect((await browser.call("GET", mfaPath)).headers.location).toBe(startPath);
      await product.configure({ SMS_ENABLED: true, SMS_BACKEND: "custom" });
      expect((await browser.call("GET", mfaPath)).headers.location).toBe(startPath);
      await product.configure(smsServerSettings(sms));
      expect((await browser.call("GET", mfaPath)).text).toMatch(/<option value="sms"[^>]* data-sends/);
    });

    it("sends one code at a time, which is good once and for three tries", async () => {
      const user = await product.createUser({ mfa_level: 1, phone: "+8613800000001" });
      const browser = await halfway(user.id);
      const send = () => browser.call("POST", "authentication/mfa/select/", { type: "sms" });
      const guess = (code: string) => browser.post(mfaPath, { mfa_type: "sms", code });
      expect((await send()).status).toBe(201);
      expect(codeOf()).toMatch(/^\d{4}$/);
      expect(sms.taken.at(-1)?.phone).toBe("+8613800000001");
      expect((await send()).body).toMatchObject({ code: "code_send_too_frequently" });
      const first = codeOf();
      const wrong = first === "0000" ? "0001" : "0000";
      for (let n = 0; n < 3; n++) expect((await guess(wrong)).status).toBe(400);
      expect((await guess(first)).status).toBe(400);
      await sql`update sent_codes set date_expired = now() where user_id = ${user.id}`.execute(
        product.database.db,
      );
      expect((await send()).status).toBe(201);
      expect((await guess(codeOf())).headers.location).toBe(guardPath);
      expect((await guess(codeOf())).status).toBe(400);
      const { rows } = await sql<{ row: string }>`select c::text as row from sent_codes c`.execute(
        product.database.db,
      );
      expect(JSON.stringify(rows)).not.toContain(first);
    });

    it("tells that it could not be sent, and lets the next one go at once", async () => {
      const user = await product.createUser({ mfa_level: 1, phone: "+8613800000002" });
      const browser = await halfway(user.id);
      sms.temper = "refusing";
      const failed = await browser.call("POST", "authentication/mfa/send-code/", { type: "sms" });
      expect([failed.status, failed.body.code]).toEqual([500, "unexpect_error"]);
      sms.temper = "honest";
      expect((await browser.call("POST", "authentication/mfa/send-code/", { type: "sms" })).status).toBe(201);
      const otp = await browser.call("POST", "authentication/mfa/select/", { type: "otp" });
      expect(otp.status).toBe(400);
    });

    it("goes to names only from the sign-in page, and says nothing about them", async () => {
      const user = await product.createUser({ phone: "+8613800000003" });
      const ask = (username: string) =>
        product.anonymous.call("POST", "authentication/mfa/select/", { type: "sms", username });
      await product.work();
      const before = sms.taken.length;
      expect((await ask(user.username)).status).toBe(400);
      await setting("SECURITY_MFA_AUTH", 1);
      await setting("SECURITY_MFA_IN_LOGIN_PAGE", true);
      const [known, unknown] = [await ask(user.username), await ask("nobody-of-this-name")];
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      await expect.poll(() => sms.taken.length, { timeout: 10_000 }).toBe(before + 1);
      const { rows } = await sql<{ failures: number }>`
        select failures from login_failures where kind = 'login' and username = ''
      `.execute(product.database.db);
      expect(rows).toEqual([{ failures: 1 }]);
      await setting("SECURITY_MFA_IN_LOGIN_PAGE", false);
      await setting("SECURITY_MFA_AUTH", 0);
    });

    it("stops at the limit of a day, whoever the messages are for", async () => {
      const ask = async (phone: string) => {
        const user = await product.createUser({ mfa_level: 1, phone });
        return (await halfway(user.id)).call("POST", "authentication/mfa/select/", { type: "sms" });
      };
      await setting("SMS_LIMIT_NUMBER", 2);
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push(await ask("+8613800000009"));
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [201, undefined],
        [201, undefined],
        [400, "sms_limit_reached"],
      ]);
      expect((await ask("+8613800000010")).status).toBe(201);
      await setting("SMS_LIMIT_TOTAL", 1);
      expect((await ask("+8613800000011")).body.code).toBe("sms_limit_reached");
      await setting("SMS_LIMIT_TOTAL", 1_000);
      await setting("SMS_LIMIT_ADDRESS", 1);
      expect((await ask("+8613800000012")).body.code).toBe("sms_limit_reached");
      await setting("SMS_LIMIT_ADDRESS", 50);
      expect((await ask("+8613800000013")).status).toBe(201);
      // A person counts over all their numbers, and what is older than a day no more.
      const mover = await product.createUser({ mfa_level: 1, phone: "+8613800000014" });
      const caller = await halfway(mover.id);
      const askAgain = () => caller.call("POST", "authentication/mfa/select/", { type: "sms" });
      await sql`insert into sms_sends (number_hash, user_id, remote_address)
        values (sha256('another number'), ${mover.id}::uuid, '192.0.2.1')`.execute(product.database.db);
      await setting("SMS_LIMIT_USER", 1);
      expect((await askAgain()).body.code).toBe("sms_limit_reached");
      await sql`update sms_sends set date_sent = now() - interval '25 hours'`.execute(product.database.db);
      expect((await askAgain()).status).toBe(201);
      await setting("SMS_LIMIT_USER", 10);
    });
  });
});
