import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { openBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const url = "authentication/sso/login-url/";

describe("sign-in links", () => {
  let product: TestProduct;
  let person: Awaited<ReturnType<TestProduct["createUser"]>>;
  beforeAll(async () => {
    product = await createTestProduct();
    await product.configure({ SITE_URL: site });
    person = await product.createUser({ username: "portal-user" });
  });
  afterAll(() => product?.close());

  const make = (body: Readonly<Record<string, unknown>>, caller = product.administrator) =>
    caller.call("POST", url, body);
  const linkFor = async (body: Readonly<Record<string, unknown>>): Promise<string> => {
    const { status, body: answer } = await make(body);
    expect(status).toBe(200);
    return answer.login_url.replace(site, "");
  };

  it("are made by nobody while they are switched off", async () => {
    const answer = await make({ username: "portal-user" });
    expect([answer.status, answer.body.code]).toEqual([400, "sso_auth_closed"]);
  });

  it("are made by system administrators alone, for users there are and paths of this site", async () => {
    await product.configure({ AUTH_SSO: true });
    const caller = await product.signIn(person.id);
    expect((await make({ username: "portal-user" }, caller)).status).toBe(403);
    expect((await make({ username: "portal-user" }, product.anonymous)).status).toBe(401);
    expect(Object.keys((await make({ username: "nobody-there" })).body)).toEqual(["username"]);
    for (const next of ["https://evil.test/", "//evil.test", "/\\evil.test", "ui/"]) {
      expect(Object.keys((await make({ username: "portal-user", next })).body)).toEqual(["next"]);
    }
    const { rows } = await product.database.pool.query("select count(*)::int as count from sso_keys");
    expect(rows[0].count).toBe(0);
  });

  it("sign in once, with the page that was wanted, and are told in both logs", async () => {
    const link = await linkFor({ username: "portal-user", next: "/ui/profile?x=1" });
    const browser = openBrowser(product);
    expect((await browser.visit(link)).location).toBe("/ui/profile?x=1");
    expect(await browser.whoami()).toBe("portal-user");
    const again = openBrowser(product);
    expect((await again.visit(link)).location).toBe("/ui/profile?x=1");
    expect(await again.whoami()).toBeNull();
    const logins = await product.administrator.call("GET", "audits/login-logs/?username=portal-user&limit=1");
    expect(logins.body.results[0]).toMatchObject({ backend: "SSO", status: { value: true } });
    const { rows } = await product.database.pool.query(
      "select user_display, resource from operate_logs where resource_type = 'Sign-in link' limit 1",
    );
    expect(rows[0]).toEqual({ user_display: "Administrator(admin)", resource: "portal-user" });
    // The key is nowhere but in the link.
    const key = new URL(link, site).searchParams.get("authkey") ?? "";
    expect(key).toMatch(/^[\w-]{43}$/);
    const kept = await product.database.pool.query("select row_to_json(o)::text as row from operate_logs o");
    expect(kept.rows.map(({ row }) => row).join()).not.toContain(key);
  });

  it("let nobody in twice at the same moment", async () => {
    const link = await linkFor({ username: "portal-user" });
    const browsers = [1, 2, 3].map(() => openBrowser(product));
    await Promise.all(browsers.map((browser) => browser.visit(link)));
    const names = await Promise.all(browsers.map((browser) => browser.whoami()));
    expect(names.filter((name) => name !== null)).toEqual(["portal-user"]);
  });

  it("expire, are not guessed, and lead to no other site", async () => {
    const link = await linkFor({ username: "portal-user" });
    await product.database.pool.query("update sso_keys set date_expired = now() - interval '1 second'");
    const browser = openBrowser(product);
    expect((await browser.visit(link)).location).toBe("/");
    for (const authkey of ["", "x", "x".repeat(4000)]) {
      expect((await browser.visit(`/api/v1/authentication/sso/login/?authkey=${authkey}`)).location).toBe(
        "/",
      );
    }
    const other = await linkFor({ username: "portal-user" });
    const moved = openBrowser(product);
    expect((await moved.visit(`${other}&next=${encodeURIComponent("//evil.test")}`)).location).toBe("/");
    expect(await moved.whoami()).toBe("portal-user");
    expect(await browser.whoami()).toBeNull();
    // Those that are over are removed with the next one.
    await product.database.pool.query("update sso_keys set date_expired = now() - interval '1 second'");
    await linkFor({ username: "portal-user" });
    const { rows } = await product.database.pool.query("select count(*)::int as count from sso_keys");
    expect(rows[0].count).toBe(1);
  });

  it("live as long as is set", async () => {
    await product.configure({ AUTH_SSO_AUTHKEY_TTL: 60 });
    await product.database.pool.query("delete from sso_keys");
    await linkFor({ username: "portal-user" });
    const { rows } = await product.database.pool.query(
      "select extract(epoch from date_expired - now())::int as left from sso_keys",
    );
    expect(rows[0].left).toBeGreaterThan(30);
    expect(rows[0].left).toBeLessThanOrEqual(60);
  });

  it("stop at the state of the user, rules and the second factor, as a password does", async () => {
    const patch = (values: object) =>
      product.administrator.call("PATCH", `users/users/${person.id}/`, values);
    const link = await linkFor({ username: "portal-user" });
    await patch({ is_active: false });
    expect((await openBrowser(product).visit(link)).status).toBe(403);
    await patch({ is_active: true });
    // Refused is used up as well.
    expect((await openBrowser(product).visit(link)).location).toBe("/");
    await product.configure({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
    expect((await openBrowser(product).visit(await linkFor({ username: "portal-user" }))).status).toBe(403);
    await product.configure({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    await product.configure({ SECURITY_MFA_AUTH: 1, SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
    const browser = openBrowser(product);
    const guard = await browser.visit(await linkFor({ username: "portal-user" }));
    expect((await browser.visit(guard.location)).location).toContain("/core/auth/profile/otp/enable/start/");
    expect(await browser.whoami()).toBeNull();
    await product.configure({ SECURITY_MFA_AUTH: 0 });
  });

  it("end the session of whoever was signed in before in that browser", async () => {
    await product.createUser({ username: "second-user" });
    const browser = openBrowser(product);
    await browser.visit(await linkFor({ username: "second-user" }));
    expect(await browser.whoami()).toBe("second-user");
    await browser.visit(await linkFor({ username: "portal-user" }));
    expect(await browser.whoami()).toBe("portal-user");
    const { rows } = await product.database.pool.query(
      "select u.username from http_sessions s join users u on u.id = s.user_id where u.username = 'second-user'",
    );
    expect(rows).toEqual([]);
  });

  it("are of no use once they are switched off", async () => {
    const link = await linkFor({ username: "portal-user" });
    await product.configure({ AUTH_SSO: false });
    const browser = openBrowser(product);
    expect((await browser.visit(link)).location).toBe("/");
    expect(await browser.whoami()).toBeNull();
  });
});
