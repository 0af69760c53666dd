import { inflateRawSync } from "node:zlib";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import { samlKeys } from "../../server/src/testing/saml-keys.ts";
import {
  createSamlProvider,
  encode,
  encryptFor,
  samlProviderMetadata,
  sign,
} from "../../server/src/testing/saml-provider.ts";
import { cpuSecondsOf } from "../costs.ts";
import { inMilliseconds, judged, type Row } from "../table.ts";

/** Most that one sign-in may cost the server, in CPU milliseconds. */
const limit = 15;

/** Fewest people a directory can send in a second, one request after the other. */
const fewestPeople = 20;

/**
 * A row of what the web process and its database work for one sign-in of somebody who came before: the provider and the
 * browser are in this process.
 */
export async function signInRow(
  product: Product,
  name: string,
  count: number,
  signIn: (who: number) => Promise<void>,
): Promise<Row> {
  // The first ones make the compiler, the caches and the users warm; then each of them comes again.
  for (let who = 0; who < count; who += 1) await signIn(who);
  const served = product
    .processes()
    .flatMap(({ pid, role }) => (role === "web" || role === "database" ? pid : []));
  const before = cpuSecondsOf(served);
  for (let who = 0; who < count; who += 1) await signIn(who);
  const each = ((cpuSecondsOf(served) - before) / count) * 1000;
  return judged(`${name}, CPU of web and database`, inMilliseconds(each), `< ${limit} ms`, each < limit);
}

/** Looks at the last answer of a sign-in. @throws Error for somebody who was not let in */
export function checkEntry(browser: ApiClient, page: { readonly status: number }): void {
  if (page.status !== 302 || !browser.cookies.includes("jms_session_expire"))
    throw new Error(`a sign-in was refused: ${page.status}`);
}

/** Signing in with SAML: the assertion signed, and signed and encrypted. */
export async function samlRows(product: Product, admin: ApiClient, count: number): Promise<Row[]> {
  await admin.patch("/api/v1/settings/setting/?category=saml2", {
    AUTH_SAML2: true,
    SAML2_IDP_METADATA_XML: samlProviderMetadata(),
    SAML2_SP_KEY_CONTENT: samlKeys.installation.privateKey,
    SAML2_SP_CERT_CONTENT: samlKeys.installation.certificate,
    SAML2_RENAME_ATTRIBUTES: { uid: "username", email: "email" },
  });
  const provider = createSamlProvider(await siteOf(product));
  const signIn = async (who: number, isEncrypted: boolean): Promise<void> => {
    const browser = new ApiClient(product.url);
    const begun = await browser.raw("GET", "/core/auth/saml2/login/");
    const asked = new URL(begun.headers.get("location") ?? "").searchParams.get("SAMLRequest") ?? "";
    const request = inflateRawSync(Buffer.from(asked, "base64")).toString("utf8");
    const inResponseTo = /\sID="([^"]+)"/.exec(request)?.[1] ?? "";
    const signed = sign(provider.assert({ nameId: `saml-${who}`, inResponseTo }));
    const content = isEncrypted ? await encryptFor(signed) : signed;
    // As from the provider's page: no cookie goes with what another site posts.
    const posted = await new ApiClient(product.url).raw(
      "POST",
      "/core/auth/saml2/callback/",
      new URLSearchParams({ SAMLResponse: encode(provider.envelope(content, { inResponseTo })) }),
    );
    const page = await browser.raw("GET", posted.headers.get("location") ?? "");
    checkEntry(browser, page);
  };
  const row = (name: string, isEncrypted: boolean) =>
    signInRow(product, name, count, (who) => signIn(who, isEncrypted));
  return [
    await row("a SAML sign-in, assertion signed", false),
    await row("a SAML sign-in, assertion signed and encrypted", true),
  ];
}

/** The address of the installation, as it tells providers. */
async function siteOf(product: Product): Promise<string> {
  const metadata = await (await fetch(`${product.url}/core/auth/saml2/metadata/`)).text();
  const entity = /entityID="([^"]+)"/.exec(metadata)?.[1];
  if (entity === undefined) throw new Error("the metadata names no entity");
  return new URL(entity).origin;
}

/** How many people a directory makes in a second, as directories do: one request for each, one after the other. */
export async function scimRow(product: Product, admin: ApiClient, count: number): Promise<Row> {
  const source = await admin.post("/api/v1/sallyport/scim-sources/", {
    name: "bench",
    organization: "00000000-0000-0000-0000-000000000002",
    user_source: "saml2",
  });
  await admin.post("/api/v1/authentication/confirm/", {
    confirm_type: "password",
    secret_key: adminPassword,
  });
  const { token } = await admin.post(`/api/v1/sallyport/scim-sources/${source.id}/token/`, {});
  const add = async (userName: string): Promise<void> => {
    const answer = await fetch(`${product.url}/scim/v2/Users`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      body: JSON.stringify({
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName,
        name: { formatted: `Person ${userName}` },
        emails: [{ value: `${userName}@dir.example`, primary: true }],
      }),
    });
    if (answer.status !== 201) throw new Error(`SCIM answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await add("scim-warm");
  const began = performance.now();
  for (let who = 0; who < count; who += 1) await add(`scim-${who}`);
  const perSecond = count / ((performance.now() - began) / 1000);
  return judged(
    "people made by SCIM, one request after the other",
    `${perSecond.toFixed(0)} a second`,
    `>= ${fewestPeople} a second`,
    perSecond >= fewestPeople,
  );
}
