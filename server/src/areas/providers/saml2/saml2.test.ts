import { createVerify } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { samlKeys } from "../../../testing/saml-keys.ts";
import {
  type AssertionFacts,
  createSamlProvider,
  encode,
  samlProvider,
  samlProviderMetadata,
} from "../../../testing/saml-provider.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const login = "/core/auth/saml2/login/";
const callback = "/core/auth/saml2/callback/";
const category = "settings/setting/?category=saml2";

describe("signing in by SAML", () => {
  const idp = createSamlProvider(site);
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
    await product.configure({ SITE_URL: site });
    const saved = await product.administrator.call("PATCH", category, {
      SAML2_IDP_METADATA_XML: samlProviderMetadata(),
      SAML2_SP_KEY_CONTENT: samlKeys.installation.privateKey,
      SAML2_SP_CERT_CONTENT: samlKeys.installation.certificate,
      SAML2_RENAME_ATTRIBUTES: { uid: "username", email: "email", cn: "name" },
    });
    expect(saved.status).toBe(200);
    expect(saved.body).not.toHaveProperty("SAML2_SP_KEY_CONTENT");
  });
  afterAll(() => product?.close());

  /** Begins; answers the request the provider is sent, and its name. */
  async function begin(browser: TestBrowser, query = "") {
    const { location } = await browser.visit(`${login}${query}`);
    const address = new URL(location);
    expect(`${address.origin}${address.pathname}`).toBe(samlProvider.signIn);
    const packed = Buffer.from(address.searchParams.get("SAMLRequest") ?? "", "base64");
    const xml = inflateRawSync(packed).toString("utf8");
    return { address, xml, id: /\sID="([^"]+)"/.exec(xml)?.[1] ?? "" };
  }
  /** Posts as the provider's page has a browser do: without cookies, from another site. */
  const post = (SAMLResponse: string, RelayState = "") =>
    openBrowser(product).submit(callback, { SAMLResponse, RelayState });
  async function come(browser: TestBrowser, facts: AssertionFacts, query = "") {
    const { id } = await begin(browser, query);
    const posted = await post(idp.respond({ ...facts, inResponseTo: id }));
    expect([posted.status, posted.location]).toEqual([
      303,
      expect.stringMatching(/^\/core\/auth\/saml2\/callback\/\?answer=/),
    ]);
    return browser.visit(posted.location);
  }
  const enter = async (browser: TestBrowser, facts: AssertionFacts) => {
    await browser.visit((await come(browser, facts)).location);
    await product.database.pool.query("update users set is_first_login = false");
  };

  it("is tried before it is switched on: what it would do is shown, and nobody is changed", async () => {
    const { administrator } = product;
    expect((await openBrowser(product).visit(login)).status).toBe(404);
    const away = await administrator.call("GET", `${login}?trial=1`);
    const packed = new URL(String(away.headers.location)).searchParams.get("SAMLRequest") ?? "";
    const id = /\sID="([^"]+)"/.exec(inflateRawSync(Buffer.from(packed, "base64")).toString())?.[1] ?? "";
    const posted = await post(idp.respond({ nameId: "tried", inResponseTo: id }));
    const page = await administrator.call("GET", posted.location);
    expect(page.text).toContain("tried is unknown here. A user would be created.");
    expect((await administrator.call("GET", "users/users/?username=tried")).body).toEqual([]);
    await product.configure({ AUTH_SAML2: true });
  });

  it("lets somebody in with what the provider says of them, and finds them again by their identifier", async () => {
    const browser = openBrowser(product);
    const facts = {
      nameId: "id-4711",
      attributes: { uid: ["mila"], email: ["mila@idp.test"], cn: ["Mila & Co"] },
    };
    const entry = await come(browser, facts, "?next=/ui/profile");
    expect(entry.location).toBe("/ui/profile");
    await product.database.pool.query("update users set is_first_login = false");
    expect(await browser.whoami()).toBe("mila");
    const { body } = await product.administrator.call("GET", "users/users/?username=mila");
    expect(body[0]).toMatchObject({ name: "Mila & Co", email: "mila@idp.test", source: { value: "saml2" } });
    const renamed = openBrowser(product);
    await enter(renamed, { ...facts, attributes: { ...facts.attributes, uid: ["mila.b"], cn: ["Mila B"] } });
    expect(await renamed.whoami()).toBe("mila");
    const { body: after } = await product.administrator.call("GET", "users/users/?username=mila");
    expect(after[0].name).toBe("Mila B");
  });

  it("signs its requests, which say where to answer, and describes itself", async () => {
    const { address, xml } = await begin(openBrowser(product));
    expect(xml).toContain(`AssertionConsumerServiceURL="${site}${callback}"`);
    const [signed = "", signature = ""] = address.search.slice(1).split("&Signature=");
    const verified = createVerify("sha256")
      .update(signed)
      .verify(samlKeys.installation.certificate, decodeURIComponent(signature), "base64");
    expect(verified).toBe(true);
    const { status, body } = await openBrowser(product).visit("/core/auth/saml2/metadata/");
    expect(status).toBe(200);
    expect(body).toContain(`entityID="${site}/core/auth/saml2/metadata/"`);
    expect(body).toContain(samlKeys.installation.certificate.split("\n")[3]);
    expect(body).not.toContain("PRIVATE");
    await product.configure({ SAML2_SP_ADVANCED_SETTINGS: { security: { authnRequestsSigned: false } } });
    expect((await begin(openBrowser(product))).address.searchParams.has("Signature")).toBe(false);
    const saveCertificate = ({ certificate }: { certificate: string }) =>
      product.administrator.call("PATCH", category, { SAML2_SP_CERT_CONTENT: certificate });
    await saveCertificate(samlKeys.stranger);
    expect((await openBrowser(product).visit("/core/auth/saml2/metadata/")).status).toBe(412);
    await saveCertificate(samlKeys.installation);
    await product.configure({ SAML2_SP_ADVANCED_SETTINGS: { security: {} } });
  });

  it("takes an assertion once, in the browser whose request it answers", async () => {
    const browser = openBrowser(product);
    const { id } = await begin(browser);
    const response = idp.respond({ nameId: "once", inResponseTo: id });
    const posted = await post(response);
    // Whoever is made to open the address of another's sign-in stays who they are.
    expect((await openBrowser(product).visit(posted.location)).status).toBe(400);
    expect((await browser.visit(posted.location)).status).toBe(400);
    expect((await post(response)).status).toBe(403);
    const mine = openBrowser(product);
    const other = await begin(openBrowser(product));
    await begin(mine);
    const mixed = await post(idp.respond({ nameId: "once", inResponseTo: other.id }));
    expect((await mine.visit(mixed.location)).status).toBe(400);
    const fresh = openBrowser(product);
    expect((await come(fresh, { nameId: "once" })).status).toBe(302);
    expect((await fresh.visit(`${callback}?answer=guess`)).status).toBe(400);
  });

  it("goes nowhere else, whatever the relay state says", async () => {
    const browser = openBrowser(product);
    const { id } = await begin(browser, "?next=https://evil.test/");
    const posted = await post(idp.respond({ nameId: "calm", inResponseTo: id }), "https://evil.test/");
    const entry = await browser.visit(posted.location);
    for (const { location } of [posted, entry]) expect(location).toMatch(/^\/(?!\/)/);
  });

  it("begins a sign-in of its own where the provider comes unasked", async () => {
    const unasked = await post(idp.respond({ nameId: "mallory", inResponseTo: null }));
    expect([unasked.status, unasked.location]).toEqual([303, login]);
  });

  it("refuses forged responses, and names that change each time", async () => {
    const browser = openBrowser(product);
    const { id } = await begin(browser);
    const forged = idp.respond({ nameId: "admin", inResponseTo: id, audience: "https://other.test/" });
    expect((await post(forged)).status).toBe(403);
    const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    const passing = openBrowser(product);
    expect((await come(passing, { nameId: "_once", format })).status).toBe(404);
    await product.configure({ SAML2_SUBJECT_ATTRIBUTE: "uid" });
    const named = openBrowser(product);
    const attributes = { uid: ["nora"], email: ["nora@idp.test"] };
    expect((await come(named, { nameId: "_twice", format, attributes })).status).toBe(302);
    await product.configure({ SAML2_SUBJECT_ATTRIBUTE: "" });
  });

  it("passes on that the provider lets somebody in no more, to them and to the login log", async () => {
    const { id } = await begin(openBrowser(product));
    const refusal = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied";
    const page = await post(encode(idp.envelope("", { inResponseTo: id, status: refusal })));
    expect([page.status, page.body.includes("your account there may be disabled")]).toEqual([403, true]);
    const { rows } = await product.database.pool.query(
      "select username, backend, reason from login_logs order by datetime desc limit 1",
    );
    expect(rows).toEqual([{ username: "", backend: "SAML2", reason: "provider_denied: RequestDenied" }]);
  });

  it("does not take over who is known here from elsewhere, nor the administrator", async () => {
    await product.createUser({ username: "local" });
    for (const username of ["admin", "local"]) {
      const taken = await come(openBrowser(product), {
        nameId: `id-${username}`,
        attributes: { uid: [username] },
      });
      expect([username, taken.status]).toEqual([username, 403]);
    }
  });

  it("signs out at the provider as well, and ends sessions when it says so", async () => {
    const browser = openBrowser(product);
    const facts = {
      nameId: "id-4711",
      sessionIndex: "_s7",
      attributes: { uid: ["mila"], email: ["mila@idp.test"] },
    };
    await enter(browser, facts);
    const out = (query: string) => openBrowser(product).visit(`/core/auth/saml2/logout/?${query}`);
    const asked = { nameId: "id-4711", sessionIndex: "_s7" };
    const right = idp.signOutQuery(asked);
    for (const [what, query] of [
      ["another key", idp.signOutQuery(asked, samlKeys.stranger.privateKey)],
      ["no signature", right.replace(/&Signature=.*/, "")],
      ["a signature of something else", right.replace("RelayState=back", "RelayState=gone")],
      [
        "two requests",
        `${idp.signOutQuery({ ...asked, nameId: "x" })}&SAMLRequest=${encodeURIComponent("a")}`,
      ],
      ["another address", idp.signOutQuery({ ...asked, destination: "https://other.test/" })],
      ["an old one", idp.signOutQuery({ ...asked, at: -600_000 })],
    ] as const) {
      expect([what, (await out(query)).status]).toEqual([what, 400]);
    }
    expect(await browser.whoami()).toBe("mila");
    const answer = await out(right);
    const address = new URL(answer.location);
    expect(`${address.origin}${address.pathname}`).toBe(samlProvider.signOut);
    expect(address.searchParams.get("RelayState")).toBe("back there");
    expect(address.searchParams.has("Signature")).toBe(true);
    expect(await browser.whoami()).toBeNull();

    const second = openBrowser(product);
    await enter(second, facts);
    const away = new URL((await second.visit("/core/auth/logout/")).location);
    const sent = inflateRawSync(Buffer.from(away.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    expect(sent).toContain(">id-4711</saml:NameID>");
    expect(sent).toContain(">_s7</samlp:SessionIndex>");
    expect(await second.whoami()).toBeNull();
    const done = await openBrowser(product).visit("/core/auth/saml2/logout/?SAMLResponse=x");
    expect(done.location).toBe("/core/auth/login/?admin=1");
  });

  it("tells the fields that are wrong", async () => {
    for (const [field, value] of [
      ["SAML2_SP_KEY_CONTENT", "no key"],
      ["SAML2_SP_CERT_CONTENT", "no certificate"],
      ["SAML2_SP_ADVANCED_SETTINGS", { security: { wantAssertionsSigned: "yes" } }],
      ["SAML2_SP_ADVANCED_SETTINGS", []],
      ["SAML2_RENAME_ATTRIBUTES", { uid: "name" }],
      ["SAML2_IDP_METADATA_URL", "javascript:alert(1)"],
    ] as const) {
      const { status, body } = await product.administrator.call("PATCH", category, { [field]: value });
      expect([field, status, Object.keys(body)]).toEqual([field, 400, [field]]);
    }
    await product.configure({ SAML2_IDP_METADATA_URL: "http://idp.test/metadata" });
    expect((await openBrowser(product).visit(login)).status).toBe(404);
  });
});
