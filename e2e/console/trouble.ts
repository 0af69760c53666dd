import { describe, expect, it } from "vitest";
import { addressOf, type Stage } from "../support/stage.ts";

/** What people see when something is wrong, each time with what to do about it. */
export function describeTrouble(stage: () => Stage): void {
  describe("in trouble", () => {
    it("says that a list could not be loaded, and loads it when asked again", async () => {
      const page = await stage().page(stage().people.admin);
      await page.route("**/api/v1/users/users/?*", (route) => route.fulfill({ status: 500, body: "Oh" }));
      await page.goto(`${stage().url}/ui/console/users`);
      const again = page.getByRole("button", { name: "Try again" });
      await again.waitFor();
      expect(await page.getByText("Oh", { exact: true }).count()).toBe(0);
      await page.unroute("**/api/v1/users/users/?*");
      await again.click();
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
    });

    it("keeps a form whose saving nobody answered, and saves it when the connection is back", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/groups/create`);
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Night shift");
      await page.context().setOffline(true);
      const save = page.getByRole("main").getByRole("button", { name: /Save$/ });
      const lost = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
      await save.click();
      await lost;
      await page.getByText(/You are offline/).waitFor();
      expect(addressOf(page)).toBe("/ui/console/groups/create");
      expect(await name.inputValue()).toBe("Night shift");
      await page.context().setOffline(false);
      await page.getByText("Reconnected").waitFor();
      await save.click();
      await page.getByRole("link", { name: "Night shift" }).waitFor();
      const made = await stage().admin.get("/api/v1/users/groups/?name=Night%20shift");
      expect(made).toHaveLength(1);
    });

    it("keeps a form whose saving failed on the server", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/groups/create`);
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Day shift");
      await page.route("**/api/v1/users/groups/", (route) =>
        route.request().method() === "POST" ? route.fulfill({ status: 500, body: "Oh" }) : route.continue(),
      );
      const save = page.getByRole("main").getByRole("button", { name: /Save$/ });
      await save.click();
      await page.getByText(/server error|went wrong on the server/).waitFor();
      expect(await name.inputValue()).toBe("Day shift");
      await page.unroute("**/api/v1/users/groups/");
      await save.click();
      await page.getByRole("link", { name: "Day shift" }).waitFor();
    });

    it("says what to do when the code of a page is gone after an upgrade", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      await page.route("**/*.js", (route) => route.fulfill({ status: 404, body: "" }));
      await page.getByRole("navigation").getByRole("link", { name: "Platforms" }).click();
      const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
      await reload.waitFor();
      await page.unroute("**/*.js");
      await reload.click();
      await page.getByRole("heading", { level: 1, name: "Platforms" }).waitFor();
      await page.getByRole("link", { name: "Linux" }).first().waitFor();
    });

    it("offers to sign in again when the session ends under an open page", async () => {
      const page = await stage().page(await stage().newPerson());
      // The socket of messages tells as well, now and then before the click, which the question would then stop.
      await page.routeWebSocket(/\/ws\/notifications\//, () => {});
      await page.goto(`${stage().url}/ui/workbench/home`);
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      await page.context().request.get(`${stage().url}/core/auth/logout/`);
      await page.getByRole("link", { name: "My assets" }).first().click();
      const dialog = page.getByRole("dialog", { name: "You are signed out" });
      await dialog.getByRole("button", { name: "Sign in again" }).click();
      await page.waitForURL(/\/core\/auth\/login\//);
      expect(new URL(page.url()).searchParams.get("next")).toBe("/ui/workbench/assets");
    });
  });
}
