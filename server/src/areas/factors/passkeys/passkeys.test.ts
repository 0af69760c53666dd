import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPasskeyDevice, type Lies } from "../../../testing/passkey-device.ts";
import {
  createTestProduct,
  type TestAnswer,
  type TestCaller,
  type TestProduct,
} from "../../../testing/product.ts";
import { partyOf } from "./relying-party.ts";

const passkeysPath = "sallyport/passkeys/";
const origin = "http://localhost:8080";

describe("the site passkeys are made for", () => {
  it.each([
    ["https://gate.example.com", { id: "gate.example.com", origin: "https://gate.example.com" }],
    ["https://gate.example.com:8443/", { id: "gate.example.com", origin: "https://gate.example.com:8443" }],
    ["http://127.0.0.1:8080", { id: "localhost", origin: "http://localhost:8080" }],
    ["http://[::1]:8080", { id: "localhost", origin: "http://localhost:8080" }],
    ["http://gate.example.com", null],
    ["https://10.0.0.7", null],
    ["https://[2001:db8::1]", null],
  ])("of %s", (address, party) => {
    expect(partyOf(address)).toEqual(party);
  });
});

describe("passkeys", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const challengeOf = (answer: TestAnswer): string =>
    /sallyport_passkey=([^;]+)/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
  /** Calls as a browser that keeps the cookie it was given. */
  const withChallenge = (caller: TestCaller, method: string, path: string, body: unknown, kept: string) =>
    caller.call(method, path, body, {
      cookie: [...Object.entries(caller.cookies), ["sallyport_passkey", kept]]
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
    });

  async function person() {
    const user = await product.createUser({});
    const browser = await product.signIn(user.id);
    const confirm = await browser.call("POST", "authentication/confirm/", {
      confirm_type: "password",
      secret_key: user.password,
    });
    expect(confirm.status).toBe(200);
    return { ...user, browser };
  }
  async function begin(browser: TestCaller) {
    const asked = await browser.call("POST", `${passkeysPath}registration/`, {});
    return { options: asked.body, kept: challengeOf(asked), status: asked.status, body: asked.body };
  }
  async function owner(lies: Lies = {}) {
    const somebody = await person();
    const device = createPasskeyDevice(origin);
    const { options, kept } = await begin(somebody.browser);
    const made = await withChallenge(
      somebody.browser,
      "POST",
      passkeysPath,
      { name: "Laptop", answer: device.register(options, lies) },
      kept,
    );
    return { ...somebody, device, made };
  }
  async function challenge(browser: TestCaller) {
    const asked = await browser.call("POST", `${passkeysPath}challenge/`, {});
    return { options: asked.body, kept: challengeOf(asked) };
  }
  const prove = (browser: TestCaller, answer: string, kept: string) =>
    withChallenge(
      browser,
      "POST",
      "authentication/confirm/",
      { confirm_type: "mfa", mfa_type: "passkey", secret_key: answer },
      kept,
    );
  const unlock = (username: string) =>
    sql`delete from login_failures where username = ${username}`.execute(product.database.db);

  it("are registered after a confirmation, listed, renamed and removed", async () => {
    const user = await product.createUser({});
    const cold = await product.signIn(user.id);
    expect((await cold.call("POST", `${passkeysPath}registration/`, {})).body).toMatchObject({
      code: "password",
    });
    const { browser, made, id } = await owner();
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: "Laptop", is_synced: false, date_last_used: null });
    expect(made.body.recovery_codes).toHaveLength(10);
    expect(Object.keys(made.body)).not.toContain("public_key");
    const path = `${passkeysPath}${made.body.id}/`;
    expect((await browser.call("PATCH", path, { name: "" })).status).toBe(400);
    expect((await browser.call("PATCH", path, { name: "Phone" })).body.name).toBe("Phone");
    const listed = await browser.call("GET", passkeysPath);
    expect(listed.body).toHaveLength(1);
    expect((await browser.call("GET", "sallyport/factors/")).body).toMatchObject({
      is_enabled: true,
      is_forced: false,
      recovery_codes: 10,
      passkey_origin: origin,
    });
    // With a factor the password is not enough any more.
    expect((await browser.call("DELETE", path)).body).toMatchObject({ code: "mfa" });
    const [code] = made.body.recovery_codes;
    const confirmed = await browser.call("POST", "authentication/confirm/", {
      confirm_type: "mfa",
      mfa_type: "recovery_code",
      secret_key: code.toUpperCase(),
    });
    expect(confirmed.body).toBe("ok");
    expect((await browser.call("DELETE", path)).status).toBe(204);
    expect((await browser.call("GET", "sallyport/factors/")).body.recovery_codes).toBe(0);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from operate_logs where resource_id = ${id} and user_id = ${id}
    `.execute(product.database.db);
    // Added, renamed, removed.
    expect(rows[0]?.n).toBe(3);
  });

  it("stay their owner's", async () => {
    const { made } = await owner();
    const { browser } = await person();
    const path = `${passkeysPath}${made.body.id}/`;
    expect((await browser.call("GET", passkeysPath)).body).toEqual([]);
    expect((await browser.call("PATCH", path, { name: "Mine" })).status).toBe(404);
    expect((await browser.call("DELETE", path)).status).toBe(404);
    expect((await product.administrator.call("DELETE", path)).status).toBe(404);
  });

  it.each<[string, Lies]>([
    ["another site's page", { origin: "http://localhost:9999" }],
    ["a look-alike", { origin: "http://localhost:8080.evil.example" }],
    ["a frame in another site", { crossOrigin: true }],
    ["a key of another site", { rpId: "evil.example" }],
    ["a person who was not verified", { isVerified: false }],
    ["a challenge of its own", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
    ["the answer to another question", { type: "webauthn.get" }],
  ])("are not made by %s", async (_what, lies) => {
    const { made, browser } = await owner(lies);
    expect([made.status, made.body.error ?? made.body.code]).toEqual([400, "error"]);
    expect((await browser.call("GET", passkeysPath)).body).toEqual([]);
  });

  it("confirm who somebody is, once a challenge", async () => {
    const { browser, device } = await owner();
    const plain = await browser.call("GET", "authentication/confirm/?confirm_type=mfa");
    expect(plain.body.content.map(({ name }: { name: string }) => name)).toEqual(["otp", "recovery_code"]);
    const ways = await browser.call("GET", "authentication/confirm/?confirm_type=mfa&passkey=1");
    expect(ways.body.content).toContainEqual(expect.objectContaining({ name: "passkey", disabled: false }));
    const { options, kept } = await challenge(browser);
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([device.id]);
    expect(options.userVerification).toBe("required");
    const answer = device.sign(options);
    const both = await Promise.all([prove(browser, answer, kept), prove(browser, answer, kept)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await prove(browser, device.sign(options), kept)).status).toBe(400);
  });

  it.each<[string, Lies]>([
    ["another site's page", { origin: "https://evil.example" }],
    ["a frame in another site", { crossOrigin: true }],
    ["a key of another site", { rpId: "evil.example" }],
    ["a person who was not verified", { isVerified: false }],
    ["a challenge of its own", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
    ["the answer to another question", { type: "webauthn.create" }],
    ["a credential nobody has", { id: Buffer.alloc(32, 9).toString("base64url") }],
  ])("do not confirm by %s", async (_what, lies) => {
    const { browser, device, username } = await owner();
    const { options, kept } = await challenge(browser);
    expect((await prove(browser, device.sign(options, lies), kept)).status).toBe(400);
    await unlock(username);
    const again = await challenge(browser);
    expect((await prove(browser, device.sign(again.options), again.kept)).status).toBe(200);
  });

  it("do not take a challenge of another session, of another purpose, or one that is too old", async () => {
    const { browser, device, id } = await owner();
    const other = await product.signIn(id);
    const theirs = await challenge(other);
    expect((await prove(browser, device.sign(theirs.options), theirs.kept)).status).toBe(400);
    const open = await product.anonymous.call("POST", `${passkeysPath}sign-in/`, {});
    expect(open.body.allowCredentials).toEqual([]);
    expect((await prove(browser, device.sign(open.body), challengeOf(open))).status).toBe(400);
    const { options, kept } = await challenge(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    try {
      expect((await prove(browser, device.sign(options), kept)).status).toBe(400);
    } finally {
      vi.useRealTimers();
    }
    // Without the cookie there is no challenge.
    const bare = await challenge(browser);
    const answer = await browser.call("POST", "authentication/confirm/", {
      confirm_type: "mfa",
      mfa_type: "passkey",
      secret_key: device.sign(bare.options),
    });
    expect(answer.status).toBe(400);
  });

  it("of somebody else confirm nothing", async () => {
    const { device } = await owner();
    const { browser } = await owner();
    const { options, kept } = await challenge(browser);
    expect((await prove(browser, device.sign(options), kept)).status).toBe(400);
  });

  it("that count have to go on counting, and copies are refused", async () => {
    const { browser, device } = await owner();
    const next = async (lies: Lies) => {
      const { options, kept } = await challenge(browser);
      return (await prove(browser, device.sign(options, lies), kept)).status;
    };
    expect(await next({ counter: 20 })).toBe(200);
    expect(await next({ counter: 20 })).toBe(400);
    expect(await next({ counter: 7 })).toBe(400);
    expect(await next({ counter: 0 })).toBe(400);
    expect(await next({ counter: 21 })).toBe(200);
  });

  it("cannot be made or used by a token, nor twice by one device", async () => {
    const { browser, device, username, password } = await owner();
    const bearer = await product.bearer(username, password).catch(() => null);
    if (bearer !== null) {
      expect((await bearer.call("POST", `${passkeysPath}registration/`, {})).status).toBe(400);
      expect((await bearer.call("POST", `${passkeysPath}challenge/`, {})).status).toBe(400);
    }
    const { options, kept } = await challenge(browser);
    await prove(browser, device.sign(options), kept);
    const again = await begin(browser);
    expect(again.options.excludeCredentials).toHaveLength(1);
    const twice = await withChallenge(
      browser,
      "POST",
      passkeysPath,
      { name: "Again", answer: device.register(again.options) },
      again.kept,
    );
    expect(twice.status).toBe(400);
    expect((await browser.call("GET", passkeysPath)).body).toHaveLength(1);
  });

  it("go with the reset of an administrator", async () => {
    const { id, browser } = await owner();
    const { headers } = await product.administrator.call("GET", `users/users/${id}/mfa/reset/`);
    expect(headers).toBeDefined();
    expect((await browser.call("GET", passkeysPath)).status).toBe(401);
    const again = await product.signIn(id);
    expect((await again.call("GET", passkeysPath)).body).toEqual([]);
    expect((await again.call("GET", "sallyport/factors/")).body.recovery_codes).toBe(0);
  });
});
