import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { type CasServer, startCasServer } from "../../server/src/testing/cas-server.ts";
import { type OpenIdPeer, startOpenIdPeer } from "../../server/src/testing/openid-peer.ts";
import { type RadiusTestServer, startRadiusServer } from "../../server/src/testing/radius-server.ts";
import { createSamlProvider, encode } from "../../server/src/testing/saml-provider.ts";

/** Systems that prove people, each on this machine. */
export interface ForeignPeers {
  readonly openId: OpenIdPeer;
  readonly cas: CasServer;
  /** Of people without a code it takes the password alone. */
  readonly radius: RadiusTestServer;
  /** Page of a provider of SAML on another site, which posts by itself as those do. */
  readonly samlUrl: string;
  /** From now on that provider lets nobody in. */
  closeSaml(): void;
  close(): Promise<void>;
}

/** Starts them for the product at this address. */
export async function startForeignPeers(site: string): Promise<ForeignPeers> {
  const [cas, openId, radius] = await Promise.all([
    startCasServer(),
    startOpenIdPeer(site),
    startRadiusServer([
      { name: "rada", password: "Rada-secret-1", code: "271828" },
      { name: "rico", password: "Rico-secret-1" },
    ]),
  ]);
  const idp = createSamlProvider(site);
  let isClosed = false;
  const saml = createServer((request, answer) => {
    const packed = new URL(request.url ?? "/", "http://idp.test").searchParams.get("SAMLRequest") ?? "";
    const xml = inflateRawSync(Buffer.from(packed, "base64")).toString();
    const inResponseTo = /\sID="([^"]+)"/.exec(xml)?.[1] ?? "";
    const status = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied";
    const response = isClosed
      ? encode(idp.envelope("", { inResponseTo, status }))
      : idp.respond({ nameId: "sam", inResponseTo });
    answer.writeHead(200, { "content-type": "text/html" });
    answer.end(
      `<form method="post" action="${idp.callback}"><input type="hidden" name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`,
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => saml.once("listening", resolve));
  return {
    openId,
    cas,
    radius,
    samlUrl: `http://localhost:${(saml.address() as AddressInfo).port}/sso`,
    closeSaml: () => {
      isClosed = true;
    },
    async close() {
      saml.close();
      await Promise.all([cas.close(), openId.close(), radius.close()]);
    },
  };
}

/** How people come in whom other systems prove. */
export interface ForeignWay {
  readonly source: string;
  readonly username: string;
  /** Where it begins. */
  readonly begin: string;
  /** What they do there. */
  readonly there: (page: Page, peers: ForeignPeers) => Promise<void>;
  /** Closes their account there. */
  readonly shut: (peers: ForeignPeers) => Promise<void> | void;
  /** What they read then, and what the login log has. */
  readonly shutOut: { readonly said: string; readonly name: string; readonly reason: string };
}

/** What somebody reads whom a provider lets in no more. */
const denied = "your account there may be disabled";

/** Signs in at the provider's own page, and consents. */
export async function signInAtOpenId(page: Page, name: string): Promise<void> {
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
  await page.locator("button[type=submit]").click();
}

/** One person of each kind of system. */
export const foreignWays: readonly ForeignWay[] = [
  {
    source: "saml2",
    username: "sam",
    begin: "/core/auth/saml2/login/",
    there: async () => undefined,
    shut: (peers) => peers.closeSaml(),
    shutOut: { said: denied, name: "", reason: "Refused by the identity provider (RequestDenied)" },
  },
  {
    source: "openid",
    username: "olga",
    begin: "/core/auth/openid/login/",
    there: (page) => signInAtOpenId(page, "olga"),
    shut: ({ openId }) => void openId.closed.add("olga"),
    shutOut: {
      said: denied,
      name: "",
      reason: "Refused by the identity provider (token endpoint: invalid_grant)",
    },
  },
  {
    source: "oauth2",
    username: "otto",
    begin: "/core/auth/oauth2/login/",
    there: (page) => signInAtOpenId(page, "otto"),
    shut: ({ openId }) => void openId.closed.add("otto"),
    shutOut: {
      said: denied,
      name: "",
      reason: "Refused by the identity provider (token endpoint: invalid_grant)",
    },
  },
  {
    source: "cas",
    username: "cara",
    begin: "/core/auth/cas/login/",
    there: async (page, { cas }) => {
      const service = new URL(page.url()).searchParams.get("service") ?? "";
      await page.goto(`${service}&${new URLSearchParams({ ticket: cas.issue("cara", service) })}`);
    },
    shut: ({ cas }) => void cas.closed.add("cara"),
    shutOut: { said: denied, name: "", reason: "Refused by the identity provider (UNAUTHORIZED_PRINCIPAL)" },
  },
  {
    source: "radius",
    username: "rico",
    begin: "/core/auth/login/?admin=1",
    there: async (page) => {
      await page.getByLabel("Username").fill("rico");
      await page.getByLabel("Password").fill("Rico-secret-1");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
    shut: ({ radius }) => radius.remove("rico"),
    // A server says no more of a wrong password.
    shutOut: { said: "username or password", name: "rico", reason: "Wrong username or password" },
  },
];
