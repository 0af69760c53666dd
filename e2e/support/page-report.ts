import type { Page } from "playwright-core";
import type { TestContext } from "vitest";
import { openPages } from "./browser.ts";
import { pointersNoted } from "./pointers.ts";

/** Characters of a page that are told; more hides what failed. */
const mostTold = 3_000;

/** Failures that tell what was on the screen already. */
const told = new WeakSet<object>();

/**
 * Adds to the failure of a test what was on the pages that are open, as a reader of the screen hears it, in the order
 * they were opened: a run that nobody watched names only what was waited for. Called before the pages are closed.
 */
export async function tellScreens(task: TestContext["task"]): Promise<void> {
  const [error] = task.result?.errors ?? [];
  if (error === undefined || told.has(error)) return;
  told.add(error);
  const reports = await Promise.all(openPages().map(pageReport));
  error.message += `\nOn the screen:\n${reports.join("\n")}`;
}

async function pageReport(page: Page): Promise<string> {
  const shown = await page
    .locator("body")
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: unknown) => `nothing can be read: ${String(error)}`);
  const text = shown.length > mostTold ? `${shown.slice(0, mostTold)} …` : shown;
  const pointers = await page.evaluate(pointersNoted).catch(String);
  return `--- ${page.url()}\nThe pointer last:\n${pointers}\n${text}`;
}
