import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";
import { type Forgery, type ForgingProvider, startForgingProvider } from "../testing/forging-provider.ts";

const login = "/core/auth/openid/login/";
const callback = "/core/auth/openid/callback/";

describe("attacks on a sign-in by OpenID Connect", () => {
  let product: TestProduct;
  let provider: ForgingProvider;
  let count = 0;
  beforeAll(async () => {
    product = await createTestProduct();
    provider = await startForgingProvider("gate");
    await product.configure({
      SITE_URL: "http://gate.test",
      AUTH_OPENID: true,
      AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
      AUTH_OPENID_CLIENT_ID: "gate",
      AUTH_OPENID_CLIENT_SECRET: "the secret of the client",
    });
  });
  afterAll(async () => {
    await provider?.close();
    await product?.close();
  });

  /** Begins in a browser; answers what the provider was asked with. */
  async function begin(browser: TestBrowser, query = "") {
    const { location } = await browser.visit(`${login}${query}`);
    const { searchParams } = new URL(location);
    const of = (name: string): string => searchParams.get(name) ?? "";
    return {
      state: of("state"),
      nonce: of("nonce"),
      challenge: of("code_challenge"),
      method: of("code_challenge_method"),
    };
  }
  const back = (values: Readonly<Record<string, string>>): string =>
    `${callback}?${new URLSearchParams(values)}`;

  /** Comes back with what the provider makes; answers the page. */
  async function comeBack(forgery: Forgery, more: Readonly<Record<string, string>> = {}) {
    const browser = openBrowser(product);
    const { state, nonce } = await begin(browser);
    provider.forge(forgery);
    count += 1;
    return browser.visit(back({ code: `${nonce} person-${count}`, state, iss: provider.issuer, ...more }));
  }

  it("lets somebody in whose token is all right, so that what follows fails for its own reason", async () => {
    expect((await comeBack({})).status).toBe(302);
    const { challenge, method } = await begin(openBrowser(product));
    expect([challenge.length, method]).toEqual([43, "S256"]);
  });

  it.each<[string, Forgery]>([
    ["another nonce", { claims: { nonce: "of somebody else" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another issuer", { claims: { iss: "https://evil.test" } }],
    ["another audience", { claims: { aud: "another client" } }],
    ["an audience of many without an authorized party", { claims: { aud: ["gate", "other"] } }],
    ["another authorized party", { claims: { aud: ["gate", "other"], azp: "other" } }],
    ["an expiry in the past", { issuedAt: -400, expires: -200 }],
    ["too great an age", { issuedAt: -300 }],
    ["a time in the future", { issuedAt: 300, expires: 900 }],
    ["a beginning in the future", { claims: { nbf: Math.floor(Date.now() / 1000) + 900 } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["no subject", { claims: { sub: undefined } }],
    ["a key nobody published", { signedWith: "other" }],
    ["no signature", { signedWith: "none" }],
    ["no signature, under the name of another algorithm", { signedWith: "none", header: { alg: "RS256" } }],
    ["the public key as a shared secret", { signedWith: "public" }],
  ])("refuses a token with %s", async (_what, forgery) => {
    const page = await comeBack(forgery);
    expect([page.status, page.location]).toEqual([403, ""]);
    const { rows } = await product.database.pool.query("select 1 from users where username = $1", [
      `person-${count}`,
    ]);
    expect(rows).toEqual([]);
  });

  it("refuses another state, none, and an answer to what another browser began", async () => {
    const [browser, victim] = [openBrowser(product), openBrowser(product)];
    const { state, nonce } = await begin(browser);
    const code = `${nonce} mallory`;
    for (const values of [{ code, state: "x".repeat(43) }, { code, state: "" }, { code }]) {
      expect((await browser.visit(back({ iss: provider.issuer, ...values }))).status).toBe(400);
    }
    // Somebody is led to finish what the attacker began: they would act as the attacker without knowing it.
    await begin(victim);
    expect((await victim.visit(back({ code, state, iss: provider.issuer }))).status).toBe(400);
    expect(provider.redeemed).not.toContain(code);
  });

  it("refuses a code that was redeemed, and an answer that comes twice", async () => {
    const browser = openBrowser(product);
    const { state, nonce } = await begin(browser);
    const address = back({ code: `${nonce} twice`, state, iss: provider.issuer });
    expect((await browser.visit(address)).status).toBe(302);
    expect((await browser.visit(address)).status).toBe(400);
    const other = openBrowser(product);
    const begun = await begin(other);
    const stolen = back({ code: `${nonce} twice`, state: begun.state, iss: provider.issuer });
    expect((await other.visit(stolen)).status).toBe(403);
  });

  it("refuses an answer that says it is of another provider, or does not say of which", async () => {
    expect((await comeBack({}, { iss: "https://evil.test" })).status).toBe(403);
    const browser = openBrowser(product);
    const { state, nonce } = await begin(browser);
    expect((await browser.visit(back({ code: `${nonce} mixed`, state }))).status).toBe(403);
    expect(provider.redeemed).not.toContain(`${nonce} mixed`);
  });

  it("leads nowhere else, and writes nothing of a stranger's into a page", async () => {
    for (const next of ["//evil.test", "https://evil.test/", "/\\evil.test", "javascript:alert(1)"]) {
      const browser = openBrowser(product);
      const { state, nonce } = await begin(browser, `?next=${encodeURIComponent(next)}`);
      count += 1;
      const page = await browser.visit(back({ code: `${nonce} open-${count}`, state, iss: provider.issuer }));
      expect(page.location).toBe("/");
    }
    const browser = openBrowser(product);
    const { state } = await begin(browser);
    const error = {
      error: "access_denied",
      error_description: "<script>alert(1)</script>",
      state,
      iss: provider.issuer,
    };
    const page = await browser.visit(back(error));
    expect(page.status).toBe(403);
    expect(page.body).not.toContain("alert(1)");
    const { rows } = await product.database.pool.query(
      "select username, backend, reason from login_logs order by datetime desc limit 1",
    );
    expect(rows).toEqual([{ username: "", backend: "OpenID", reason: "provider_denied: access_denied" }]);
  });

  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const end = async (token: string): Promise<number> =>
    (
      await product.anonymous.call(
        "POST",
        "/api/v1/sallyport/openid/backchannel-logout/",
        new URLSearchParams({ logout_token: token }).toString(),
        { "content-type": "application/x-www-form-urlencoded" },
      )
    ).status;

  it("ends sessions by a logout token of the provider, and by nothing that only looks like one", async () => {
    const browser = openBrowser(product);
    const { state, nonce } = await begin(browser);
    provider.forge({ claims: { sid: "session one" } });
    await browser.visit(back({ code: `${nonce} leaving`, state, iss: provider.issuer }));
    await product.database.pool.query("update users set is_first_login = false");
    expect(await browser.whoami()).toBe("leaving");
    let count = 0;
    const right = () => ({ sid: "session one", events, jti: `logout ${++count}` });
    expect(await end(await provider.sign({ ...right(), events: {} }))).toBe(400);
    expect(await end(await provider.sign({ ...right(), nonce }))).toBe(400);
    expect(await end(await provider.sign({ ...right(), aud: "other" }))).toBe(400);
    expect(await end(await provider.sign({ events, jti: "nobody" }))).toBe(400);
    expect(await end(await provider.sign(right(), { signedWith: "other" }))).toBe(400);
    expect(await end(await provider.sign(right(), { issuedAt: -600 }))).toBe(400);
    expect(await end(await provider.sign({ sid: "session one", events }))).toBe(400);
    expect(await end(await provider.sign({ ...right(), jti: "" }))).toBe(400);
    expect(await end("rubbish")).toBe(400);
    expect(await browser.whoami()).toBe("leaving");
    expect(await end(await provider.sign({ ...right(), sid: "session two" }))).toBe(200);
    expect(await browser.whoami()).toBe("leaving");
    expect(await end(await provider.sign(right()))).toBe(200);
    expect(await browser.whoami()).toBeNull();
  });

  it("takes a logout token once: whoever has it again ends nothing", async () => {
    const token = await provider.sign({ sub: "subject of replayed", events, jti: "once" });
    const both = await Promise.all([end(token), end(token)]);
    expect(both.sort()).toEqual([200, 400]);
    const browser = openBrowser(product);
    const { state, nonce } = await begin(browser);
    await browser.visit(back({ code: `${nonce} replayed`, state, iss: provider.issuer }));
    await product.database.pool.query("update users set is_first_login = false");
    expect(await end(token)).toBe(400);
    // Another token with the same identifier is the same to us.
    expect(await end(await provider.sign({ sub: "subject of replayed", events, jti: "once" }))).toBe(400);
    expect(await browser.whoami()).toBe("replayed");
    // It is remembered for as long as it could be taken, and no longer.
    const { rows } = await product.database.pool.query(
      "select extract(epoch from date_expired - now()) as left from used_logout_tokens",
    );
    expect(Math.max(...rows.map(({ left }) => Number(left)))).toBeLessThanOrEqual(240);
    expect(Math.min(...rows.map(({ left }) => Number(left)))).toBeGreaterThan(180);
    await product.database.pool.query(
      "update used_logout_tokens set date_expired = now() - interval '1 second'",
    );
    expect(await end(await provider.sign({ sub: "subject of replayed", events, jti: "next" }))).toBe(200);
    const kept = await product.database.pool.query("select count(*)::int as count from used_logout_tokens");
    expect(kept.rows[0].count).toBe(1);
  });
});
