import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Stage } from "../support/stage.ts";

const defaultOrganization = "00000000-0000-0000-0000-000000000002";
const organizationUser = "00000000-0000-0000-0000-000000000007";

/** What is in the way of somebody who arrives, and of a page that is open: each screen says what to do. */
export function describeArrival(stage: () => Stage): void {
  describe("when something stands in the way", () => {
    it("says to somebody in no organization whom to ask, and goes on once they are in one", async () => {
      const person = await stage().newPerson();
      await stage().admin.post(`/api/v1/users/users/${person.id}/remove/`, {});
      const page = await stage().page(person);
      await page.goto(`${stage().url}/ui/`);
      await page.getByText("You are not in an organization yet").waitFor();
      await page.getByText(new RegExp(`administrator to add ${person.username}`)).waitFor();
      await stage()
        .admin.inOrganization(defaultOrganization)
        .post("/api/v1/users/users/invite/", { users: [person.id], org_roles: [organizationUser] });
      await page.getByRole("button", { name: "Check again" }).click();
      await heading(page, "Overview").waitFor();
    });

    it("says to somebody without any permission whom to ask", async () => {
      const person = await stage().newPerson({
        system_roles: [await emptyRole(stage(), "system")],
        org_roles: [await emptyRole(stage(), "org")],
      });
      const page = await stage().page(person);
      await page.goto(`${stage().url}/ui/`);
      await page
        .getByText(/You are not in an organization yet|Your account has no permissions yet/)
        .waitFor();
      await page.getByText(/(Ask|Contact) your administrator/).waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/\/core\/auth\/(login|logout)\//);
    });

    it("says that the server failed while starting, and starts when asked again", async () => {
      const page = await stage().page(stage().people.admin);
      await page.route("**/api/v1/users/profile/", (route) => route.fulfill({ status: 500, body: "Oh" }));
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByText("The console could not start").waitFor();
      await page.getByText(/server error|went wrong on the server/).waitFor();
      await page.unroute("**/api/v1/users/profile/");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
    });

    it("says that the connection is lost, keeps what was typed, and goes on when it is back", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users/create`);
      await page.getByLabel("Name", { exact: true }).fill("Half typed");
      await page.context().setOffline(true);
      await page.getByText(/You are offline/).waitFor();
      await page.context().setOffline(false);
      await page.getByText("Reconnected").waitFor();
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Half typed");
    });

    it("says to a tab of the former version what happened when its code is gone", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      await upgrade(page);
      await page.getByRole("navigation").getByRole("link", { name: "Platforms" }).click();
      await page.getByText("This page is from another version").waitFor();
      await page.unrouteAll();
      await page.getByRole("main").getByRole("button", { name: "Reload" }).click();
      await heading(page, "Platforms").waitFor();
      await page.getByRole("link", { name: "Linux" }).first().waitFor();
    });
  });
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function emptyRole({ admin }: Stage, scope: "system" | "org"): Promise<string> {
  return (await admin.post(`/api/v1/rbac/${scope}-roles/`, { name: "Nothing", scope, permissions: [] })).id;
}

/** From now on the server has another build: other names in its page, and none of the scripts of this one. */
async function upgrade(page: Page): Promise<void> {
  await page.route("**/ui/assets/*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route("**/ui/", async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/(\/ui\/assets\/index-)[\w-]+(\.js)/, "$1Zz9Yy8Xx$2");
    await route.fulfill({ response: answer, body: text });
  });
}
