import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../engine/json.ts";
import { openBrowser, type TestBrowser } from "../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { newCaptcha, questionOf } from "./captcha/captcha.ts";
import { askForCaptcha, isCaptchaDue } from "./captcha/marks.ts";
import { solve } from "./captcha/puzzle.ts";

const guard = "/core/auth/login/guard/";

describe("signing in through the page", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const set = (key: string, value: Json) => product.configure({ [key]: value });
  const lastLogin = async (username: string) => {
    const { rows } = await product.database.pool.query(
      "select status, reason, backend, type, mfa from login_logs where username = $1 order by datetime desc limit 1",
      [username],
    );
    return rows[0];
  };
  /** Nobody has to solve puzzles because of another test. */
  const forgetMarks = () => product.database.pool.query("delete from captcha_marks");

  it("goes through the guard, which makes a session of its own", async () => {
    const user = await product.createUser({});
    const browser = openBrowser(product);
    const first = await browser.signIn(user.username, user.password, { next: "/ui/users" });
    expect(first.headers.location).toBe(`${guard}?next=%2Fui%2Fusers`);
    const firstCookie = browser.cookies.get("jms_sessionid");
    expect((await browser.get("/api/v1/users/profile/")).status).toBe(401);
    const second = await browser.get(String(first.headers.location));
    expect(second.headers.location).toBe("/ui/users");
    expect(browser.cookies.get("jms_sessionid")).not.toBe(firstCookie);
    expect((await browser.get("/api/v1/users/profile/")).body.username).toBe(user.username);
    expect(await lastLogin(user.username)).toEqual({
      status: true,
      reason: "",
      backend: "Password",
      type: "W",
      mfa: 0,
    });
    // What began it is gone: nobody gets on with it.
    const thief = openBrowser(product);
    thief.cookies.set("jms_sessionid", firstCookie ?? "");
    expect((await thief.get(guard)).headers.location).toBe("/core/auth/login/");
    expect((await browser.get(guard)).headers.location).toBe("/");
  });

  it("waits ten minutes for the next step, and not when the user changes meanwhile", async () => {
    const user = await product.createUser({});
    const at = `users/users/${user.id}/`;
    const interrupted = async (meanwhile: () => Promise<unknown>): Promise<unknown> => {
      const browser = openBrowser(product);
      await browser.signIn(user.username, user.password);
      await meanwhile();
      return (await browser.get(guard)).headers.location;
    };
    expect(await interrupted(async () => undefined)).toBe("/");
    const age = () =>
      product.database.pool.query(
        `update http_sessions set data = jsonb_set(data, '{sign_in,password_at}', to_jsonb((data->'sign_in'->>'password_at')::bigint - 601000))
         where data ? 'sign_in'`,
      );
    expect(await interrupted(age)).toBe("/core/auth/login/");
    const change = (body: object) => () => product.administrator.call("PATCH", at, body);
    expect(await interrupted(change({ is_active: false }))).toBe("/core/auth/login/");
    await change({ is_active: true })();
    expect(await interrupted(change({ date_expired: "2001-01-01T00:00:00Z" }))).toBe("/core/auth/login/");
    await change({ date_expired: "2090-01-01T00:00:00Z" })();
    const password = () =>
      product.administrator.call("PATCH", `${at}password/`, { password: "While-waiting-1" });
    expect(await interrupted(password)).toBe("/core/auth/login/");
  });

  it("asks for a puzzle after a failure, of that name from that address only", async () => {
    await forgetMarks();
    const user = await product.createUser({});
    const browser = openBrowser(product);
    expect((await browser.get("/core/auth/login/")).text).not.toContain("captcha");
    const wrong = await browser.signIn(user.username, "not this one");
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('name="captcha_0"');
    // Neighbours behind the address are asked for nothing, and a page opened anew does not know yet who comes.
    const neighbour = await product.createUser({});
    const next = await openBrowser(product).signIn(neighbour.username, neighbour.password);
    expect(next.headers.location).toBe(guard);
    expect((await browser.get("/core/auth/login/")).text).not.toContain("captcha");
    const page = await browser.signIn(user.username.toUpperCase(), user.password);
    expect(page.text).toContain("Solve the sum");
    const key = /name="captcha_0" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const answer = String(solve(questionOf(product.services, key) ?? ""));
    const fields = { captcha_0: key, captcha_1: answer };
    expect((await browser.signIn(user.username, user.password, { ...fields, captcha_1: "999" })).status).toBe(
      400,
    );
    const fresh = newCaptcha(product.services).key;
    const solved = String(solve(questionOf(product.services, fresh) ?? ""));
    const right = { captcha_0: fresh, captcha_1: solved };
    expect((await browser.signIn(user.username, user.password, right)).headers.location).toBe(guard);
    // Whoever got in is asked no more; the next failure asks again, and an answer counts once.
    expect((await browser.signIn(user.username, user.password)).headers.location).toBe(guard);
    await browser.signIn(user.username, "not this one either");
    const used = await openBrowser(product).signIn(user.username, user.password, right);
    expect([used.status, used.text.includes("Wrong or expired answer")]).toEqual([400, true]);
    // The API never asks.
    await product.bearer(user.username, user.password);
    await set("SECURITY_LOGIN_CAPTCHA_ENABLED", false);
    expect((await browser.signIn(user.username, user.password)).headers.location).toBe(guard);
    await set("SECURITY_LOGIN_CAPTCHA_ENABLED", true);
    await forgetMarks();
  });

  it("asks for longer with each failure, an hour at most, and starts anew after a pause", async () => {
    await forgetMarks();
    const pair = { username: "Repeated", remoteAddress: "192.0.2.44" };
    const minutes = async (): Promise<number> => {
      await askForCaptcha(product.services, pair);
      const { rows } = await product.database.pool.query(
        "select extract(epoch from date_expired - now())::int / 60.0 as minutes from captcha_marks",
      );
      return Math.round(Number(rows[0]?.minutes));
    };
    const all: number[] = [];
    for (let failure = 0; failure < 6; failure += 1) all.push(await minutes());
    expect(all).toEqual([5, 10, 20, 40, 60, 60]);
    await product.database.pool.query("update captcha_marks set date_expired = now() - interval '1 second'");
    expect(await isCaptchaDue(product.services, pair)).toBe(false);
    expect(await minutes()).toBe(5);
    expect(await isCaptchaDue(product.services, { ...pair, remoteAddress: "192.0.2.45" })).toBe(false);
    await forgetMarks();
  });

  it("puts the dynamic code behind the password", async () => {
    await set("SECURITY_LOGIN_CHALLENGE_ENABLED", true);
    const user = await product.createUser({});
    const browser = openBrowser(product);
    expect((await browser.get("/core/auth/login/")).text).toContain('name="challenge"');
    const [head, tail] = [user.password.slice(0, 5), user.password.slice(5)];
    expect((await browser.signIn(user.username, head)).status).toBe(400);
    expect((await browser.signIn(user.username, head, { challenge: tail })).headers.location).toBe(guard);
    await set("SECURITY_LOGIN_CHALLENGE_ENABLED", false);
    await forgetMarks();
  });

  const resetAddress = /^\/core\/auth\/password\/reset\/\?token=\w{50}$/;
  const twice = (password: string) => ({ new_password: password, confirm_password: password });
  const isIn = async (browser: TestBrowser): Promise<boolean> =>
    (await browser.get("/api/v1/users/profile/")).status === 200;

  it("has a new password set where one is due, and goes on with the same sign-in", async () => {
    const user = await product.createUser({ need_update_password: true });
    const browser = openBrowser(product);
    const answer = await browser.signIn(user.username, user.password, { next: "/ui/profile/info" });
    const address = String(answer.headers.location);
    expect(address).toMatch(resetAddress);
    expect((await browser.get(address)).text).toContain("must set a new password");
    // Until then nothing of the sign-in can be used, neither its end nor its other steps.
    const waiting = browser.cookies.get("jms_sessionid");
    expect((await browser.get(guard)).headers.location).toBe("/core/auth/login/");
    expect((await browser.get("/core/auth/login/mfa/")).headers.location).toMatch(/\/login\//);
    expect(await isIn(browser)).toBe(false);
    expect((await browser.post(address, twice("short"))).status).toBe(400);
    const done = await browser.post(address, twice("A-better-one-1"));
    expect(done.headers.location).toBe(`${guard}?next=%2Fui%2Fprofile%2Finfo`);
    expect(browser.cookies.get("jms_sessionid")).not.toBe(waiting);
    const entered = await browser.get(String(done.headers.location));
    expect([entered.status, entered.headers.location]).toEqual([302, "/ui/profile/info"]);
    expect(await isIn(browser)).toBe(true);
    expect(await lastLogin(user.username)).toMatchObject({ status: true });
    const { headers } = await openBrowser(product).signIn(user.username, "A-better-one-1");
    expect(headers.location).toBe(guard);
  });

  it("goes on with a sign-in in the browser that began it, and for nobody else", async () => {
    const [one, other] = [
      await product.createUser({ need_update_password: true }),
      await product.createUser({ need_update_password: true }),
    ];
    const [browser, elsewhere] = [openBrowser(product), openBrowser(product)];
    const address = String((await browser.signIn(one.username, one.password)).headers.location);
    await elsewhere.get("/core/auth/login/");
    const afar = await elsewhere.post(address, twice("From-a-mail-1"));
    expect(afar.headers.location).toContain("/core/common/flash-message/");
    expect(await isIn(elsewhere)).toBe(false);
    // The password it waited for is another one by now, and a link of somebody else is none of its business.
    const foreign = String(
      (await openBrowser(product).signIn(other.username, other.password)).headers.location,
    );
    expect((await browser.get(foreign)).text).not.toContain("has to be changed");
    const set = await browser.post(foreign, twice("Of-somebody-else-1"));
    expect(set.headers.location).toContain("/core/common/flash-message/");
    expect((await browser.get(guard)).headers.location).toBe("/core/auth/login/");
    expect(await isIn(browser)).toBe(false);
  });

  it("still asks for the second factor after a new password", async () => {
    const user = await product.createUser({ need_update_password: true });
    await set("SECURITY_MFA_AUTH", 1);
    const browser = openBrowser(product);
    const address = String((await browser.signIn(user.username, user.password)).headers.location);
    const done = await browser.post(address, twice("A-better-one-1"));
    const next = await browser.get(String(done.headers.location));
    await set("SECURITY_MFA_AUTH", 0);
    expect(next.headers.location).toContain("/core/auth/profile/otp/");
    expect(await isIn(browser)).toBe(false);
  });

  it("leads to a new password when it is too old, or too simple for an administrator", async () => {
    const user = await product.createUser({});
    const { pool } = product.database;
    await pool.query(
      "update users set date_password_last_updated = now() - interval '91 days' where id = $1",
      [user.id],
    );
    await set("SECURITY_PASSWORD_EXPIRATION_TIME", 90);
    const api = () =>
      product.anonymous.call("POST", "authentication/auth/", {
        username: user.username,
        password: user.password,
      });
    const old = await api();
    expect([old.status, old.body]).toEqual([400, { error: expect.stringContaining("expired") }]);
    expect(await lastLogin(user.username)).toMatchObject({ status: false, reason: "password_expired" });
    const page = await openBrowser(product).signIn(user.username, user.password);
    expect(page.headers.location).toMatch(resetAddress);
    await set("SECURITY_PASSWORD_EXPIRATION_TIME", 92);
    expect((await api()).status).toBe(201);
    await set("SECURITY_PASSWORD_EXPIRATION_TIME", 9999);

    // Somebody of an installation older than its rules for passwords.
    const rules = { SECURITY_PASSWORD_MIN_LENGTH: 5, SECURITY_PASSWORD_REFUSE_GUESSABLE: false };
    await product.configure(rules);
    const simple = await product.createUser({ password: "admin" });
    await product.configure({ SECURITY_PASSWORD_MIN_LENGTH: 12, SECURITY_PASSWORD_REFUSE_GUESSABLE: true });
    const signIn = () => openBrowser(product).signIn(simple.username, "admin");
    expect((await signIn()).headers.location).toBe(guard);
    await pool.query(
      "insert into role_bindings (user_id, role_id, scope) values ($1, '00000000-0000-0000-0000-000000000001', 'system')",
      [simple.id],
    );
    expect((await signIn()).headers.location).toMatch(resetAddress);
  });

  it("lets users in by their own source only, where that is demanded", async () => {
    const user = await product.createUser({});
    await product.database.pool.query("update users set source = 'ldap' where id = $1", [user.id]);
    const api = (username: string, password: string) =>
      product.anonymous.call("POST", "authentication/auth/", { username, password });
    expect((await api(user.username, user.password)).body.error).toBe("password_failed");
    // To strangers a name that must exist looks like any other.
    await set("ONLY_ALLOW_EXIST_USER_AUTH", true);
    expect((await api("stranger", "x")).body.error).toBe("password_failed");
    expect(await lastLogin("stranger")).toMatchObject({ status: false, reason: "user_not_exist" });
    await set("ONLY_ALLOW_EXIST_USER_AUTH", false);
  });

  it("lasts for who asked for it, from use to use, by the age that is set", async () => {
    const user = await product.createUser({});
    const [kept, closing] = [openBrowser(product), openBrowser(product)];
    await kept.follow(await kept.signIn(user.username, user.password, { auto_login: "on" }));
    await closing.follow(await closing.signIn(user.username, user.password));
    const used = async (browser: typeof kept): Promise<string[]> => {
      const { headers } = await browser.get("/api/v1/users/profile/");
      return [headers["set-cookie"] ?? []].flat().map(String);
    };
    expect(await used(kept)).toEqual([]);
    await set("SESSION_COOKIE_AGE", 7200);
    const anHourAgo = "update http_sessions set date_touched = now() - interval '1 hour'";
    await product.database.pool.query(anHourAgo);
    const renewed = await used(kept);
    expect(renewed.map((line) => line.split("=")[0])).toEqual([
      "jms_sessionid",
      "jms_csrftoken",
      "jms_session_expire",
    ]);
    for (const line of renewed) expect(line).toContain("Max-Age=7200");
    expect(await used(closing)).toEqual([]);
    const { rows } = await product.database.pool.query(
      "select max(date_expired - now()) < interval '2 hours 1 minute' as short from http_sessions where user_id = $1",
      [user.id],
    );
    expect(rows[0].short).toBe(true);
    await product.database.pool.query(anHourAgo);
    await set("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE", true);
    expect(await used(kept)).toEqual([]);
    await set("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE", false);
    await set("SESSION_COOKIE_AGE", 86_400);
  });

  it("is once only, where that is demanded", async () => {
    const user = await product.createUser({});
    const [first, second] = [openBrowser(product), openBrowser(product)];
    await first.follow(await first.signIn(user.username, user.password));
    await set("USER_LOGIN_SINGLE_MACHINE_ENABLED", true);
    await second.follow(await second.signIn(user.username, user.password));
    expect((await first.get("/api/v1/users/profile/")).status).toBe(401);
    expect((await second.get("/api/v1/users/profile/")).status).toBe(200);
    await set("USER_LOGIN_SINGLE_MACHINE_ENABLED", false);
  });

  it("asks for the password once more where a page wants it", async () => {
    const user = await product.createUser({});
    const browser = openBrowser(product);
    const path = "/core/auth/password/verify/?next=/ui/profile";
    expect((await browser.get(path)).headers.location).toContain("/core/auth/login/?next=");
    await browser.follow(await browser.signIn(user.username, user.password));
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.post(path, { password: "wrong" })).status).toBe(400);
    const forged = await browser.post(path, { password: user.password, csrfmiddlewaretoken: "x" });
    expect(forged.headers.location).toContain("/password/verify/");
    expect((await browser.post(path, { password: user.password })).headers.location).toBe("/ui/profile");
    const elsewhere = await browser.post("/core/auth/password/verify/?next=//evil.test", {
      password: user.password,
    });
    expect(elsewhere.headers.location).toBe("/");
  });
});
