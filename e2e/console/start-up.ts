import { describe, expect, it } from "vitest";
import { addressOf, listenToApi, type Stage } from "../support/stage.ts";

const look = "/api/v1/settings/public/open/";
const profile = "/api/v1/users/profile/";
const settings = "/api/v1/settings/public/";
const login = /\/core\/auth\/login\//;

/** The start-up sequence: docs/contract/console.md, "Start-up". */
export function describeStartUp(stage: () => Stage): void {
  describe("starting up", () => {
    it("asks for the look, then who this is and what is switched on, and only then for the page", async () => {
      const page = await stage().page(stage().people.admin);
      const heard = listenToApi(page);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      const at = (event: string) => {
        expect(heard).toContain(event);
        return heard.indexOf(event);
      };
      expect(heard[0]).toBe(`> ${look}`);
      expect(at(`> ${profile}`)).toBeGreaterThan(at(`< ${look}`));
      expect(at(`> ${settings}`)).toBeGreaterThan(at(`< ${look}`));
      const first = at("> /api/v1/users/users/");
      expect(first).toBeGreaterThan(at(`< ${profile}`));
      expect(first).toBeGreaterThan(at(`< ${settings}`));
    });

    it("sends somebody without a session to sign in, and afterwards to where they wanted to go", async () => {
      const page = await stage().page(null);
      await page.goto(`${stage().url}/ui/console/users?search=okafor`);
      await page.waitForURL(login);
      expect(new URL(page.url()).searchParams.get("next")).toBe("/ui/console/users?search=okafor");
      const { username, password } = stage().people.admin;
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/ui\/console\/users/);
      expect(addressOf(page)).toBe("/ui/console/users?search=okafor");
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      await expect.poll(() => page.getByRole("row").count()).toBe(2);
    });

    it("ends on the server what is left of a session whose mark is gone", async () => {
      const page = await stage().page(await stage().newPerson());
      await page.context().clearCookies({ name: "jms_session_expire" });
      const heard = listenToApi(page);
      await page.goto(`${stage().url}/ui/`);
      await page.waitForURL(login);
      expect(heard).toContain("> /core/auth/logout/");
      expect(heard).not.toContain(`> ${profile}`);
      const answer = await page.context().request.get(`${stage().url}${profile}`);
      expect(answer.status()).toBe(401);
    });

    it("sends somebody whose session ended elsewhere to sign in", async () => {
      const page = await stage().page(await stage().newPerson());
      const cookies = await page.context().cookies();
      const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      await fetch(`${stage().url}/core/auth/logout/`, { headers: { cookie: header }, redirect: "manual" });
      await page.goto(`${stage().url}/ui/workbench/assets`);
      await page.waitForURL(login);
      expect(new URL(page.url()).searchParams.get("next")).toBe("/ui/workbench/assets");
    });

    it("is busy in the colours of the system until it has started, and then bears the page's title", async () => {
      const page = await stage().page(stage().people.admin, { colorScheme: "dark" });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(`**${look}`, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${stage().url}/ui/console/users`);
      await page.locator("[aria-busy=true]").first().waitFor();
      expect(await brightness(page.locator("body"))).toBeLessThan(0.25);
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0);
      release();
      await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
      expect(await page.title()).toBe("Users - Sallyport");
      expect(await brightness(page.locator("body"))).toBeLessThan(0.25);
    });

    it("says that the server does not accept the address, and goes on when it does", async () => {
      const page = await stage().page(stage().people.admin);
      await page.route(`**${look}`, (route) => route.fulfill({ status: 400, json: { detail: "Bad host" } }));
      await page.goto(`${stage().url}/ui/`);
      await page.getByText("The console could not start").waitFor();
      await page.getByText(/trusted hosts/).waitFor();
      await page.unroute(`**${look}`);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    });
  });
}

/** How bright the background is, from 0 to 1. */
async function brightness(element: import("playwright-core").Locator): Promise<number> {
  const color = await element.evaluate((node) => getComputedStyle(node).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}
