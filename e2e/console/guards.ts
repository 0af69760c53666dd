import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { addressOf, type Stage } from "../support/stage.ts";

/** Who may open what: docs/contract/console.md, "Start-up", steps 4 and 6. */
export function describeGuards(stage: () => Stage): void {
  describe("guarding the pages", () => {
    it("says so at a page of a view somebody may not use, and leads to one they may use", async () => {
      const operator = await stage().page(stage().people.operator);
      await operator.goto(`${stage().url}/ui/console/users`);
      await operator.getByText("You do not have access to this page").waitFor();
      expect(new URL(operator.url()).pathname).toBe("/ui/console/users");
      await operator.getByRole("button", { name: "Go to the home page" }).click();
      await operator.waitForURL(/\/ui\/workbench\//);
      await operator.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      const auditor = await stage().page(stage().people.auditor);
      await auditor.goto(`${stage().url}/ui/console/assets/assets`);
      await auditor.getByText("You do not have access to this page").waitFor();
      await auditor.getByRole("button", { name: "Go to the home page" }).click();
      await auditor.waitForURL(/\/ui\/audit\/dashboard/);
      await auditor.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    });

    it("offers what somebody has the permission for, and says so at the address of the rest", async () => {
      const role = await onlyUsersRole(stage());
      const page = await stage().page(await stage().newPerson({ org_roles: [role] }));
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(await menuOf(page)).toEqual(["Dashboard", "Users"]);
      expect(await page.getByRole("button", { name: /Create/ }).count()).toBe(0);
      await page.goto(`${stage().url}/ui/console/assets/assets`);
      await page.getByText("You do not have access to this page").waitFor();
      await page.goto(`${stage().url}/ui/console/users/create`);
      await page.getByText("You do not have access to this page").waitFor();
    });

    it("leads an address without a page to 404, which leads home", async () => {
      const page = await stage().page(stage().people.admin);
      for (const path of ["/ui/console/nowhere", "/ui/nowhere/at/all", "/ui/console/users/1/2/3"]) {
        await page.goto(`${stage().url}${path}`);
        await page.waitForURL(`${stage().url}/ui/404`);
        await page.getByText("Page not found").waitFor();
      }
      await page.getByRole("button", { name: "Go to the home page" }).click();
      await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    });

    it("understands addresses with a hash, as older links have them", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/#/console/users?search=okafor`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(addressOf(page)).toBe("/ui/console/users?search=okafor");
    });

    it("shows the organizations only with a valid license", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("combobox", { name: "Organization" }).waitFor();
      await withSettings(page, { XPACK_LICENSE_IS_VALID: false });
      await page.reload();
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(await page.getByRole("combobox", { name: "Organization" }).count()).toBe(0);
    });

    it("says at the address of a page that needs a license who can import one", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/settings/orgs`);
      await page.getByRole("heading", { level: 1, name: "Organizations" }).waitFor();
      await withSettings(page, { XPACK_LICENSE_IS_VALID: false });
      await page.reload();
      await page.getByText("This page needs a valid license").waitFor();
      expect(await menuOf(page)).not.toContain("Organizations");
      await page
        .getByRole("main")
        .getByRole("button", { name: /license/i })
        .click();
      await page.waitForURL(/\/ui\/settings\/license/);
    });
  });
}

/** A role of organizations that may look at users and nothing else. */
async function onlyUsersRole({ admin }: Stage): Promise<string> {
  const codes = ["rbac.view_console", "users.view_user"];
  const permissions: Permission[] = await admin.get("/api/v1/rbac/permissions/");
  const ids = permissions
    .filter(({ codename, content_type: { app_label } }) => codes.includes(`${app_label}.${codename}`))
    .map(({ id }) => id);
  const role = { name: "Only users", scope: "org", permissions: ids };
  return (await admin.post("/api/v1/rbac/org-roles/", role)).id;
}

interface Permission {
  readonly id: number;
  readonly codename: string;
  readonly content_type: { readonly app_label: string };
}

/** The entries of the menu, without the work areas above them. */
async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole("navigation", { name: "Main menu" });
  return menu.locator("a:not(.view-choice)").allInnerTexts();
}

/** The server's own answer with other values in some settings. */
async function withSettings(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route("**/api/v1/settings/public/", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changes } });
  });
}
