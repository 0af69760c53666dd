import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

const missing = browserMissing();

/** Roles of what can be operated; each has to have a name. */
const OPERATED = new Set([
  "button",
  "checkbox",
  "combobox",
  "grid",
  "gridcell",
  "radio",
  "searchbox",
  "spinbutton",
  "switch",
  "textbox",
]);

/** What assistive technology finds operable and nameless. */
async function nameless(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  return nodes
    .filter((node) => !node.ignored && OPERATED.has(String(node.role?.value)) && !node.name?.value)
    .map((node) => `${String(node.role?.value)} ${node.nodeId}`);
}

describe.skipIf(missing !== null)(`the gallery of widgets${missing === null ? "" : ` (${missing})`}`, () => {
  const state: { gallery?: Gallery; browser?: TestBrowser } = {};
  beforeAll(async () => {
    state.gallery = await startGallery();
    state.browser = await openBrowser();
  });
  afterAll(async () => {
    await state.browser?.close();
    state.gallery?.close();
  });

  /** Opens the gallery and collects what the browser complains about. */
  async function open(language: string, look: "light" | "dark", width: number) {
    const { gallery, browser } = state;
    if (gallery === undefined || browser === undefined) throw new Error("not started");
    const page = await browser.context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await browser.context.addCookies([{ name: "django_language", value: language, url: gallery.url }]);
    await page.addInitScript((mode) => localStorage.setItem("colorMode", mode), look);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(gallery.url);
    await page.locator(".cm-content").nth(7).waitFor();
    return { page, complaints };
  }

  test.each([
    ["en", "light", 1440],
    ["zh-hans", "dark", 390],
    ["ja", "dark", 1440],
  ] as const)(
    "%s, %s, %i px: no complaint, a name for everything, nothing beyond the edge",
    async (language, look, width) => {
      const { page, complaints } = await open(language, look, width);
      for (const section of await page.locator("main > section").all())
        await section.scrollIntoViewIfNeeded();
      expect(await nameless(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test("dialogs and editors work under the product's content policy", async () => {
    const { page, complaints } = await open("en", "light", 1440);
    await page.getByRole("button", { name: "Schedule (filled): 30 2 * * 1-5" }).click();
    await page.getByRole("dialog").getByText("UTC+08:00").waitFor();
    expect(await nameless(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Transfer (filled): 12 chosen" }).click();
    await page.getByRole("checkbox", { name: "Select Person 2(person-2)" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "Transfer (filled): 11 chosen" }).waitFor();

    const json = page.getByRole("textbox", { name: "JSON (filled)" });
    await json.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" nonsense");
    await page.getByRole("alert").filter({ hasText: "Enter valid JSON" }).waitFor();

    const cells = page.getByRole("grid", { name: "Times of the week (empty)" });
    await cells.getByRole("gridcell", { name: /^Mon 09:00/ }).hover();
    await page.mouse.down();
    await cells.getByRole("gridcell", { name: /^Wed 11:30/ }).hover();
    await page.mouse.up();
    await page
      .getByRole("region", { name: "Times of the week" })
      .getByText("09:00~12:00", { exact: true })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
