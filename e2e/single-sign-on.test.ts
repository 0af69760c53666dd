import { generateSync } from "otplib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenIdPeer, startOpenIdPeer } from "../server/src/testing/openid-peer.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

/** Steps of the story build on each other. */
describe.skipIf(browserMissing() !== null)("single sign-on in a browser", () => {
  let product: Product;
  let peer: OpenIdPeer;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let admin: Page;
  let url: string;

  beforeAll(async () => {
    product = await startPrepared();
    url = `http://127.0.0.1:${product.httpPort}`;
    peer = await startOpenIdPeer(url);
    peer.people.set("ada", {
      preferred_username: "ada",
      name: "Ada Lovelace",
      email: "ada@idp.test",
      email_verified: true,
    });
    browser = await openBrowser();
    admin = await browser.context.newPage();
    person = new ConsolePerson(admin, url);
    await person.signIn("admin", adminPassword);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await peer?.close();
    await product?.dispose();
  });

  /** Signs in at the provider's own page, and consents. */
  async function signInThere(page: Page, name = "ada"): Promise<void> {
    await page.waitForURL((at) => at.origin === peer.issuer);
    await page.locator("input[name=login]").fill(name);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("button[type=submit]").click();
    await page.waitForURL((at) => at.origin === url);
  }
  /** What the administrator's pages send. */
  const send = async (method: "POST" | "PATCH", path: string, data: object) => {
    const { value: token = "" } =
      (await admin.context().cookies()).find(({ name }) => name === "jms_csrftoken") ?? {};
    const answer = await admin.request.fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { "x-csrftoken": token },
      data,
    });
    expect([path, answer.ok(), await answer.text()]).toEqual([path, true, expect.anything()]);
    return answer.json();
  };
  const save = (category: string, values: object) =>
    send("PATCH", `settings/setting/?category=${category}`, values);

  it("an administrator enters the provider, tests it and tries a sign-in before switching it on", async () => {
    await person.open("/ui/settings/auth?activeTab=OIDC");
    await person.fill("Client ID", peer.clientId);
    await admin.getByRole("button", { name: "Client secret" }).click();
    await person.fill("Client secret", peer.clientSecret);
    await person.fill("Issuer", peer.issuer);
    await person.saveAndWait();
    await admin.getByRole("button", { name: "Test connection" }).click();
    await person.reads(`The provider answers as ${peer.issuer}`);
    await admin.getByRole("link", { name: "Try sign-in" }).click();
    await signInThere(admin);
    await admin.getByText("ada is unknown here. A user would be created.").waitFor();
    await admin.getByText("Nothing was changed, and no one was signed in.").waitFor();
  });

  it("the page of somebody who is disabled or deleted by SCIM says at once that they are signed out", async () => {
    await save("oidc", { AUTH_OPENID: true });
    await send("POST", "authentication/confirm/", { confirm_type: "password", secret_key: adminPassword });
    const { id: sourceId } = await send("POST", "sallyport/scim-sources/", {
      name: "Directory",
      organization: "00000000-0000-0000-0000-000000000002",
      user_source: "openid",
    });
    const { token } = await send("POST", `sallyport/scim-sources/${sourceId}/token/`, {});
    const scim = async (method: string, path: string, data?: object) => {
      const answer = await admin.request.fetch(`${url}/scim/v2/Users${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        ...(data === undefined ? {} : { data }),
      });
      expect([method, answer.ok(), await answer.text()]).toEqual([method, true, expect.anything()]);
      return answer;
    };
    const disabling = {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "active", value: false }],
    };
    for (const [name, end] of [
      ["leaver", (id: string) => scim("PATCH", `/${id}`, disabling)],
      ["deleted", (id: string) => scim("DELETE", `/${id}`)],
    ] as const) {
      const email = `${name}@idp.test`;
      peer.people.set(name, { preferred_username: name, name, email });
      const made = await scim("POST", "", {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName: name,
        emails: [{ value: email, primary: true }],
      });
      const page = await (await browser.profile()).newPage();
      await page.goto(`${url}/core/auth/openid/login/`);
      await signInThere(page, name);
      const hers = new ConsolePerson(page, url);
      await hers.completeAccount();
      await page.waitForURL((at) => !at.pathname.includes("improvement"));
      const began = performance.now();
      await end((await made.json()).id);
      // Nobody touches the page.
      await page.getByRole("dialog", { name: "You are signed out" }).waitFor();
      expect(performance.now() - began).toBeLessThan(10_000);
      await page.getByRole("button", { name: "Sign in again" }).click();
      await page.waitForURL((at) => at.pathname.startsWith("/core/auth/login/"));
      await page.goto(`${url}/core/auth/openid/login/`);
      await page.getByRole("alert").filter({ hasText: "disabled" }).waitFor();
      await page.context().close();
    }
  });

  it("somebody is led to the provider, sets up a second factor and comes in", async () => {
    await save("security_auth", { SECURITY_MFA_AUTH: 1 });
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/login/?next=%2Fui%2Fprofile%2Finfo`);
    await page.getByRole("heading", { name: "Taking you to OpenID" }).waitFor();
    await page.getByRole("link", { name: "Go now" }).click();
    await signInThere(page);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("link", { name: "I have an app" }).click();
    const key = ((await page.locator(".key code").textContent()) ?? "").replaceAll(/\s/g, "");
    await page.getByLabel("6-digit code").fill(generateSync({ secret: key }));
    await page.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.getByRole("link", { name: /I saved them/ }).click();
    await page.waitForURL((at) => at.pathname.startsWith("/ui/profile"));
    const profile = await page.request.get(`${url}/api/v1/users/profile/`);
    expect(await profile.json()).toMatchObject({ username: "ada", source: { value: "openid" } });
    await page.context().close();
  });

  it("somebody whom a rule refuses reads why, and the form is one click away", async () => {
    await save("security_login_limit", { SECURITY_LOGIN_IP_BLACK_LIST: ["127.0.0.1"] });
    const page = await (await browser.profile()).newPage();
    await page.goto(`${url}/core/auth/openid/login/`);
    await signInThere(page);
    await page.getByRole("heading", { name: "Sign-in did not work" }).waitFor();
    await page.getByRole("alert").waitFor();
    await page.getByRole("link", { name: "Sign in another way" }).click();
    await page.getByLabel("Username").waitFor();
    await page.getByRole("link", { name: "Sign in with OpenID" }).waitFor();
    await page.context().close();
  });
});
