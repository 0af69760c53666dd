import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenIdPeer, signInAtPeer, startOpenIdPeer } from "../../../testing/openid-peer.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const login = "/core/auth/openid/login/";

describe("signing in by OpenID Connect, at a provider from npm", () => {
  let product: TestProduct;
  let peer: OpenIdPeer;
  beforeAll(async () => {
    product = await createTestProduct();
    peer = await startOpenIdPeer(site);
    peer.people.set("ada", {
      preferred_username: "ada",
      name: "Ada L.",
      email: "ada@idp.test",
      email_verified: true,
    });
    await product.configure({
      SITE_URL: site,
      AUTH_OPENID_PROVIDER_ENDPOINT: peer.issuer,
      AUTH_OPENID_CLIENT_ID: peer.clientId,
      AUTH_OPENID_CLIENT_SECRET: peer.clientSecret,
    });
  });
  afterAll(async () => {
    await peer?.close();
    await product?.close();
  });

  const on = (settings: Readonly<Record<string, boolean | string>> = {}) =>
    product.configure({ AUTH_OPENID: true, ...settings });
  const pathOf = (address: string): string => address.replace(site, "");

  /** Goes to the provider and comes back; answers what it is shown. */
  async function come(browser: TestBrowser, name: string, path = login) {
    const away = await browser.visit(path);
    const back = await signInAtPeer(away.location, name);
    return browser.visit(pathOf(back));
  }

  it("is tried before it is switched on, and then changes nobody", async () => {
    const browser = openBrowser(product);
    expect((await browser.visit(login)).status).toBe(404);
    const tested = await product.administrator.call("POST", "sallyport/openid/testing/", {});
    expect([tested.status, tested.body.msg]).toEqual([200, expect.stringContaining(peer.issuer)]);
    const { administrator } = product;
    const away = await administrator.call("GET", `${login}?trial=1`);
    const back = await signInAtPeer(String(away.headers.location), "ada");
    const page = await administrator.call("GET", pathOf(back));
    expect(page.text).toContain("ada is unknown here. A user would be created.");
    expect(page.text).toContain("name: – → Ada L.");
    expect(page.text).toContain("email_verified = true");
    expect((await administrator.call("GET", "users/users/?username=ada")).body).toEqual([]);
    // Nobody else tries, and nobody comes in by it.
    const other = await product.createUser({});
    const caller = await product.signIn(other.id);
    expect((await caller.call("GET", `${login}?trial=1`)).headers.location).toBe("/");
  });

  it("lets somebody in who is new, with the page they wanted, and writes it down", async () => {
    await on();
    const browser = openBrowser(product);
    const page = await browser.visit("/core/auth/login/?admin=1&next=%2Fui%2F%23%2Fprofile");
    expect(page.body).toContain("Sign in with OpenID");
    const entry = await come(browser, "ada", `${login}?next=%2Fui%2Fprofile`);
    expect(entry.location).toBe("/ui/profile");
    await product.database.pool.query("update users set is_first_login = false");
    expect(await browser.whoami()).toBe("ada");
    const log = await product.administrator.call("GET", "audits/login-logs/?username=ada&limit=5");
    expect(log.body.results[0]).toMatchObject({
      username: "ada",
      backend: "OpenID",
      status: { value: true },
    });
    // The ID token that ends the session there is sealed here.
    const { rows } = await product.database.pool.query("select sealed, sid from source_sessions");
    expect(rows[0].sealed).not.toMatch(/^ey/);
    expect(rows[0].sid).not.toBeNull();
  });

  it("is answered once: the same address again lets nobody in", async () => {
    const browser = openBrowser(product);
    const away = await browser.visit(login);
    const back = pathOf(await signInAtPeer(away.location, "ada"));
    const other = await openBrowser(product).visit(back);
    expect([other.status, other.location]).toEqual([400, ""]);
    expect((await browser.visit(back)).status).toBe(302);
    const again = openBrowser(product);
    await again.visit(login);
    expect((await again.visit(back)).status).toBe(400);
  });

  it("asks for the second factor, unless that is left to the provider", async () => {
    await product.configure({ SECURITY_MFA_AUTH: 1 });
    const browser = openBrowser(product);
    const guard = await come(browser, "ada");
    expect((await browser.visit(guard.location)).location).toContain("/core/auth/profile/otp/enable/start/");
    expect(await browser.whoami()).toBeNull();
    await product.configure({ SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
    const left = openBrowser(product);
    await left.visit((await come(left, "ada")).location);
    expect(await left.whoami()).toBe("ada");
    await product.configure({ SECURITY_MFA_AUTH: 0, SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: true });
  });

  it("refuses by rule, lock, address and state of the user, and says so", async () => {
    const { rows } = await product.database.pool.query("select id from users where username = 'ada'");
    const refused = async (): Promise<string> => {
      const page = await come(openBrowser(product), "ada");
      expect(page.status).toBe(403);
      expect(page.body).toContain("/core/auth/login/?admin=1");
      return /role="alert">([^<]*)</.exec(page.body)?.[1] ?? "";
    };
    const patch = (values: object) =>
      product.administrator.call("PATCH", `users/users/${rows[0].id}/`, values);
    await patch({ is_active: false });
    expect(await refused()).toMatch(/disabled|inactive/i);
    await patch({ is_active: true });
    const rule = await product.administrator.call("POST", "acls/login-acls/", {
      name: "not ada",
      users: { type: "ids", ids: [rows[0].id] },
      rules: { ip_group: ["*"], time_period: [] },
      action: "reject",
    });
    expect(rule.status).toBe(201);
    expect(await refused()).toContain("cannot sign in from this address");
    await product.administrator.call("DELETE", `acls/login-acls/${rule.body.id}/`);
    await product.configure({ SECURITY_LOGIN_IP_BLACK_LIST: ["127.0.0.1"] });
    expect(await refused()).not.toBe("");
    await product.configure({ SECURITY_LOGIN_IP_BLACK_LIST: [] });
    await product.configure({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
    await product.database.pool.query("update users set source = 'local' where username = 'ada'");
    expect(await refused()).not.toBe("");
    await product.database.pool.query("update users set source = 'openid' where username = 'ada'");
    await product.configure({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    const log = await product.database.pool.query(
      "select reason from login_logs where username = 'ada' and not status order by datetime",
    );
    expect(log.rows.map(({ reason }) => reason)).toEqual([
      "user_inactive",
      "acl_not_allow",
      "block_global_ip_login",
      "backend_not_match",
    ]);
  });

  it("does not make users where only known ones may come in", async () => {
    peer.people.set("bob", { preferred_username: "bob", email: "bob@idp.test" });
    await product.configure({ ONLY_ALLOW_EXIST_USER_AUTH: true });
    const page = await come(openBrowser(product), "bob");
    expect([page.status, page.body.includes("You have no account here")]).toEqual([403, true]);
    await product.configure({ ONLY_ALLOW_EXIST_USER_AUTH: false });
  });

  it("ends the session at the provider as well, and here when it ends there", async () => {
    const browser = openBrowser(product);
    await browser.visit((await come(browser, "ada")).location);
    expect(await browser.whoami()).toBe("ada");
    const out = await browser.visit("/core/auth/logout/");
    const address = new URL(out.location);
    expect(address.origin).toBe(peer.issuer);
    expect(address.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect(address.searchParams.get("post_logout_redirect_uri")).toBe(`${site}/core/auth/login/?admin=1`);
    expect(await browser.whoami()).toBeNull();
    await product.configure({ AUTH_OPENID_SHARE_SESSION: false });
    await browser.visit((await come(browser, "ada")).location);
    expect((await browser.visit("/core/auth/logout/")).location).toBe("");
    await product.configure({ AUTH_OPENID_SHARE_SESSION: true });
  });

  it("leads visitors of the sign-in page to the provider, with a way to stay", async () => {
    const page = await openBrowser(product).visit("/core/auth/login/?next=%2Fui%2Fx");
    expect(page.body).toContain('content="3;url=/core/auth/openid/login/?next=%2Fui%2Fx"');
    expect(page.body).toContain("/core/auth/login/?admin=1&amp;next=%2Fui%2Fx");
    await product.configure({ LOGIN_REDIRECT_MSG_ENABLED: false });
    expect((await openBrowser(product).visit("/core/auth/login/")).location).toBe(login);
    await product.configure({ LOGIN_REDIRECT_TO_BACKEND: "DIRECT" });
    expect((await openBrowser(product).visit("/core/auth/login/")).status).toBe(200);
    await product.configure({ LOGIN_REDIRECT_TO_BACKEND: "", LOGIN_REDIRECT_MSG_ENABLED: true });
  });

  it("does not send the client secret to another address than it was entered for", async () => {
    const save = (values: object) =>
      product.administrator.call("PATCH", "settings/setting/?category=oidc", values);
    const moved = await save({ AUTH_OPENID_PROVIDER_ENDPOINT: "http://127.0.0.1:9/" });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["AUTH_OPENID_CLIENT_SECRET"]]);
    const read = await product.administrator.call("GET", "settings/setting/?category=oidc");
    expect(read.text).not.toContain(peer.clientSecret);
    expect(read.body).not.toHaveProperty("AUTH_OPENID_CLIENT_SECRET");
  });

  it("says what to do when the provider is away, and lets local people in", async () => {
    await product.configure({ AUTH_OPENID_PROVIDER_ENDPOINT: "http://127.0.0.1:9/" });
    const page = await openBrowser(product).visit(login);
    expect([page.status, page.body.includes("cannot be reached")]).toEqual([502, true]);
    const local = await product.createUser({});
    const token = await product.anonymous.call("POST", "authentication/auth/", {
      username: local.username,
      password: local.password,
    });
    expect(token.status).toBe(201);
    await product.configure({ AUTH_OPENID_PROVIDER_ENDPOINT: peer.issuer });
  });
});
