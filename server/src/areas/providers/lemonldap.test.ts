import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../engine/testing/free-port.ts";
import { type LemonLdap, lemonLdapMissing, startLemonLdap } from "../../testing/lemonldap.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { samlKeys } from "../../testing/saml-keys.ts";
import { browserAt, hidden, openBrowser, type TestBrowser } from "./testing/browser.ts";

// An address that the provider reaches: it says there by itself that sessions have ended.
const port = await freePort();
const site = `http://127.0.0.1:${port}`;

describe.skipIf(lemonLdapMissing())("LemonLDAP::NG", () => {
  let provider: LemonLdap;
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
    const saved = await product.administrator.call("PATCH", "settings/setting/?category=saml2", {
      AUTH_SAML2: true,
      SAML2_SP_KEY_CONTENT: samlKeys.installation.privateKey,
      SAML2_SP_CERT_CONTENT: samlKeys.installation.certificate,
      SAML2_RENAME_ATTRIBUTES: { uid: "username", mail: "email", cn: "name" },
      SAML2_SP_ADVANCED_SETTINGS: {
        security: { authnRequestsSigned: true, wantAssertionsSigned: true, wantAssertionsEncrypted: true },
      },
    });
    expect(saved.status).toBe(200);
    await product.configure({ SITE_URL: site });
    await product.app.fastify.listen({ host: "127.0.0.1", port });
    const { body } = await openBrowser(product).visit("/core/auth/saml2/metadata/");
    provider = await startLemonLdap(site, body);
    await product.configure({
      SAML2_IDP_METADATA_URL: `${provider.url}/saml/metadata`,
      AUTH_OPENID: true,
      AUTH_OPENID_PROVIDER_ENDPOINT: provider.url,
      AUTH_OPENID_CLIENT_ID: provider.clientId,
      AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
      AUTH_CAS: true,
      CAS_SERVER_URL: `${provider.url}/cas/`,
      CAS_RENAME_ATTRIBUTES: { uid: "username", cn: "name", mail: "email" },
    });
  });
  afterAll(async () => {
    await product?.close();
    await provider?.close();
  });

  /** Goes to the provider and signs in there, first with a wrong password. */
  async function signInThere(there: ReturnType<typeof browserAt>, address: string, name: string) {
    const form = await there(address);
    const refused = await there(form.address, {
      user: name,
      password: "wrong",
      url: hidden(form.body, "url"),
    });
    expect(refused.body).toContain('name="password"');
    return there(refused.address, { user: name, password: name, url: hidden(refused.body, "url") });
  }

  /** Comes back, and says who is signed in. */
  async function arrive(browser: TestBrowser, address: string) {
    expect((await browser.visit(address.replace(site, ""))).status).toBe(302);
    await product.database.pool.query("update users set is_first_login = false");
    const name = await browser.whoami();
    const { body } = await product.administrator.call("GET", `users/users/?username=${name}`);
    return body[0];
  }

  it("signs people in by OpenID Connect with PKCE, and ends the session on both sides", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const away = await browser.visit("/core/auth/openid/login/");
    expect(away.location).toContain("code_challenge_method=S256");
    const back = await signInThere(there, away.location, "rtyler");
    expect(await arrive(browser, back.address)).toMatchObject({
      username: "rtyler",
      name: "Rose Tyler",
      source: { value: "openid" },
    });
    await there((await browser.visit("/core/auth/logout/")).location);
    expect(await browser.whoami()).toBeNull();
    const again = await there((await browser.visit("/core/auth/openid/login/")).location);
    expect(again.body).toContain('name="password"');
  });

  it("signs people in by CAS with what it says of them", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const back = await signInThere(there, (await browser.visit("/core/auth/cas/login/")).location, "msmith");
    expect(await arrive(browser, back.address)).toMatchObject({
      username: "msmith",
      name: "Mickey Smith",
      source: { value: "cas" },
    });
    // A ticket is good once, and for the sign-in it was made for.
    const again = openBrowser(product);
    const service = new URL((await again.visit("/core/auth/cas/login/")).location).searchParams.get(
      "service",
    );
    const ticket = new URL(back.address).searchParams.get("ticket") ?? "";
    const answer = `${service?.replace(site, "")}&${new URLSearchParams({ ticket })}`;
    expect((await again.visit(answer)).status).toBe(403);
    expect(await again.whoami()).toBeNull();
  });

  it("ends sessions of CAS on both sides, whichever is left first", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const signIn = async () => (await browser.visit("/core/auth/cas/login/")).location;
    await arrive(browser, (await signInThere(there, await signIn(), "msmith")).address);
    await there((await browser.visit("/core/auth/logout/")).location);
    expect(await browser.whoami()).toBeNull();
    const again = await signInThere(there, await signIn(), "msmith");
    await arrive(browser, again.address);
    expect(await browser.whoami()).toBe("msmith");
    await there(`${provider.url}/?logout=1`);
    expect(await browser.whoami()).toBeNull();
  });

  it("ends sessions of SAML on both sides, whichever is left first", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const signIn = async () => {
      const away = await browser.visit("/core/auth/saml2/login/");
      const response = hidden((await signInThere(there, away.location, "dwho")).body, "SAMLResponse");
      const posted = await openBrowser(product).submit("/core/auth/saml2/callback/", {
        SAMLResponse: response,
      });
      await arrive(browser, posted.location);
      expect(await browser.whoami()).toBe("dwho");
    };
    await signIn();
    // It checks our signature over the request, and comes back with an answer of its own.
    const back = new URL((await there((await browser.visit("/core/auth/logout/")).location)).address);
    expect(`${back.origin}${back.pathname}`).toBe(`${site}/core/auth/saml2/logout/`);
    expect(back.searchParams.has("SAMLResponse")).toBe(true);
    expect(await browser.whoami()).toBeNull();
    await signIn();
    // Its page has the browser visit every site that somebody signed in to.
    const page = await there(`${provider.url}/?logout=1`);
    const [, address = ""] = /src="([^"]+core\/auth\/saml2\/logout[^"]+)"/.exec(page.body) ?? [];
    const ended = await openBrowser(product).visit(address.replaceAll("&amp;", "&").replace(site, ""));
    expect(await browser.whoami()).toBeNull();
    expect(ended.location).toContain(`${provider.url}/saml/singleLogoutReturn?SAMLResponse=`);
    // It checks the signature of our answer, too: another status would be an error of its own.
    expect((await fetch(ended.location, { redirect: "manual" })).status).toBeLessThan(400);
  });

  it("reads our metadata and checks our request, and signs people in by a signed and encrypted assertion", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const away = await browser.visit("/core/auth/saml2/login/");
    const posting = await signInThere(there, away.location, "dwho");
    const response = hidden(posting.body, "SAMLResponse");
    expect(Buffer.from(response, "base64").toString()).toContain("EncryptedAssertion");
    const posted = await openBrowser(product).submit("/core/auth/saml2/callback/", {
      SAMLResponse: response,
    });
    expect(await arrive(browser, posted.location)).toMatchObject({
      username: "dwho",
      name: "Doctor Who",
      source: { value: "saml2" },
    });
  });
});
