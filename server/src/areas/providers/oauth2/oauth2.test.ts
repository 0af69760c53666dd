import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenIdPeer, signInAtPeer, startOpenIdPeer } from "../../../testing/openid-peer.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const login = "/core/auth/oauth2/login/";
const category = "settings/setting/?category=oauth2";

const pathOf = (address: string): string => address.replace(site, "");

describe("signing in by OAuth2, at a provider from npm", () => {
  let product: TestProduct;
  let peer: OpenIdPeer;
  beforeAll(async () => {
    product = await createTestProduct();
    peer = await startOpenIdPeer(site);
    peer.people.set("ada", {
      preferred_username: "ada",
      name: "Ada L.",
      email: "ada@idp.test",
      groups: ["ops"],
    });
    await product.configure({ SITE_URL: site });
    const saved = await product.administrator.call("PATCH", category, {
      ...peer.oauth2,
      AUTH_OAUTH2_PROVIDER: "Corp login",
      AUTH_OAUTH2_USER_ATTR_MAP: { username: "preferred_username", name: "name", email: "email" },
    });
    expect([saved.status, saved.body.AUTH_OAUTH2_CLIENT_SECRET]).toEqual([200, undefined]);
  });
  afterAll(async () => {
    await peer?.close();
    await product?.close();
  });

  async function come(browser: TestBrowser, name: string, path = login) {
    const away = await browser.visit(path);
    return browser.visit(pathOf(await signInAtPeer(away.location, name)));
  }

  it("is tried before it is switched on, and then changes nobody", async () => {
    expect((await openBrowser(product).visit(login)).status).toBe(404);
    const { administrator } = product;
    const away = await administrator.call("GET", `${login}?trial=1`);
    const page = await administrator.call(
      "GET",
      pathOf(await signInAtPeer(String(away.headers.location), "ada")),
    );
    expect(page.text).toContain("ada is unknown here. A user would be created.");
    expect((await administrator.call("GET", "users/users/?username=ada")).body).toEqual([]);
    const preview = await administrator.call("POST", "sallyport/source-trials/", {
      source: "oauth2",
      claims: { sub: "ada", preferred_username: "ada", email: "ada@idp.test" },
    });
    expect(preview.body).toMatchObject({ action: "create", username: "ada" });
  });

  it("lets somebody in who is new, with state, PKCE and the page they wanted", async () => {
    await product.configure({ AUTH_OAUTH2: true });
    const browser = openBrowser(product);
    expect((await browser.visit("/core/auth/login/?admin=1")).body).toContain("Sign in with Corp login");
    const away = new URL((await browser.visit(`${login}?next=%2Fui%2Fprofile`)).location);
    expect(away.searchParams.get("code_challenge_method")).toBe("S256");
    expect(away.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
    const entry = await browser.visit(pathOf(await signInAtPeer(away.href, "ada")));
    expect(entry.location).toBe("/ui/profile");
    await product.database.pool.query("update users set is_first_login = false");
    expect(await browser.whoami()).toBe("ada");
    const log = await product.administrator.call("GET", "audits/login-logs/?username=ada&limit=1");
    expect(log.body.results[0]).toMatchObject({ backend: "OAuth2", status: { value: true } });
    const links = await product.administrator.call("GET", "sallyport/source-links/?source=oauth2&limit=5");
    expect(links.body.results).toMatchObject([{ subject: "ada", issuer: `${peer.issuer}/me` }]);
  });

  it("signs out at the provider as well, unless that is switched off", async () => {
    const browser = openBrowser(product);
    await browser.visit((await come(browser, "ada")).location);
    const out = new URL((await browser.visit("/core/auth/logout/")).location);
    expect(`${out.origin}${out.pathname}`).toBe(`${peer.issuer}/session/end`);
    expect(out.searchParams.get("post_logout_redirect_uri")).toBe(`${site}/core/auth/login/?admin=1`);
    expect(await browser.whoami()).toBeNull();
    await product.configure({ AUTH_OAUTH2_LOGOUT_COMPLETELY: false });
    await browser.visit((await come(browser, "ada")).location);
    expect((await browser.visit("/core/auth/logout/")).location).toBe("");
  });

  it("does not send the client secret to another address than it was entered for", async () => {
    const moved = await product.administrator.call("PATCH", category, {
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: "http://127.0.0.1:9/token",
    });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["AUTH_OAUTH2_CLIENT_SECRET"]]);
    const read = await product.administrator.call("GET", category);
    expect(read.text).not.toContain(peer.clientSecret);
  });
});

