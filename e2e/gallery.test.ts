import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";
import { faint, misconnected, nameless, unseenFocus } from "./support/gallery-checks.ts";

const missing = browserMissing();

/** In the page: stops what turns for ever, for which the whole page would be drawn sixty times a second. */
function holdEndless(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY) animation.pause();
  }
}

/** The gallery draws hundreds of widgets at once; a busy machine takes its time, in milliseconds. */
const LOADING = 60_000;

/** The button that gives up, in each language. */
const CANCEL = /^(Cancel|取消|キャンセル)$/;

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

  /** Opens a part of the gallery and collects what the browser complains about. */
  async function open(part: "widgets" | "scenes", language: string, look: "light" | "dark", width: number) {
    const { gallery, browser } = state;
    if (gallery === undefined || browser === undefined) throw new Error("not started");
    await Promise.all(browser.context.pages().map((page) => page.close()));
    const page = await browser.context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await browser.context.addCookies([{ name: "django_language", value: language, url: gallery.url }]);
    await page.addInitScript((mode) => localStorage.setItem("colorMode", mode), look);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${gallery.url}?part=${part}`);
    if (part === "widgets") await page.locator(".cm-content").nth(7).waitFor({ timeout: LOADING });
    else await page.getByText("Person 15", { exact: true }).first().waitFor({ timeout: LOADING });
    await page.evaluate(holdEndless);
    return { page, complaints };
  }

  /** What is wrong with a page: its operation, its look, its width. */
  async function problemsOf(page: Page, width: number) {
    for (const section of await page.locator("main > section").all()) await section.scrollIntoViewIfNeeded();
    return {
      nameless: await nameless(page, "main"),
      misconnected: await misconnected(page, "main"),
      faint: await faint(page, "main"),
      tooWide: (await page.evaluate(() => document.documentElement.scrollWidth)) > width,
    };
  }
  const fine = { nameless: [], misconnected: [], faint: [], tooWide: false };

  /** Opens every dialog of the gallery, one after the other. @returns what is wrong with them */
  async function walkDialogs(page: Page, width: number): Promise<string[]> {
    const problems: string[] = [];
    const openers = page.locator('.gallery-state > button[aria-haspopup="dialog"]');
    const count = await openers.count();
    expect(count).toBeGreaterThan(25);
    for (let index = 0; index < count; index += 1) {
      const opener = openers.nth(index);
      const name = await opener.textContent();
      const say = (problem: string) => problems.push(`${name}: ${problem}`);
      await opener.click();
      const dialog = page.getByRole("dialog").last();
      await dialog.waitFor();
      const box = await dialog.boundingBox();
      if (box !== null && (box.x < 0 || box.x + box.width > width)) say("beyond the edge");
      for (const problem of await misconnected(page, '[role="dialog"]')) say(problem);
      for (const problem of await faint(page, '[role="dialog"]')) say(problem);
      for (const problem of await nameless(page, '[role="dialog"]')) say(problem);
      if (!(await dialog.evaluate((element) => element.contains(document.activeElement)))) say("no focus");
      // Only its buttons close an import.
      if (await dialog.evaluate((element) => element.classList.contains("import-dialog"))) {
        await dialog.getByRole("button", { name: CANCEL, exact: true }).click();
      } else await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
    return problems;
  }

  // Every language at every width, and each of these in both looks.
  test.each([
    ["en", "light", 1440],
    ["en", "dark", 390],
    ["zh-hans", "dark", 1440],
    ["zh-hans", "light", 390],
    ["ja", "light", 1440],
    ["ja", "dark", 390],
  ] as const)(
    "%s, %s, %i px: no complaint, a name for everything, readable, nothing beyond the edge",
    { timeout: 180_000 },
    async (language, look, width) => {
      const widgets = await open("widgets", language, look, width);
      const widgetProblems = await problemsOf(widgets.page, width);
      const scenes = await open("scenes", language, look, width);
      const found = {
        widgets: widgetProblems,
        scenes: await problemsOf(scenes.page, width),
        dialogs: await walkDialogs(scenes.page, width),
        complaints: [...widgets.complaints, ...scenes.complaints],
      };
      expect(found).toEqual({ widgets: fine, scenes: fine, dialogs: [], complaints: [] });
    },
  );

  test("the focus can be seen on everything the keyboard reaches", { timeout: 180_000 }, async () => {
    for (const part of ["widgets", "scenes"] as const) {
      const { page } = await open(part, "en", part === "widgets" ? "light" : "dark", 1440);
      expect(await unseenFocus(page, 500)).toEqual([]);
    }
  });

  test("dialogs and editors work under the product's content policy", async () => {
    const { page, complaints } = await open("widgets", "en", "light", 1440);
    await page.getByRole("button", { name: "Schedule (filled): 30 2 * * 1-5" }).click();
    await page.getByRole("dialog").getByText("UTC+08:00").waitFor();
    expect(await nameless(page, '[role="dialog"]')).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Transfer (filled): 12 selected" }).click();
    await page.getByRole("checkbox", { name: "Select Person 2(person-2)" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "Transfer (filled): 11 selected" }).waitFor();

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
      .getByText("09:00–12:00", { exact: true })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
