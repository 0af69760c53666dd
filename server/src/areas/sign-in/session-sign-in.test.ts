import { constants, createCipheriv, publicEncrypt, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorPassword, createTestProduct, type TestProduct } from "../../testing/product.ts";

const form = "application/x-www-form-urlencoded";
const login = "/core/auth/login/";

/** What the page's script does, with the runtime's own cryptography. */
function encrypt(value: string, cookie: string): string {
  const key = randomBytes(8).toString("hex");
  const pem = Buffer.from(cookie, "base64").toString();
  const rsa = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(key));
  const cipher = createCipheriv("aes-128-ecb", Buffer.from(key), null).setAutoPadding(false);
  const plain = Buffer.from(value);
  const padded = Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)]);
  return `${rsa.toString("base64")}:${Buffer.concat([cipher.update(padded), cipher.final()]).toString("base64")}`;
}

describe("signing in over HTTP", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const cookiesOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(
      [headers["set-cookie"] ?? []].flat().map((line) => {
        const [pair = ""] = String(line).split(";");
        return [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      }),
    );
  const header = (cookies: Record<string, string>): string =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");

  async function openForm(path = login) {
    const page = await product.anonymous.call("GET", path);
    return { page, cookies: cookiesOf(page.headers) };
  }

  /** Sends the form, and continues through the guard. */
  async function submit(cookies: Record<string, string>, fields: Record<string, string>, headers = {}) {
    const body = new URLSearchParams({
      csrfmiddlewaretoken: cookies.jms_csrftoken ?? "",
      ...fields,
    }).toString();
    const answer = await product.anonymous.call("POST", login, body, {
      cookie: header(cookies),
      "content-type": form,
      host: "gate.test",
      ...headers,
    });
    const { location } = answer.headers;
    if (typeof location !== "string" || !location.startsWith(`${login}guard/`)) return answer;
    const own = { ...cookies, ...cookiesOf(answer.headers) };
    return product.anonymous.call("GET", location, undefined, { cookie: header(own), host: "gate.test" });
  }

  it("signs in through the page, and the session works", async () => {
    const { page, cookies } = await openForm(`${login}?next=/ui/users`);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script>|style=|onclick/);
    expect(page.text).toContain('value="/ui/users"');
    const answer = await submit(cookies, {
      username: "admin",
      password: encrypt(administratorPassword, cookies.jms_public_key ?? ""),
      next: "/ui/users",
      auto_login: "on",
    });
    expect([answer.status, answer.headers.location]).toEqual([302, "/ui/users"]);
    const own = cookiesOf(answer.headers);
    expect(own).toMatchObject({ jms_session_expire: "age", SESSION_COOKIE_NAME_PREFIX: "jms_" });
    const lines = [answer.headers["set-cookie"] ?? []].flat().map(String);
    expect(lines.find((line) => line.startsWith("jms_sessionid="))).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect(lines.find((line) => line.startsWith("jms_csrftoken="))).not.toMatch(/HttpOnly/i);
    const profile = await product.anonymous.call("GET", "users/profile/", undefined, { cookie: header(own) });
    expect(profile.body.username).toBe("admin");
    expect(profile.body.is_superuser).toBe(true);
    // Unsafe methods owe the token.
    const without = await product.anonymous.call(
      "PATCH",
      "users/profile/",
      { comment: "x" },
      { cookie: header(own) },
    );
    expect(without.status).toBe(403);
    const withToken = await product.anonymous.call(
      "PATCH",
      "users/profile/",
      { comment: "x" },
      {
        cookie: header(own),
        "x-csrftoken": own.jms_csrftoken ?? "",
      },
    );
    expect(withToken.status).toBe(200);
    // Signed in already: the page sends on.
    const again = await product.anonymous.call("GET", login, undefined, { cookie: header(own) });
    expect([again.status, again.headers.location]).toEqual([302, "/"]);
    // Another site's link asks first; our own ends the session.
    const away = await product.anonymous.call("GET", "/core/auth/logout/", undefined, {
      cookie: header(own),
      "sec-fetch-site": "cross-site",
    });
    expect(away.headers["set-cookie"]).toBeUndefined();
    const out = await product.anonymous.call("GET", "/core/auth/logout/", undefined, { cookie: header(own) });
    expect(out.text).toContain("/core/auth/login/");
    const after = await product.anonymous.call("GET", "users/profile/", undefined, { cookie: header(own) });
    expect(after.status).toBe(401);
  });

  it("works without a script, as a browser session", async () => {
    const { cookies } = await openForm();
    const answer = await submit(cookies, { username: "admin", password: administratorPassword });
    expect([answer.status, answer.headers.location]).toEqual([302, "/"]);
    expect(cookiesOf(answer.headers).jms_session_expire).toBe("close");
  });

  it("refuses forged and foreign forms", async () => {
    const { cookies } = await openForm();
    const fields = { username: "admin", password: administratorPassword };
    const missing = await submit({}, fields);
    expect(missing.status).toBe(400);
    expect(missing.text).toContain("cookies");
    for (const answer of [
      await submit(cookies, { ...fields, csrfmiddlewaretoken: "x" }),
      await submit(cookies, fields, { origin: "https://evil.test" }),
      await submit(cookies, fields, { "sec-fetch-site": "cross-site" }),
    ]) {
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toContain("csrf_failure=1&admin=1");
      expect(cookiesOf(answer.headers)).not.toHaveProperty("jms_sessionid");
    }
    const own = await submit(cookies, fields, {
      origin: "http://gate.test",
      "sec-fetch-site": "same-origin",
    });
    expect(own.headers.location).toBe("/");
  });

  it.each([
    "//evil.test",
    "https://evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "/.//evil.test",
  ])("does not send people to %j", async (next) => {
    const { page, cookies } = await openForm(`${login}?next=${encodeURIComponent(next)}`);
    expect(page.text).toContain('name="next" value=""');
    const answer = await submit(cookies, { username: "admin", password: administratorPassword, next });
    expect(answer.headers.location).toBe("/");
  });

  it("escapes what it shows again", async () => {
    const { cookies } = await openForm();
    const answer = await submit(cookies, { username: '"><script>alert(1)</script>', password: "x" });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("<script>alert");
  });

  it("speaks three languages and returns only to itself", async () => {
    const zh = await product.anonymous.call("GET", login, undefined, { cookie: "django_language=zh-hans" });
    expect(zh.text).toContain("用户名");
    const ja = await product.anonymous.call("GET", login, undefined, { "accept-language": "ja" });
    expect(ja.text).toContain("ユーザー名");
    const go = (referer: string) =>
      product.anonymous.call("GET", "/core/i18n/ja/", undefined, { referer, host: "gate.test" });
    const own = await go("http://gate.test/core/auth/login/?next=/ui/");
    expect(own.headers.location).toBe("/core/auth/login/?next=/ui/");
    expect(cookiesOf(own.headers)).toMatchObject({ django_language: "ja", lang: "ja" });
    // What a console chose by its own cookie counts for the server's pages and errors, after the server's cookie.
    const byConsole = await product.anonymous.call("GET", login, undefined, { cookie: "lang=zh" });
    expect(byConsole.text).toContain("用户名");
    const both = { cookie: "lang=zh; django_language=ja" };
    expect((await product.anonymous.call("GET", login, undefined, both)).text).toContain("ユーザー名");
    const refused = await product.anonymous.call("GET", "users/users/", undefined, { cookie: "lang=ja" });
    expect(refused.body.detail).toMatch(/サインイン/);
    expect(refused.headers["content-language"]).toBe("ja");
    const page = await product.anonymous.call("GET", "/no/such/", undefined, {
      cookie: "lang=zh",
      accept: "text/html",
    });
    expect([page.status, page.text.includes("页面不存在")]).toEqual([404, true]);
    expect((await go("http://evil.test/core/")).headers.location).toBe("/");
    expect((await go("http://gate.test//evil.test/")).headers.location).toBe("/");
  });

  const token = (username: string, password: string, headers = {}) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password }, headers);

  it("gives bearer tokens, the same one while it lives", async () => {
    const user = await product.createUser({ username: "client" });
    const first = await token(user.username, user.password);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      keyword: "Bearer",
      user: { username: "client", is_superuser: false },
    });
    expect(first.body.token).toHaveLength(36);
    expect(first.body.user.perms).toContain("rbac.view_workbench");
    const second = await product.anonymous.call("POST", "authentication/tokens/", {
      username: user.username,
      password: user.password,
      remote_addr: "203.0.113.9",
    });
    expect(second.body.token).toBe(first.body.token);
    const call = (authorization: string) =>
      product.anonymous.call("GET", "users/profile/", undefined, { authorization });
    expect((await call(`Bearer ${first.body.token}`)).status).toBe(200);
    const wrong = await call(`Bearer ${"x".repeat(36)}`);
    expect([wrong.status, wrong.body.code]).toEqual([401, "authentication_failed"]);
    expect((await call("Basic YWRtaW46YWRtaW4=")).status).toBe(401);
    const { rows } = await product.database.pool.query("select * from bearer_tokens");
    expect(JSON.stringify(rows)).not.toContain(first.body.token);
    expect(rows.every(({ remote_addr }) => remote_addr !== "203.0.113.9")).toBe(true);
    // A new password ends what was issued under the old one.
    await product.administrator.call("PATCH", `users/users/${user.id}/password/`, {
      password: "Another-one-1",
    });
    expect((await call(`Bearer ${first.body.token}`)).status).toBe(401);
    const third = await token(user.username, "Another-one-1");
    expect(third.body.token).not.toBe(first.body.token);
  });

  it("refuses wrong, unknown, inactive and expired the same way, and says so after the password", async () => {
    const user = await product.createUser({ username: "refused" });
    const wrong = await token("refused", "nope");
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ error: "password_failed" });
    const unknown = await token("nobody-of-this-name", "nope");
    expect({ ...unknown.body }).toEqual({ ...wrong.body });
    await product.administrator.call("PATCH", `users/users/${user.id}/`, { is_active: false });
    expect((await token("refused", "nope")).body.error).toBe("password_failed");
    expect((await token("refused", user.password)).body.error).toBe("user_inactive");
    const past = "2001-01-01T00:00:00Z";
    await product.administrator.call("PATCH", `users/users/${user.id}/`, {
      is_active: true,
      date_expired: past,
    });
    expect((await token("refused", user.password)).body.error).toBe("user_expired");
    expect((await token("", "")).status).toBe(400);
    expect((await product.anonymous.call("POST", "authentication/auth/", [])).status).toBe(400);
    const broken = `${randomBytes(256).toString("base64")}:${randomBytes(16).toString("base64")}`;
    // A password that does not open is a wrong one: the same answer, and a try less.
    const again = await product.createUser({ username: "unreadable" });
    const [guessed, unreadable] = [await token("unreadable", "nope"), await token("unreadable", broken)];
    expect(unreadable.status).toBe(guessed.status);
    expect(unreadable.body).toEqual({ ...guessed.body, msg: guessed.body.msg.replace("6", "5") });
    for (let turn = 2; turn < 7; turn++) await token("unreadable", broken);
    expect((await token("unreadable", again.password)).body.error).toBe("block_login");
    const { rows: reasons } = await product.database.pool.query(
      "select reason, count(*)::int as n from login_logs where username = 'unreadable' group by 1 order by 1",
    );
    expect(reasons).toEqual([
      { reason: "block_login", n: 2 },
      { reason: "password_decrypt_failed", n: 5 },
      { reason: "password_failed", n: 1 },
    ]);
  });

  it("locks a username after the limit, for parallel guesses too, and unlocks it again", async () => {
    const user = await product.createUser({ username: "guessed" });
    // None is right: in which order they are looked at is nobody's promise, and the right one ends the count.
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => token("guessed", `guess-${index}`)),
    );
    const codes = guesses.map(({ body }) => body.error);
    expect(codes.filter((code) => code === "password_failed")).toHaveLength(6);
    expect(codes.filter((code) => code === "block_login")).toHaveLength(14);
    expect((await token("guessed", user.password)).body.error).toBe("block_login");
    const at = `users/users/${user.id}/`;
    expect((await product.administrator.call("GET", at)).body.login_blocked).toBe(true);
    expect((await product.administrator.call("PATCH", `${at}unblock/`, {})).status).toBe(200);
    expect((await product.administrator.call("GET", at)).body.login_blocked).toBe(false);
    expect((await token("guessed", user.password)).status).toBe(201);
    const { rows } = await product.database.pool.query(
      "select status, reason, count(*)::int as n from login_logs where username = 'guessed' group by 1, 2 order by 1, 2",
    );
    expect(rows).toEqual([
      { status: false, reason: "block_login", n: 15 },
      { status: false, reason: "password_failed", n: 6 },
      { status: true, reason: "", n: 1 },
    ]);
    const { rows: logged } = await product.database.pool.query(
      "select login_logs::text as line from login_logs",
    );
    expect(JSON.stringify(logged)).not.toContain("guess-3");
  });

  it("honours address lists", async () => {
    const user = await product.createUser({ username: "addressed" });
    const set = (value: string[]) => product.configure({ SECURITY_LOGIN_IP_BLACK_LIST: value });
    await set(["127.0.0.0/8"]);
    expect((await token(user.username, user.password)).body.error).toBe("block_global_ip_login");
    await set(["nonsense", "10.0.0.1-10.0.0.9"]);
    expect((await token(user.username, user.password)).status).toBe(201);
  });

  it("answers the public settings to visitors and the rest to users", async () => {
    const open = await product.anonymous.call("GET", "settings/public/open/");
    expect(open.body).toMatchObject({ XPACK_ENABLED: true, INTERFACE: { login_title: "Sallyport" } });
    expect((await product.anonymous.call("GET", "settings/public/")).status).toBe(401);
    const full = await product.administrator.call("GET", "settings/public/");
    expect(full.body).toMatchObject({
      XPACK_LICENSE_IS_VALID: false,
      SECURITY_MAX_IDLE_TIME: 30,
      PASSWORD_RULE: { SECURITY_PASSWORD_MIN_LENGTH: 12 },
    });
    expect(Object.keys(full.body)).toHaveLength(38);
    const clock = await product.administrator.call("GET", "settings/server-info/");
    expect(clock.body.CURRENT_TIME).toMatch(/^\d{4}\//);
    expect((await product.anonymous.call("GET", "/")).headers.location).toBe("/ui/");
  });
});
