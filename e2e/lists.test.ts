import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { keyboardHands, mouseHands } from "./support/hands.ts";
import { tellListStory, words } from "./support/list-story.ts";
import { useStage } from "./support/use-stage.ts";

/** Counts what a mouse, a finger or a pen does to a page. */
function countPointers(): void {
  const counted = window as unknown as { pointers: number };
  counted.pointers = 0;
  for (const type of ["pointerdown", "mousedown", "touchstart"]) {
    addEventListener(type, () => (counted.pointers += 1), { capture: true });
  }
}

/** In the page: the texts that are wider than their place, by more than rounding. */
function cutOff(elements: readonly Element[]): (string | null)[] {
  return elements.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
}

describe.skipIf(browserMissing() !== null)("a list, from the first object to the last", () => {
  const stage = useStage();
  const folder = mkdtempSync(join(tmpdir(), "sallyport-lists-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["en", "en-GB"],
    ["zh", "zh-CN"],
    ["ja", "ja-JP"],
  ] as const)("in %s", async (language, locale) => {
    const page = await stage().page(stage().people.admin, { locale });
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/console/dashboard");
    await tellListStory(page, mouseHands, words[language], folder);
    expect(await page.locator("html").getAttribute("lang")).toMatch(new RegExp(`^${language}`));
    // In the menu the long names of a language take a second line: nothing of them is cut off.
    for (const path of ["/ui/console/dashboard", "/ui/settings/basic"]) {
      await person.open(path);
      await page.locator("main h1").waitFor();
      expect(await page.locator(".menu-text").evaluateAll(cutOff), path).toEqual([]);
    }
    expect(person.complaints).toEqual([]);
  });

  it("with the keyboard alone", async () => {
    const page = await stage().page(stage().people.admin);
    await page.addInitScript(countPointers);
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/console/dashboard");
    await tellListStory(page, keyboardHands(page), words.en, folder);
    expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0);
    expect(person.complaints).toEqual([]);
  });
});
