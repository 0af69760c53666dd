import { afterEach } from "vitest";
import { shareBrowser } from "./browser.ts";
import { openPagesReport } from "./page-report.ts";

// Vitest's set-up of a file: the files of one worker follow each other in one process and share its browser.
shareBrowser();

// A run that nobody watched says what was on the screen: what waited in vain names only what it waited for.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error !== undefined) error.message += `\nOn the screen:\n${await openPagesReport()}`;
});
