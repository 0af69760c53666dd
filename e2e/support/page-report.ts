import type { Page } from "playwright-core";
import { openPages } from "./browser.ts";

/** Characters of a page that are told; more hides what failed. */
const mostTold = 3_000;

/** What was on the pages that were open, as a reader of the screen hears it, in the order they were opened. */
export async function openPagesReport(): Promise<string> {
  const told = await Promise.all(openPages().map(pageReport));
  return told.join("\n");
}

async function pageReport(page: Page): Promise<string> {
  const shown = await page
    .locator("body")
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: unknown) => `nothing can be read: ${String(error)}`);
  const text = shown.length > mostTold ? `${shown.slice(0, mostTold)} …` : shown;
  return `--- ${page.url()}\n${text}`;
}
