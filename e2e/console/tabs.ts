import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { addressOf, type Stage } from "../support/stage.ts";

/** The row of visited pages: docs/contract/console.md, "Tabs". */
export function describeTabs(stage: () => Stage): void {
  describe("the tabs", () => {
    it("has one for each visited page, the start page pinned in front, and brings its query back", async () => {
      const page = await visit(stage(), ["Users", "Platforms", "Users", "User groups"]);
      expect(await titles(page)).toEqual(["Dashboard", "Users", "Platforms", "User groups"]);
      expect(await selected(page)).toBe("User groups");
      await tab(page, "Users").click();
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      await page.goto(`${stage().url}/ui/console/users?search=okafor`);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(await titles(page)).toEqual(["Dashboard", "Users", "Platforms", "User groups"]);
      await tab(page, "Platforms").click();
      await heading(page, "Platforms").waitFor();
      await tab(page, "Users").click();
      await heading(page, "Users").waitFor();
      expect(addressOf(page)).toBe("/ui/console/users?search=okafor");
    });

    it("closes by button, middle button and key, and goes to the last that remains", async () => {
      const page = await visit(stage(), ["Users", "User groups", "Platforms"]);
      await page.getByTitle("Close Platforms").click();
      await heading(page, "User groups").waitFor();
      expect(await titles(page)).toEqual(["Dashboard", "Users", "User groups"]);
      await tab(page, "Users").click({ button: "middle" });
      await expect.poll(() => titles(page)).toEqual(["Dashboard", "User groups"]);
      expect(await selected(page)).toBe("User groups");
      await tab(page, "User groups").focus();
      await page.keyboard.press("Delete");
      await heading(page, "Dashboard").waitFor();
      expect(await titles(page)).toEqual(["Dashboard"]);
    });

    it("does not close the pinned one", async () => {
      const page = await visit(stage(), ["Users"]);
      expect(await page.getByTitle("Close Dashboard").count()).toBe(0);
      await tab(page, "Dashboard").click({ button: "middle" });
      await openMenu(page, "Dashboard");
      expect(
        await page.getByRole("menuitem", { name: "Close", exact: true }).getAttribute("aria-disabled"),
      ).toBe("true");
      await page.getByRole("menuitem", { name: "Close all" }).click();
      await heading(page, "Dashboard").waitFor();
      expect(await titles(page)).toEqual(["Dashboard"]);
    });

    it("closes the others from its menu, and goes to the one it was asked at", async () => {
      const page = await visit(stage(), ["Users", "User groups", "Platforms"]);
      await openMenu(page, "User groups");
      await page.getByRole("menuitem", { name: "Close others" }).click();
      await heading(page, "User groups").waitFor();
      expect(await titles(page)).toEqual(["Dashboard", "User groups"]);
    });

    it("draws a page anew from its menu, with fresh data", async () => {
      const page = await visit(stage(), ["Users"]);
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      const asked = page.waitForRequest(/\/api\/v1\/users\/users\/\?/);
      await openMenu(page, "Users");
      await page.getByRole("menuitem", { name: "Refresh" }).click();
      await asked;
      await page.getByRole("link", { name: "Tom Okafor" }).waitFor();
      expect(await titles(page)).toEqual(["Dashboard", "Users"]);
    });

    it("keeps them over a reload, for this organization and view only", async () => {
      const page = await visit(stage(), ["Users", "Platforms"]);
      await page.reload();
      await heading(page, "Platforms").waitFor();
      expect(await titles(page)).toEqual(["Dashboard", "Users", "Platforms"]);
      await page.goto(`${stage().url}/ui/audit/dashboard`);
      await heading(page, "Dashboard").waitFor();
      expect(await titles(page)).toEqual(["Dashboard"]);
    });
  });
}

/** Opens the console and then pages by their menu entries, one after the other. */
async function visit(stage: Stage, entries: readonly string[]): Promise<Page> {
  const page = await stage.page(stage.people.admin);
  await page.goto(`${stage.url}/ui/console/dashboard`);
  await heading(page, "Dashboard").waitFor();
  for (const entry of entries) {
    await page
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link", { name: entry, exact: true })
      .click();
    await heading(page, entry).waitFor();
  }
  return page;
}

const heading = (page: Page, name: string): Locator => page.getByRole("heading", { level: 1, name });
const row = (page: Page): Locator => page.getByRole("tablist", { name: "Open pages" });
const tab = (page: Page, title: string): Locator => row(page).locator(`[role=tab][title="${title}"]`);

async function titles(page: Page): Promise<string[]> {
  return (await row(page).getByRole("tab").allInnerTexts()).map((text) => text.trim());
}

async function selected(page: Page): Promise<string> {
  return (await row(page).getByRole("tab", { selected: true }).allInnerTexts()).join().trim();
}

async function openMenu(page: Page, title: string): Promise<void> {
  await tab(page, title).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Refresh" }).waitFor();
}
