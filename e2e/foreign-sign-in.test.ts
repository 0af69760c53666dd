import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ChatPlatformsPeer,
  chatApps,
  startChatPlatforms,
} from "../server/src/testing/chat-platforms.ts";
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
    radius = await startRadiusServer([{ name: "rada", password: "Rada-secret-1", code: "271828" }]);
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
    await radius?.close();
    await messages?.close();
    await chats?.close();
    await product?.dispose();
  });

  /** What the administrator's pages send. */
  const post = async (path: string, data: object) => {
    const { value: token = "" } =
      (await admin.context().cookies()).find(({ name }) => name === "jms_csrftoken") ?? {};
    return admin.request.post(`${url}/api/v1/${path}`, { headers: { "x-csrftoken": token }, data });
  };

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
});
