import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { samlKeys } from "../../../testing/saml-keys.ts";
import {
  type SimpleSamlPhp,
  simpleSamlPhpMissing,
  startSimpleSamlPhp,
} from "../../../testing/simplesamlphp.ts";
import { browserAt, hidden, openBrowser } from "../testing/browser.ts";

const site = "http://gate.test";

describe.skipIf(simpleSamlPhpMissing())("SimpleSAMLphp", () => {
  let provider: SimpleSamlPhp;
  let product: TestProduct;
  beforeAll(async () => {
    provider = await startSimpleSamlPhp(site);
    product = await createTestProduct();
    const saved = await product.administrator.call("PATCH", "settings/setting/?category=saml2", {
      AUTH_SAML2: true,
      SAML2_IDP_METADATA_URL: `${provider.url}/saml2/idp/metadata.php`,
      SAML2_SP_KEY_CONTENT: samlKeys.installation.privateKey,
      SAML2_SP_CERT_CONTENT: samlKeys.installation.certificate,
      SAML2_RENAME_ATTRIBUTES: { uid: "username", email: "email", cn: "name" },
      SAML2_SP_ADVANCED_SETTINGS: { security: { wantAssertionsSigned: true, wantAssertionsEncrypted: true } },
    });
    expect(saved.status).toBe(200);
    await product.configure({ SITE_URL: site });
  });
  afterAll(async () => {
    await product?.close();
    await provider?.close();
  });

  it("checks our request, signs and encrypts its answer, and ends the session on both sides", async () => {
    const [browser, there] = [openBrowser(product), browserAt(provider.url)];
    const { location } = await browser.visit("/core/auth/saml2/login/");
    const form = await there(location);
    expect(form.body).toContain('name="password"');
    const posting = await there(form.address, {
      username: "ada",
      password: "Ada-secret-1",
      AuthState: hidden(form.body, "AuthState"),
    });
    const response = hidden(posting.body, "SAMLResponse");
    expect(Buffer.from(response, "base64").toString()).toContain("EncryptedAssertion");
    const posted = await openBrowser(product).submit("/core/auth/saml2/callback/", {
      SAMLResponse: response,
    });
    await browser.visit(posted.location);
    await product.database.pool.query("update users set is_first_login = false");
    expect(await browser.whoami()).toBe("ada");
    const { body } = await product.administrator.call("GET", "users/users/?username=ada");
    expect(body[0]).toMatchObject({ name: "Ada Lovelace", email: "ada@corp.test" });
    // It checks our signature over the request, and comes back with an answer that it signed.
    const away = await browser.visit("/core/auth/logout/");
    const back = new URL((await there(away.location)).address);
    expect(`${back.origin}${back.pathname}`).toBe(`${site}/core/auth/saml2/logout/`);
    expect(back.searchParams.has("SAMLResponse")).toBe(true);
    expect(await browser.whoami()).toBeNull();
    // Signed out there too: the next sign-in asks for the password again.
    const again = await there((await browser.visit("/core/auth/saml2/login/")).location);
    expect(again.body).toContain('name="password"');
  });
});
