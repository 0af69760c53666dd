import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ChatPlatformsPeer,
  chatApps,
  startChatPlatforms,
} from "../server/src/testing/chat-platforms.ts";
import { radiusMissing } from "../server/src/testing/radius-server.ts";
import { samlProvider, samlProviderMetadata } from "../server/src/testing/saml-provider.ts";
import { type SmsServer, serviceKey, startSmsServer } from "../server/src/testing/sms-servers.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import {
  type ForeignPeers,
  type ForeignWay,
  foreignWays,
  startForeignPeers,
} from "./support/foreign-peers.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

/** Steps of the story build on each other. */
describe.skipIf(browserMissing() !== null || radiusMissing())("sign-in by systems of other sites", () => {
  let product: Product;
  let peers: ForeignPeers;
  let messages: SmsServer;
  let chats: ChatPlatformsPeer;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let admin: Page;
  let url: string;

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
    peers = await startForeignPeers(url);
    browser = await openBrowser();
    admin = await browser.context.newPage();
    person = new ConsolePerson(admin, url);
    await person.signIn("admin", adminPassword);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await peers?.close();
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
    const metadata = samlProviderMetadata().replaceAll(samlProvider.signIn, peers.samlUrl);
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
    await person.fill("Port", String(peers.radius.port));
    await admin.getByRole("button", { name: "Shared secret" }).click();
    await person.fill("Shared secret", peers.radius.secret);
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

  /** The chat platforms, with what an administrator types of their apps. */
  const { wecom, dingtalk, feishu } = chatApps;
  const platforms = [
    {
      label: "WeCom",
      column: "wecom_id",
      typed: { "Corporation ID": wecom.WECOM_CORPID, "Agent ID": wecom.WECOM_AGENTID },
      secret: { label: "Secret", value: wecom.WECOM_SECRET },
    },
    {
      label: "DingTalk",
      column: "dingtalk_id",
      typed: { "Agent ID": dingtalk.DINGTALK_AGENTID, "App key": dingtalk.DINGTALK_APPKEY },
      secret: { label: "App secret", value: dingtalk.DINGTALK_APPSECRET },
    },
    {
      label: "FeiShu",
      column: "feishu_id",
      typed: { "App ID": feishu.FEISHU_APP_ID },
      secret: { label: "App secret", value: feishu.FEISHU_APP_SECRET },
    },
  ] as const;

  it.each(platforms)("an administrator sets up $label, tests it and turns it on", async (platform) => {
    const { label, typed, secret } = platform;
    await person.open(`/ui/settings/auth?activeTab=${label}`);
    for (const [field, value] of Object.entries(typed)) await person.fill(field, value);
    await admin.getByRole("button", { name: secret.label, exact: true }).click();
    await person.fill(secret.label, secret.value);
    await admin.getByRole("switch", { name: `Enable ${label}` }).click();
    await person.saveAndWait();
    await admin.getByRole("button", { name: "Test connection" }).click();
    await person.reads(`${label} accepted the app.`);
  });

  it.each(platforms)(
    "somebody binds their $label account in the profile, signs in by it, and not once it is unbound",
    async ({ label, column }) => {
      chats.approver = "u-admin";
      await person.open("/ui/profile/info");
      const row = admin.locator(".quick-action").filter({ hasText: `${label} account` });
      await row.getByRole("button", { name: "Bind" }).click();
      // Whoever confirmed a moment ago is not asked again.
      const password = admin.getByLabel("Your password");
      await password
        .or(row.getByRole("button", { name: "Unbind" }))
        .first()
        .waitFor();
      if (await password.isVisible()) {
        await password.fill(adminPassword);
        await admin.getByRole("button", { name: "Confirm" }).click();
      }
      await row.getByRole("button", { name: "Unbind" }).waitFor();
      const page = await (await browser.profile()).newPage();
      const come = async () => {
        await page.goto(`${url}/core/auth/login/?admin=1`);
        await page.getByRole("link", { name: `Sign in with ${label}` }).click();
      };
      await come();
      await page.waitForURL((at) => at.origin === url && at.pathname.startsWith("/ui/"));
      const profile = await page.request.get(`${url}/api/v1/users/profile/`);
      expect(await profile.json()).toMatchObject({ username: "admin", [column]: "u-admin" });
      await row.getByRole("button", { name: "Unbind" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Unbind" }).click();
      await person.reads(`${label} was unbound`);
      await page.goto("about:blank");
      await page.context().clearCookies();
      await come();
      await page
        .getByRole("alert")
        .filter({ hasText: `This ${label} account is not bound` })
        .waitFor();
      await page.context().close();
    },
  );

  it("an administrator turns on the other ways to sign in", async () => {
    const { openId, cas } = peers;
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

  /** Who comes in by other systems, in a browser of their own. */
  async function openStranger() {
    const page = await (await browser.profile()).newPage();
    return {
      page,
      async come({ begin, there }: Pick<ForeignWay, "begin" | "there">): Promise<void> {
        // The console would notice that it is signed out, and begin a sign-in of its own.
        await page.goto("about:blank");
        await page.context().clearCookies();
        await page.goto(`${url}${begin}`);
        await there(page, peers);
        await page.waitForURL((at) => at.origin === url);
      },
      async whoami(): Promise<string | null> {
        const answer = await page.request.get(`${url}/api/v1/users/profile/`);
        return answer.status() === 200 ? (await answer.json()).username : null;
      },
      close: () => page.context().close(),
    };
  }
  const userOf = async (username: string) => {
    const found = await admin.request.get(`${url}/api/v1/users/users/?username=${username}`);
    return (await found.json())[0];
  };
  const change = async (id: string, values: object) =>
    expect((await send("PATCH", `users/users/${id}/`, values)).status()).toBe(200);

  it.each(foreignWays)(
    "somebody comes in by $source, and not past a second factor, a rule, or once they are disabled",
    async (way) => {
      const { source, username } = way;
      const { page, come, whoami, close } = await openStranger();
      await come(way);
      await expect.poll(whoami, { timeout: 30_000 }).toBe(username);
      const user = await userOf(username);
      expect(user.source.value).toBe(source);

      await change(user.id, { mfa_level: 1 });
      await come(way);
      await page.waitForURL((at) => at.pathname.startsWith("/core/auth/profile/otp/enable/"));
      expect(await whoami()).toBeNull();
      await change(user.id, { mfa_level: 0 });

      const rule = await post("acls/login-acls/", {
        name: `not ${username}`,
        users: { type: "ids", ids: [user.id] },
        rules: { ip_group: ["*"], time_period: [] },
        action: "reject",
      });
      expect(rule.status()).toBe(201);
      await come(way);
      await page.getByRole("alert").filter({ hasText: "cannot sign in from this address" }).waitFor();
      expect(await whoami()).toBeNull();
      expect((await send("DELETE", `acls/login-acls/${(await rule.json()).id}/`)).status()).toBe(204);

      await come(way);
      await expect.poll(whoami, { timeout: 30_000 }).toBe(username);
      await change(user.id, { is_active: false });
      expect(await whoami()).toBeNull();
      await come(way);
      await page.getByRole("alert").filter({ hasText: "disabled" }).waitFor();
      await change(user.id, { is_active: true });
      await close();
    },
  );

  /** The newest line of the login log, as an administrator reads it. */
  const lastSignIn = async () => {
    const log = await admin.request.get(`${url}/api/v1/audits/login-logs/?limit=1&oid=root`);
    return (await log.json()).results[0];
  };

  it.each(foreignWays)(
    "somebody whose account was closed at $source reads so, and the login log says why",
    async (way) => {
      const { page, come, whoami, close } = await openStranger();
      const { said, name, reason } = way.shutOut;
      await way.shut(peers);
      await come(way);
      await page.getByRole("alert").filter({ hasText: said }).waitFor();
      expect(await whoami()).toBeNull();
      expect(await lastSignIn()).toMatchObject({
        ...{ username: name, reason_display: reason },
        status: { value: false },
      });
      await close();
    },
  );

  it("somebody who cancels at the provider reads how to go on", async () => {
    const { page, come, close } = await openStranger();
    await come({
      begin: "/core/auth/openid/login/",
      there: (there) => there.getByRole("link", { name: "Cancel" }).click(),
    });
    await page.getByRole("alert").filter({ hasText: "If you did not cancel" }).waitFor();
    await page.getByRole("link", { name: "Try again" }).waitFor();
    expect((await lastSignIn()).reason_display).toBe("Refused by the identity provider (access_denied)");
    await close();
  });
});