describe("signing in by OAuth2, at a provider that lies", () => {
  interface Asked {
    readonly method: string;
    readonly url: URL;
    readonly form: URLSearchParams;
    readonly authorization: string;
  }
  let product: TestProduct;
  let close: () => Promise<void>;
  let origin = "";
  const asked: Asked[] = [];
  const usual = {
    token: () => JSON.stringify({ access_token: "access", token_type: "bearer" }),
    me: () => JSON.stringify({ id: 7, username: "eve", email: "eve@idp.test" }),
    status: 200,
  };
  let answers: { token: () => string; me: () => string; status: number } = { ...usual };

  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const url = new URL(request.url ?? "", "http://peer.invalid");
      asked.push({
        method: request.method ?? "",
        url,
        form: new URLSearchParams(Buffer.concat(pieces).toString()),
        authorization: request.headers.authorization ?? "",
      });
      response.writeHead(answers.status).end(url.pathname === "/token" ? answers.token() : answers.me());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    product = await createTestProduct();
    await product.configure({
      SITE_URL: site,
      AUTH_OAUTH2: true,
      AUTH_OAUTH2_CLIENT_ID: "gate",
      AUTH_OAUTH2_CLIENT_SECRET: "the secret",
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${origin}/authorize?tenant=one`,
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${origin}/token`,
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${origin}/me`,
    });
  });
  afterAll(async () => {
    await product?.close();
    await close?.();
  });
  afterEach(() => {
    answers = { ...usual };
    asked.length = 0;
  });

  const begin = async (browser: TestBrowser, query = ""): Promise<URL> =>
    new URL((await browser.visit(`${login}${query}`)).location);
  const back = (query: Readonly<Record<string, string>>): string =>
    `/core/auth/oauth2/callback/?${new URLSearchParams(query)}`;
  async function attempt(query: Readonly<Record<string, string>> = { code: "code" }) {
    const browser = openBrowser(product);
    const away = await begin(browser);
    return browser.visit(back({ state: away.searchParams.get("state") ?? "", ...query }));
  }

  it("keeps the provider's own query, and proves with the verifier that it is who asked", async () => {
    const browser = openBrowser(product);
    const away = await begin(browser);
    expect(away.searchParams.get("tenant")).toBe("one");
    const state = away.searchParams.get("state") ?? "";
    expect((await browser.visit(back({ code: "c", state }))).location).toBe("/");
    const [token, me] = asked;
    expect(token?.method).toBe("POST");
    expect(token?.url.search).toBe("");
    expect(Object.fromEntries(token?.form ?? [])).toMatchObject({
      grant_type: "authorization_code",
      client_id: "gate",
      client_secret: "the secret",
      redirect_uri: `${site}/core/auth/oauth2/callback/`,
    });
    const verifier = token?.form.get("code_verifier") ?? "";
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(
      away.searchParams.get("code_challenge"),
    );
    expect([me?.method, me?.authorization, me?.url.search]).toEqual(["GET", "Bearer access", ""]);
  });

  it("refuses another state, none, an answer to another browser, and the same answer again", async () => {
    const browser = openBrowser(product);
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    for (const query of [{ code: "c" }, { code: "c", state: "" }, { code: "c", state: `${state}x` }]) {
      expect((await browser.visit(back(query as Record<string, string>))).status).toBe(400);
    }
    const other = openBrowser(product);
    await begin(other);
    expect((await other.visit(back({ code: "c", state }))).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await browser.visit(back({ code: "c", state }))).status).toBe(302);
    expect((await browser.visit(back({ code: "c", state }))).status).toBe(400);
    // What was begun at one kind of provider is not finished by another.
    const mixed = openBrowser(product);
    const begun = (await begin(mixed)).searchParams.get("state") ?? "";
    const crossed = await mixed.visit(`/core/auth/openid/callback/?code=c&state=${begun}`);
    expect(crossed.status).toBe(400);
  });

  it("sends a code nowhere but where it was asked for", async () => {
    const browser = openBrowser(product);
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    await product.configure({ AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${origin}/other` });
    expect((await browser.visit(back({ code: "c", state }))).status).toBe(403);
    expect(asked).toEqual([]);
    await product.configure({ AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${origin}/token` });
  });

  it.each([
    ["no access token", { token: () => "{}" }, 403],
    ["an access token that is another header", { token: () => '{"access_token":"a\\r\\nX: y"}' }, 403],
    ["a list for an object", { token: () => "[]" }, 403],
    ["a refusal with 200", { token: () => '{"error":"bad_verification_code"}' }, 403],
    ["a refusal as a form", { token: () => "error=<script>" }, 403],
    ["a failing server", { status: 500 }, 502],
    ["nobody", { me: () => '{"username":"eve"}' }, 403],
    ["an identifier that is an object", { me: () => '{"id":{"a":1},"username":"eve"}' }, 403],
    ["no username", { me: () => '{"id":7777}' }, 403],
    ["something that is no JSON", { me: () => "<html>" }, 403],
  ])("refuses a provider that answers %s", async (_name, changed, status) => {
    answers = { ...usual, ...changed };
    const page = await attempt();
    expect(page.status).toBe(status);
    expect(page.body).not.toContain("<script>");
    expect(page.location).toBe("");
  });

  it("refuses errors and codes that are none, and shows nothing of what they say", async () => {
    const denied = await attempt({ error: "access_denied", error_description: "<b>x</b>" });
    expect([denied.status, denied.body.includes("<b>x</b>")]).toEqual([403, false]);
    expect(denied.body).toContain("your account there may be disabled");
    const { body: log } = await product.administrator.call("GET", "audits/login-logs/?limit=1&oid=root");
    expect(log.results[0]).toMatchObject({
      ...{ username: "", backend: "OAuth2", reason: "provider_denied: access_denied" },
      reason_display: "Refused by the identity provider (access_denied)",
      status: { value: false },
    });
    expect((await attempt({})).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it("takes the forms older providers answer in: a form, `data`, and GET where that is set", async () => {
    answers = {
      ...usual,
      token: () => "access_token=older&token_type=bearer",
      me: () => JSON.stringify({ code: 0, data: { id: 7, username: "eve", email: "eve@idp.test" } }),
    };
    await product.configure({ AUTH_OAUTH2_ACCESS_TOKEN_METHOD: "GET", AUTH_OAUTH2_PKCE: false });
    const browser = openBrowser(product);
    const away = await begin(browser);
    expect(away.searchParams.has("code_challenge")).toBe(false);
    const page = await browser.visit(back({ code: "c", state: away.searchParams.get("state") ?? "" }));
    expect(page.location).toBe("/");
    expect([asked[0]?.method, asked[0]?.url.searchParams.get("code")]).toEqual(["GET", "c"]);
    expect(asked[0]?.url.searchParams.has("code_verifier")).toBe(false);
    expect(asked[1]?.authorization).toBe("Bearer older");
    await product.configure({ AUTH_OAUTH2_ACCESS_TOKEN_METHOD: "POST", AUTH_OAUTH2_PKCE: true });
  });

  it("links nobody by an address alone, and by a verified one only of trusted domains", async () => {
    const local = await product.createUser({ email: "boss@corp.test" });
    const said = { id: 8, username: "climber", email: "boss@corp.test" };
    answers = { ...usual, me: () => JSON.stringify(said) };
    expect((await attempt()).status).toBe(403);
    await product.configure({ AUTH_OAUTH2_TRUSTED_DOMAINS: ["corp.test"] });
    expect((await attempt()).status).toBe(403);
    answers = { ...usual, me: () => JSON.stringify({ ...said, email_verified: true }) };
    expect((await attempt()).location).toBe("/");
    const links = await product.administrator.call("GET", `sallyport/source-links/?user=${local.id}&limit=5`);
    expect(links.body.results).toMatchObject([{ source: { value: "oauth2" }, subject: "8" }]);
    // Neither a name: somebody local is not taken over.
    const named = await product.createUser({});
    answers = {
      ...usual,
      me: () => JSON.stringify({ id: 9, username: named.username, email: "n@idp.test" }),
    };
    expect((await attempt()).status).toBe(403);
  });

  it("knows people by the attribute that is set", async () => {
    await product.configure({ AUTH_OAUTH2_SUBJECT_ATTRIBUTE: "user.uuid" });
    expect((await attempt()).status).toBe(403);
    answers = {
      ...usual,
      me: () => JSON.stringify({ user: { uuid: "u-1" }, username: "uma", email: "uma@idp.test" }),
    };
    expect((await attempt()).location).toBe("/");
    await product.configure({ AUTH_OAUTH2_SUBJECT_ATTRIBUTE: "" });
  });
});
