import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { addressOf, type Stage } from "../support/stage.ts";

/** Views and organizations: docs/contract/console.md, "Start-up". */
export function describeSwitching(stage: () => Stage): void {
  describe("switching", () => {
    it("goes to another view, and opens that one the next time", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/`);
      await page.waitForURL(/\/ui\/console\/dashboard/);
      await page.getByRole("list", { name: "Work areas" }).getByRole("link", { name: "Audit" }).click();
      await page.waitForURL(/\/ui\/audit\/dashboard/);
      await page.getByRole("navigation").getByRole("link", { name: "Session records" }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem("PreView"))).toBe("audit");
      await page.goto(`${stage().url}/ui/`);
      await page.waitForURL(/\/ui\/audit\/dashboard/);
    });

    it("does not open a remembered view that may not be used", async () => {
      const page = await stage().page(stage().people.operator);
      await page.goto(`${stage().url}/ui/`);
      await page.waitForURL(/\/ui\/workbench\//);
      await page.evaluate(() => localStorage.setItem("PreView", "console"));
      await page.goto(`${stage().url}/ui/`);
      await page.waitForURL(/\/ui\/workbench\//);
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    });

    it("keeps the path up to the first id when the organization changes, and loads again", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).click();
      await page.waitForURL(/\/ui\/console\/users\/[0-9a-f-]{36}/);
      await page.evaluate(() => Object.assign(window, { isBefore: true }));
      await switchTo(page, "Retail");
      await page.waitForURL((url) => url.pathname === "/ui/console/users");
      await page.getByRole("link", { name: "Birgit Jensen" }).waitFor();
      expect(await page.getByRole("link", { name: "Jonas Keller" }).count()).toBe(0);
      expect(await page.evaluate(() => "isBefore" in window)).toBe(false);
      const retail = await organizationId(stage(), "Retail");
      expect(
        await page.evaluate(() => JSON.parse(localStorage.getItem("jms_current_org_admin") ?? "null")?.id),
      ).toBe(retail);
      const cookies = await page.context().cookies();
      expect(cookies.find(({ name }) => name === "X-JMS-ORG")?.value).toBe(retail);
    });

    it("drops what of the query belongs to the former organization, but keeps the platform", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/assets/hosts/create?platform=1&node_id=12&activeTab=x`);
      await page.getByLabel("IP address or hostname").waitFor();
      await switchTo(page, "Research");
      await page.waitForURL((url) => !url.search.includes("node_id"));
      expect(addressOf(page)).toBe("/ui/console/assets/hosts/create?platform=1&activeTab=x");
    });

    it("reads but does not create in the root organization", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      const create = page.getByRole("button", { name: "Create user" });
      expect(await create.isEnabled()).toBe(true);
      await switchTo(page, "GLOBAL");
      await page.getByRole("link", { name: "Birgit Jensen" }).waitFor();
      expect((await create.count()) === 0 || !(await create.isEnabled())).toBe(true);
    });

    it("works in the default organization when the last one is not theirs any more", async () => {
      const page = await stage().page(stage().people.admin);
      await page.goto(`${stage().url}/ui/console/users`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      await page.evaluate(() => {
        const gone = { id: "11111111-2222-4333-8444-555555555555", name: "Gone" };
        localStorage.setItem("jms_current_org_admin", JSON.stringify(gone));
      });
      await page.reload();
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(
        await page.evaluate(() => JSON.parse(localStorage.getItem("jms_current_org_admin") ?? "null")?.name),
      ).toBe("Default");
    });
  });
}

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Organization" }).click();
  await page.locator(".ant-select-item-option").filter({ hasText: name }).click();
}

async function organizationId({ admin }: Stage, name: string): Promise<string> {
  const organizations = await admin.get("/api/v1/orgs/orgs/");
  return organizations.find((organization: { name: string }) => organization.name === name).id;
}
