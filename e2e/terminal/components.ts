import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "../support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "../support/browser.ts";
import { ConsolePerson } from "../support/console.ts";
import { type PageComponents, startPageComponents } from "../support/page-components.ts";
import { until, type World } from "../support/world.ts";

const defaultEndpoint = "/api/v1/terminal/endpoints/00000000-0000-0000-0000-000000000001/";

/** Sessions that components made elsewhere show, in the connect page. */
export function describeComponents(world: () => World, bootstrapToken: string): void {
  describe.skipIf(browserMissing() !== null)("components made elsewhere", () => {
    let browser: TestBrowser;
    let components: PageComponents;
    beforeAll(async () => {
      const { admin, product, username } = world();
      browser = await openBrowser();
      const platform = async (name: string) =>
        (await admin.get(`/api/v1/assets/platforms/?name=${name}`))[0].id;
      const account = {
        name: "app",
        username: "app",
        secret: "Far-Harbor-31",
        secret_type: "password",
        push_now: false,
      };
      const add = async (path: string, name: string, pk: number, protocol: string, port: number) =>
        admin.post(`/api/v1/assets/${path}/?platform=${pk}`, {
          name,
          address: "192.0.2.7",
          platform: { pk },
          protocols: [{ name: protocol, port }],
          accounts: [account],
          ...(path === "databases" ? { db_name: "ledger" } : {}),
        });
      const assets = [
        await add("databases", "ledger-db", await platform("MySQL"), "mysql", 3306),
        await add("hosts", "desk-01", await platform("Windows"), "rdp", 3389),
      ];
      const [person] = await admin.get(`/api/v1/users/users/?username=${username}`);
      await admin.post("/api/v1/perms/asset-permissions/", {
        name: "components",
        users: [{ pk: person.id }],
        assets: assets.map(({ id }) => ({ pk: id })),
        accounts: ["@ALL"],
        actions: ["connect"],
      });
      components = await startPageComponents({
        url: product.url,
        bootstrapToken,
        types: ["chen", "kael", "lion"],
      });
      await admin.patch(defaultEndpoint, { http_port: components.port });
    });
    afterAll(async () => {
      await world().admin.patch(defaultEndpoint, { http_port: 0 });
      await components?.close();
      await browser?.close();
    });

    const arrive = async () => {
      const context = await browser.profile();
      const person = new ConsolePerson(await context.newPage(), world().product.url);
      await person.signIn(world().username, world().password, "/luna/");
      return person;
    };
    const connect = async (page: Page, asset: string, method?: string) => {
      await page.getByRole("searchbox", { name: "Search assets" }).fill(asset);
      await page.getByRole("treeitem", { name: asset }).click();
      const dialog = page.getByRole("dialog", { name: asset });
      await dialog.getByRole("button", { name: "Connect" }).waitFor();
      if (method !== undefined) await dialog.getByRole("radio", { name: method }).check();
      return dialog;
    };
    const open = async (page: Page, asset: string) => {
      const dialog = await connect(page, asset);
      await dialog.getByRole("button", { name: "Connect" }).click();
      await dialog.waitFor({ state: "hidden" });
      return page.frameLocator(`iframe[title="Session of ${asset}"]`);
    };
    const phase = (page: Page, asset: string, name: string) =>
      page.getByRole("tab", { name: asset }).getByRole("img", { name, exact: true }).waitFor();

    it("show a session in a frame, which ends when an administrator ends it, and opens again with another token", async () => {
      const person = await arrive();
      const { page } = person;
      const frame = await open(page, "ledger-db");
      await frame.getByText("Signed in to ledger-db as app").waitFor();
      await phase(page, "ledger-db", "Connected");
      expect(components.secrets.at(-1)).toMatchObject({
        status: 200,
        account: { username: "app", secret: "Far-Harbor-31" },
      });
      // The keyboard goes to the page of the component.
      await page.keyboard.type("select 1");
      expect(await frame.getByLabel("Console of the component").inputValue()).toBe("select 1");

      const session = components.sessions.at(-1) as string;
      expect(await world().session(session)).toMatchObject({ is_finished: false, protocol: "mysql" });
      const told = components.obey("chen");
      await world().admin.post("/api/v1/terminal/tasks/kill-session/", [session]);
      expect(await told).toBe("kill_session");
      await page.getByText("The session has ended").waitFor();
      await phase(page, "ledger-db", "Closed");
      await until(
        "the session's end",
        () => world().session(session),
        ({ is_finished }) => is_finished,
      );

      await page.getByRole("alert").getByRole("button", { name: "Reconnect" }).click();
      await phase(page, "ledger-db", "Connected");
      await page.getByRole("tab", { name: "ledger-db" }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
      await phase(page, "ledger-db (2)", "Connected");
      expect(new Set(components.sessions.slice(-3)).size).toBe(3);
      expect(person.complaints).toEqual([]);
    });

    it("are told what was chosen, and get nothing for a token that was used", async () => {
      const { page } = await arrive();
      const dialog = await connect(page, "desk-01");
      await dialog.getByText("More options").click();
      await dialog.getByLabel("Resolution").click();
      await page.locator(".ant-select-item-option", { hasText: "1366" }).click();
      await dialog.getByRole("button", { name: "Connect" }).click();
      const frame = page.frameLocator('iframe[title="Session of desk-01"]');
      await frame.getByText("Signed in to desk-01 as app").waitFor();
      expect(components.secrets.at(-1)?.options).toEqual({ resolution: "1366x768" });

      const address = await page.locator("iframe.luna-component-frame").getAttribute("src");
      const again = await browser.profile();
      const other = await again.newPage();
      await other.goto(String(address));
      await other.getByText("Refused: 403").waitFor();
      expect(components.secrets.at(-1)).toEqual({ status: 403 });
    });

    it("are spoken for by nobody else: not by a page in their frame, not by the page itself", async () => {
      const { page } = await arrive();
      const frame = await open(page, "ledger-db");
      await phase(page, "ledger-db", "Connected");
      // A page of another origin, in the frame, has said that the session is over.
      await until(
        "the lie",
        async () => Promise.all(page.frames().map((one) => one.title().catch(() => ""))),
        (titles) => titles.includes("Said"),
      );
      await page.evaluate(() => {
        for (const name of ["CLOSE", "CLICK"]) window.postMessage({ name }, location.origin);
        return new Promise((resolve) => setTimeout(resolve));
      });
      await phase(page, "ledger-db", "Connected");
      // What it may do does not include leading the page elsewhere.
      await frame.locator("body").evaluate(() => {
        try {
          (top as Window).location.href = "about:blank";
        } catch {
          // The browser says so.
        }
      });
      expect(page.url()).toContain("/luna/");
      await phase(page, "ledger-db", "Connected");
    });

    it("that do not answer are named, with what to do, and asked again on request", async () => {
      const person = await arrive();
      const { page } = person;
      components.speak(false);
      await open(page, "ledger-db");
      await page.getByText("chen has not answered for 10 seconds").waitFor();
      components.speak(true);
      await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
      await phase(page, "ledger-db", "Connected");

      // No endpoint leads there: it is asked for on this site, where nobody is.
      await world().admin.patch(defaultEndpoint, { http_port: 0 });
      try {
        await open(page, "desk-01");
        await page.getByRole("heading", { name: "lion did not answer" }).waitFor();
        await phase(page, "desk-01", "Closed");
      } finally {
        await world().admin.patch(defaultEndpoint, { http_port: components.port });
      }
      await page.getByRole("button", { name: "Try again" }).click();
      await phase(page, "desk-01", "Connected");
      expect(person.complaints.filter((text) => !text.includes("frame-ancestors"))).toEqual([]);
    });

    it("are not shown from elsewhere: the policy of the page names the endpoints, to who is signed in", async () => {
      const { username, password, product } = world();
      const signedIn = await ApiClient.signIn(product.url, username, password);
      const policyFor = async (headers: Record<string, string>) =>
        (await fetch(`${product.url}/luna/`, { headers })).headers.get("content-security-policy");
      expect(await policyFor({ cookie: signedIn.cookies })).toContain(
        `frame-src 'self' jms: 127.0.0.1:${components.port};`,
      );
      expect(await policyFor({})).toContain("frame-src 'self' jms:;");
    });
  });
}
