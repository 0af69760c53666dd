import type { Locator, Page } from "playwright-core";
import { until } from "./world.ts";

/** How somebody works a page. */
export interface Hands {
  /** Clicks a button, follows a link, takes an item of a menu. */
  press(target: Locator): Promise<void>;
  /** Replaces what is in an input. */
  write(target: Locator, text: string): Promise<void>;
}

/** With a mouse, as most people do. */
export const mouseHands: Hands = {
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
};

/** With a finger. */
export const phoneHands: Hands = {
  press: (target) => target.tap(),
  write: (target, text) => target.fill(text),
};

/** Tabs until the end of a page is reached for certain. */
const longestWay = 250;

/**
 * With the keyboard alone: goes from one focus to the next with the tab key, inside of menus with the arrows, as
 * somebody does who cannot use anything else. What the keys do not reach is an error that names it.
 */
export function keyboardHands(page: Page): Hands {
  const hasFocus = async (target: Locator): Promise<boolean> =>
    (await target.count()) > 0 && target.first().evaluate((element) => element === document.activeElement);
  const reach = async (target: Locator): Promise<void> => {
    await target.first().waitFor({ state: "attached" });
    const isMenuItem = (await target.first().getAttribute("role")) === "menuitem";
    for (let step = 0; step < longestWay; step += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press(isMenuItem ? "ArrowDown" : "Tab");
    }
    throw new Error(`the keyboard does not reach ${String(target)}`);
  };
  return {
    press: async (target) => {
      await reach(target);
      await until(
        "what has the focus can be pressed",
        () => page.evaluate(() => document.activeElement?.getAttribute("aria-disabled") !== "true"),
        (isReady) => isReady,
      );
      await page.keyboard.press("Enter");
    },
    write: async (target, text) => {
      await reach(target);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
      await until(
        `"${text}" in the input`,
        () => target.inputValue(),
        (value) => value === text,
      );
    },
  };
}
