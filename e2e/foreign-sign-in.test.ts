import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CasServer, startCasServer } from "../server/src/testing/cas-server.ts";
import {
  type ChatPlatformsPeer,
  chatApps,
  startChatPlatforms,
} from "../server/src/testing/chat-platforms.ts";
import { type OpenIdPeer, startOpenIdPeer } from "../server/src/testing/openid-peer.ts";
import {
  type RadiusTestServer,
  radiusMissing,
  startRadiusServer,
} from "../server/src/testing/radius-server.ts";
import {
  createSamlProvider,
  samlProvider,
  samlProviderMetadata,
} from "../server/src/testing/saml-provider.ts";
import { type SmsServer, serviceKey, startSmsServer } from "../server/src/testing/sms-servers.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

/** Steps of the story build on each other. */
describe.skipIf(browserMissing() !== null || radiusMissing())("sign-in by systems of other sites", () => {
  let product: Product;
  let radius: RadiusTestServer;
  let messages: SmsServer;
  let chats: ChatPlatformsPeer;
  let provider: Server;
  let cas: CasServer;
  let openId: OpenIdPeer;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let admin: Page;
  let url: string;
  let providerUrl: string;

  beforeAll(async () => {
    messages = await startSmsServer();
    chats = await startChatPlatforms();
    product = await startPrepared({
      environment: {
        SALLYPORT_LOCAL_TARGETS: "127.0.0.1",
        SALLYPORT_CHAT_PLATFORM_URL: chats.url,
      },
    });
    url = `http://127.0.0.1:${product.httpPort}`;
    cas = await startCasServer();
    openId = await startOpenIdPeer(url);
    radius = await startRadiusServer([
      { name: "rada", password: "Rada-secret-1", code: "271828" },
      { name: "rico", password: "Rico-secret-1" },
    ]);
    const idp = createSamlProvider(url);
    // A page of another site, which posts by itself as those of providers do.
    provider = createServer((request, answer) => {
      const packed = new URL(request.url ?? "/", "http://idp.test").searchParams.get("SAMLRequest") ?? "";
      const xml = inflateRawSync(Buffer.from(packed, "base64")).toString();
      const inResponseTo = /\sID="([^"]+)"/.exec(xml)?.[1] ?? "";
      const response = idp.respond({ nameId: "sam", inResponseTo });
      answer.writeHead(200, { "content-type": "text/html" });
      answer.end(
        `<form method="post" action="${idp.callback}"><input type="hidden" name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`,
      );
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => provider.once("listening", resolve));
    providerUrl = `http://localhost:${(provider.address() as AddressInfo).port}/sso`;
    browser = await openBrowser();
    admin = await browser.context.newPage();
    person = new ConsolePerson(admin, url);
    await person.signIn("admin", adminPassword);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    provider?.close();
    await cas?.close();
    await openId?.close();
    await radius?.close();
    await messages?.close();
    await chats?.close();
    await product?.dispose();
  });

  /** What the administrator's pages send. */
  const send = async (method: "POST" | "PATCH" | "DELETE", path: string, data: object = {}) => {
    const { value: token = "" } =
      (await admin.context().cookies()).find(({ name }) => name === "jms_csrftoken") ?? {};
    return admin.request.fetch(`${url}/api/v1/${path}`, { method, headers: { "x-csrftoken": token }, data });
  };
  const post = (path: string, data: object) => send("POST", path, data);

  it("an administrator pastes the metadata of a provider, tries it and turns it on", async () => {
    await person.open("/ui/settings/auth?activeTab=SAML2");
    const metadata = samlProviderMetadata().replaceAll(samlProvider.signIn, providerUrl);
    await admin.getByLabel("Metadata of the provider", { exact: true }).fill(metadata);
    await person.saveAndWait();
    await admin.getByRole("link", { name: "Try sign-in" }).click();
    await admin.getByText("sam is unknown here. A user would be created.").waitFor();
    await person.open("/ui/settings/auth?activeTab=SAML2");
    await admin.getByRole("switch", { name: "Enable SAML2" }).click();
    await person.saveAndWait();
  });

  it("somebody comes in whom a page of another site has posted", async () => {
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/saml2/login/?next=%2Fui%2Fprofile%2Finfo`);
    await page.waitForURL((at) => at.origin === url && at.pathname.startsWith("/ui/profile"));
    const profile = await page.request.get(`${url}/api/v1/users/profile/`);
    expect(await profile.json()).toMatchObject({ username: "sam", source: { value: "saml2" } });
    await page.context().close();
  });

  it("an administrator sets up RADIUS, tests a sign-in and turns it on", async () => {
    await person.open("/ui/settings/auth?activeTab=Radius");
    await person.fill("Server", "127.0.0.1");
    await person.fill("Port", String(radius.port));
    await admin.getByRole("button", { name: "Shared secret" }).click();
    await person.fill("Shared secret", radius.secret);
    await person.saveAndWait();
    await admin.getByRole("button", { name: "Test sign-in" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Username").fill("rada");
    await dialog.getByLabel("Password").fill("Rada-secret-1");
    await dialog.getByRole("button", { name: "Test connection" }).click();
    await person.reads("Enter the code of your token");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await admin.getByRole("switch", { name: "Sign-in with RADIUS" }).click();
    await person.saveAndWait();
  });

  it("somebody answers what the server asks", async () => {
    const made = await post("users/users/", {
      name: "Rada",
      username: "rada",
      email: "rada@corp.test",
      source: "radius",
    });
    expect(made.status()).toBe(201);
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/login/?admin=1`);
    await page.getByLabel("Username").fill("rada");
    await page.getByLabel("Password").fill("Rada-secret-1");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter the code of your token").waitFor();
    await page.getByLabel("Code").fill("271828");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((at) => at.pathname.startsWith("/ui/"));
    await page.context().close();
  });

  it("an administrator sets up text messages, sends one and turns them on", async () => {
    await person.open("/ui/settings/msg?activeTab=SMS");
    await admin.getByRole("button", { name: "Set up service" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("AccessKey ID").fill(serviceKey.id);
    await dialog.getByRole("button", { name: "AccessKey secret" }).click();
    await dialog.getByLabel("AccessKey secret").fill("not the secret");
    await dialog.getByLabel("Endpoint").fill(messages.address);
    await dialog.getByLabel("Signature").fill("Sallyport");
    await dialog.getByLabel("Template code").fill("SMS_1");
    await dialog.getByRole("textbox", { name: "Number for tests" }).fill("13800000000");
    await dialog.getByRole("button", { name: "Send test message" }).click();
    await person.reads("The signature is not right.");
    expect(messages.taken).toEqual([]);
    await dialog.getByLabel("AccessKey secret").fill(serviceKey.secret);
    await dialog.getByRole("button", { name: "Send test message" }).click();
    await expect.poll(() => messages.taken.length).toBe(1);
    await person.saveAndWait(dialog);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await admin.getByRole("switch", { name: "Send codes by text message" }).click();
    await person.saveAndWait();
  });

  it("somebody confirms a sign-in with a code by text message", async () => {
    const made = await post("users/users/", {
      ...{ name: "Tess", username: "tess", email: "tess@corp.test", mfa_level: 1 },
      ...{
        password_strategy: "custom",
        password: "Quiet-Meadow-77",
        phone: { code: "+86", phone: "13912345678" },
      },
    });
    expect(made.status()).toBe(201);
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/login/?admin=1`);
    await page.getByLabel("Username").fill("tess");
    await page.getByLabel("Password").fill("Quiet-Meadow-77");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Send a code" }).click();
    await expect.poll(() => messages.taken.at(-1)?.phone).toContain("13912345678");
    await page.getByLabel("Code").fill(messages.taken.at(-1)?.code ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((at) => at.pathname.startsWith("/ui/"));
    await page.context().close();
  });

  it("an administrator sets up WeCom, tests it and turns it on", async () => {
    const { WECOM_CORPID, WECOM_AGENTID, WECOM_SECRET } = chatApps.wecom;
    await person.open("/ui/settings/auth?activeTab=WeCom");
    await person.fill("Corporation ID", WECOM_CORPID);
    await person.fill("Agent ID", WECOM_AGENTID);
    await admin.getByRole("button", { name: "Secret" }).click();
    await person.fill("Secret", WECOM_SECRET);
    await admin.getByRole("switch", { name: "Enable WeCom" }).click();
    await person.saveAndWait();
    await admin.getByRole("button", { name: "Test connection" }).click();
    await person.reads("WeCom accepted the app.");
  });

  it("somebody binds their account in the profile, and signs in by it", async () => {
    chats.approver = "u-admin";
    await person.open("/ui/profile/info");
    await admin.getByRole("button", { name: "Bind" }).click();
    await admin.getByLabel("Your password").fill(adminPassword);
    await admin.getByRole("button", { name: "Confirm" }).click();
    await admin.getByRole("button", { name: "Unbind" }).waitFor();
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/login/?admin=1`);
    await page.getByRole("link", { name: "Sign in with WeCom" }).click();
    await page.waitForURL((at) => at.origin === url && at.pathname.startsWith("/ui/"));
    const profile = await page.request.get(`${url}/api/v1/users/profile/`);
    expect(await profile.json()).toMatchObject({ username: "admin", wecom_id: "u-admin" });
    await page.context().close();
    await admin.getByRole("button", { name: "Unbind" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Unbind" }).click();
    await person.reads("WeCom was unbound");
  });

  /** Signs in at the provider's own page, and consents. */
  async function signInAtOpenId(page: Page, name: string): Promise<void> {
    await page.locator("input[name=login]").fill(name);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
    await page.locator("button[type=submit]").click();
  }

  /** How people come in whom other systems prove: where it begins, and what they do there. */
  const ways: readonly {
    readonly source: string;
    readonly username: string;
    readonly begin: string;
    readonly there: (page: Page) => Promise<void>;
  }[] = [
    { source: "saml2", username: "sam", begin: "/core/auth/saml2/login/", there: async () => undefined },
    {
      source: "openid",
      username: "olga",
      begin: "/core/auth/openid/login/",
      there: (page) => signInAtOpenId(page, "olga"),
    },
    {
      source: "oauth2",
      username: "otto",
      begin: "/core/auth/oauth2/login/",
      there: (page) => signInAtOpenId(page, "otto"),
    },
    {
      source: "cas",
      username: "cara",
      begin: "/core/auth/cas/login/",
      there: async (page) => {
        const service = new URL(page.url()).searchParams.get("service") ?? "";
        await page.goto(`${service}&${new URLSearchParams({ ticket: cas.issue("cara", service) })}`);
      },
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
    },
  ];

  it("an administrator turns on the other ways to sign in", async () => {
    for (const [name, claims] of [
      ["olga", { preferred_username: "olga", name: "Olga", email: "olga@idp.test" }],
      ["otto", { preferred_username: "otto", name: "Otto", email: "otto@idp.test" }],
    ] as const) {
      openId.people.set(name, claims);
    }
    const people = { username: "preferred_username", name: "name", email: "email" };
    for (const [category, values] of [
      [
        "oidc",
        {
          AUTH_OPENID: true,
          AUTH_OPENID_PROVIDER_ENDPOINT: openId.issuer,
          AUTH_OPENID_CLIENT_ID: openId.clientId,
          AUTH_OPENID_CLIENT_SECRET: openId.clientSecret,
          AUTH_OPENID_SCOPES: "openid profile email",
        },
      ],
      ["oauth2", { AUTH_OAUTH2: true, ...openId.oauth2, AUTH_OAUTH2_USER_ATTR_MAP: people }],
      ["cas", { AUTH_CAS: true, CAS_SERVER_URL: cas.url }],
      ["email", { EMAIL_SUFFIX: "corp.test" }],
      // Else who was refused once is asked for a sum.
      ["security_auth", { SECURITY_LOGIN_CAPTCHA_ENABLED: false }],
    ] as const) {
      const saved = await send("PATCH", `settings/setting/?category=${category}`, values);
      expect([category, saved.status(), await saved.text()]).toEqual([category, 200, expect.anything()]);
    }
  });

  it.each(ways)(
    "somebody comes in by $source, and not past a second factor, a rule, or once they are disabled",
    async ({ source, username, begin, there }) => {
      const page = await (await browser.profile()).newPage();
      const come = async (): Promise<void> => {
        // The console would notice that it is signed out, and begin a sign-in of its own.
        await page.goto("about:blank");
        await page.context().clearCookies();
        await page.goto(`${url}${begin}`);
        await there(page);
        await page.waitForURL((at) => at.origin === url);
      };
      const whoami = async (): Promise<string | null> => {
        const answer = await page.request.get(`${url}/api/v1/users/profile/`);
        return answer.status() === 200 ? (await answer.json()).username : null;
      };
      await come();
      await expect.poll(whoami, { timeout: 30_000 }).toBe(username);
      const found = await (await admin.request.get(`${url}/api/v1/users/users/?username=${username}`)).json();
      const [user] = found;
      expect(user.source.value).toBe(source);

      expect((await send("PATCH", `users/users/${user.id}/`, { mfa_level: 1 })).status()).toBe(200);
      await come();
      await page.waitForURL((at) => at.pathname.startsWith("/core/auth/profile/otp/enable/"));
      expect(await whoami()).toBeNull();
      expect((await send("PATCH", `users/users/${user.id}/`, { mfa_level: 0 })).status()).toBe(200);

      const rule = await post("acls/login-acls/", {
        name: `not ${username}`,
        users: { type: "ids", ids: [user.id] },
        rules: { ip_group: ["*"], time_period: [] },
        action: "reject",
      });
      expect(rule.status()).toBe(201);
      await come();
      await page.getByRole("alert").filter({ hasText: "cannot sign in from this address" }).waitFor();
      expect(await whoami()).toBeNull();
      expect((await send("DELETE", `acls/login-acls/${(await rule.json()).id}/`)).status()).toBe(204);

      await come();
      await expect.poll(whoami, { timeout: 30_000 }).toBe(username);
      expect((await send("PATCH", `users/users/${user.id}/`, { is_active: false })).status()).toBe(200);
      expect(await whoami()).toBeNull();
      await come();
      await page.getByRole("alert").filter({ hasText: "disabled" }).waitFor();
      await page.context().close();
    },
  );
});
