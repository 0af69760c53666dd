import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "../../engine/json.ts";
import { openBrowser } from "../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { proveIdentity } from "../credentials/identity/prove-identity.ts";
import { safePath } from "../pages/safe-path.ts";
import { backends } from "./backends.ts";

/** What the threads that compute passwords were asked to verify. */
const verifications = vi.spyOn(Worker.prototype, "postMessage");
const countVerifications = () =>
  verifications.mock.calls.filter(([work]) => work.stored !== undefined).length;

describe("whoever tries to get in", () => {
  let product: TestProduct;
  let known: { username: string; password: string };
  beforeAll(async () => {
    product = await createTestProduct();
    known = await product.createUser({});
    await set("SECURITY_LOGIN_LIMIT_COUNT", 3);
    // The first check of all makes what unknown names are compared with.
    await token("nobody", "warm up");
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    await product.database.pool.query("truncate login_failures, login_blocks, captcha_marks");
  });

  const token = (username: string, password: string, headers = {}) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password }, headers);
  const set = (key: string, value: Json) => product.configure({ [key]: value });

  it("learns of no name by the answer or by the work done for it", async () => {
    const outsider = await product.createUser({});
    await product.database.pool.query("update users set source = 'ldap' where id = $1", [outsider.id]);
    const inactive = await product.createUser({});
    await product.administrator.call("PATCH", `users/users/${inactive.id}/`, { is_active: false });
    const component = await product.createUser({});
    await product.database.pool.query("update users set is_service_account = true where id = $1", [
      component.id,
    ]);
    const names = [known.username, outsider.username, inactive.username, component.username, "nobody-here"];
    const seen: unknown[] = [];
    for (const name of names) {
      verifications.mockClear();
      const { status, body } = await token(name, "wrong");
      const page = await openBrowser(product).signIn(name, "wrong");
      seen.push({ status, body, page: page.status, work: countVerifications() });
      await product.database.pool.query("truncate login_failures, captcha_marks");
    }
    expect(seen[0]).toMatchObject({ status: 400, body: { error: "password_failed" }, work: 2 });
    for (const one of seen) expect(one).toEqual(seen[0]);
    // Locked names look alike as well.
    for (const name of [known.username, "nobody-here"]) {
      const answers = [];
      for (let index = 0; index < 4; index += 1) answers.push((await token(name, "wrong")).body);
      expect(answers.at(-1)).toMatchObject({ error: "block_login" });
      seen.push(answers);
    }
    expect(seen.at(-1)).toEqual(seen.at(-2));
  });

  it("is not another address for each header", async () => {
    const codes = [];
    for (let index = 0; index < 4; index += 1) {
      const headers = {
        "x-forwarded-for": `203.0.113.${index}`,
        "x-real-ip": "203.0.113.9",
        forwarded: "for=1.2.3.4",
      };
      codes.push((await token(known.username, "wrong", headers)).body.error);
    }
    expect(codes).toEqual(["password_failed", "password_failed", "block_login", "block_login"]);
    const { rows } = await product.database.pool.query(
      "select distinct ip from login_logs where username = $1",
      [known.username],
    );
    expect(rows).toEqual([{ ip: "127.0.0.1" }]);
  });

  it("gets as far as the limit of an address with one password and many names", async () => {
    await set("SECURITY_LOGIN_IP_LIMIT_COUNT", 5);
    const codes = [];
    for (let index = 0; index < 7; index += 1)
      codes.push((await token(`name-${index}`, "Spring-2026")).body.error);
    expect(codes).toEqual([...Array(5).fill("password_failed"), ...Array(2).fill("block_global_ip_login")]);
    expect((await token(known.username, known.password)).body.error).toBe("block_global_ip_login");
    await set("SECURITY_LOGIN_IP_WHITE_LIST", ["127.0.0.0-127.0.0.9"]);
    expect((await token(known.username, known.password)).status).toBe(201);
    await set("SECURITY_LOGIN_IP_WHITE_LIST", []);
    // A success of one's own gives no further guesses.
    expect((await token("name-9", "x")).body.error).toBe("block_global_ip_login");
    await set("SECURITY_LOGIN_IP_LIMIT_COUNT", 99_999);
  });

  it("gets as far as the limit of a name from many addresses", async () => {
    const prove = (remoteAddress: string, password: string) =>
      proveIdentity(
        product.services,
        {
          username: known.username,
          remoteAddress,
          proof: { kind: "password", password },
        },
        backends(product.services),
      );
    let failed = 0;
    for (let index = 0; index < 18; index += 1) {
      const outcome = await prove(`198.51.100.${index}`, "wrong");
      if (outcome.user === null && outcome.code === "password_failed") failed += 1;
    }
    expect(failed).toBe(14);
    const right = await prove("198.51.100.200", known.password);
    expect(right).toMatchObject({ user: null, code: "block_login" });
  });

  it("proves nothing by a public key in a request", async () => {
    const key = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.alloc(36, 7)]).toString("base64")}`;
    const { id, username } = await product.createUser({});
    await product.database.pool.query("update users set public_key = $2 where id = $1", [id, key]);
    const claim = { username, public_key: key };
    const answer = await product.anonymous.call("POST", "authentication/auth/", claim);
    expect([answer.status, answer.body.error]).toEqual([400, "password_failed"]);
    expect(
      (await product.anonymous.call("POST", "authentication/auth/", { ...claim, password: key })).status,
    ).toBe(400);
    // The gateway, which has seen the other half at work, says so itself.
    const proven = (given: string) =>
      proveIdentity(
        product.services,
        {
          username,
          remoteAddress: "192.0.2.7",
          proof: { kind: "public-key", key: given },
        },
        backends(product.services),
      );
    expect(await proven(`${key} a comment`)).toMatchObject({ user: { id }, backend: "SSH Key" });
    expect((await proven(key.replace("Bwc", "Cgo"))).user).toBeNull();
    expect((await proven("")).user).toBeNull();
    await product.database.pool.query("update users set public_key = '' where id = $1", [id]);
    expect((await proven("")).user).toBeNull();
  });

  it("takes a proof that the user's source does not allow for nothing, where that is demanded", async () => {
    await set("ONLY_ALLOW_AUTH_FROM_SOURCE", true);
    const key = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.alloc(36, 9)]).toString("base64")}`;
    const { id, username } = await product.createUser({});
    await product.database.pool.query("update users set public_key = $2, source = 'ldap' where id = $1", [
      id,
      key,
    ]);
    const claim = { username, remoteAddress: "192.0.2.7", proof: { kind: "public-key", key } as const };
    expect(await proveIdentity(product.services, claim, backends(product.services))).toMatchObject({
      user: null,
      code: "backend_not_match",
    });
    await set("ONLY_ALLOW_AUTH_FROM_SOURCE", false);
    expect((await proveIdentity(product.services, claim, backends(product.services))).user).toMatchObject({
      id,
    });
  });

  it("cannot finish a sign-in that somebody else began, nor one that is used up", async () => {
    const other = await product.createUser({});
    const mine = openBrowser(product);
    await mine.signIn(known.username, known.password);
    // Repeating the POST with what has begun for another name proves nothing about that name.
    const cookie = `jms_sessionid=${mine.cookies.get("jms_sessionid")}`;
    const stolen = await token(other.username, "wrong", { cookie });
    expect([stolen.status, stolen.body.error]).toEqual([400, "password_failed"]);
    expect((await token(known.username, "not looked at again", { cookie })).status).toBe(201);
    expect((await token(known.username, "not looked at again", { cookie })).status).toBe(400);
    expect((await mine.get("/core/auth/login/guard/")).headers.location).toBe("/core/auth/login/");
  });

  it("is sent nowhere else, whatever the address to go to afterwards", async () => {
    const hosts = fc.constantFrom(
      "//evil.test",
      "/\\evil.test",
      "https://evil.test",
      "/%09/evil.test",
      "\\/evil.test",
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(hosts, fc.webPath(), fc.webUrl(), fc.string()), async (next) => {
        const path = safePath(next);
        if (path !== null) expect(new URL(path, "http://own.test").host).toBe("own.test");
        const page = await openBrowser(product).get(
          `/core/auth/login/guard/?next=${encodeURIComponent(next)}`,
        );
        expect(new URL(String(page.headers.location), "http://own.test").host).toBe("own.test");
      }),
      { numRuns: 60 },
    );
  });

  it("writes no other host into what others are sent", async () => {
    const user = await product.createUser({ need_update_password: true });
    const headers = { host: "evil.test", "x-forwarded-host": "evil.test" };
    const browser = openBrowser(product);
    await browser.get("/core/auth/login/", headers);
    const fields = { username: user.username, password: user.password };
    const answer = await browser.post("/core/auth/login/", fields, headers);
    expect(answer.headers.location).toMatch(/^\/core\/auth\/password\/reset\/\?token=\w+$/);
    expect((await browser.get(String(answer.headers.location), headers)).text).not.toContain("evil.test");
  });
});
