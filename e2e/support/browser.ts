import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

const candidates = [
  process.env.SALLYPORT_TEST_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const program = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Why there can be no browser tests here, for the name of a skipped one; null when there can. */
export function browserMissing(): string | null {
  return program === undefined ? "Chromium is not installed" : null;
}

/** A browser of its own, with an empty profile. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts the system's Chromium without a window. It calls nobody but the pages it is told to open. */
export async function openBrowser(options: { readonly language?: string } = {}): Promise<TestBrowser> {
  if (program === undefined) throw new Error("Chromium is not installed");
  const profile = mkdtempSync(join(tmpdir(), "sallyport-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    locale: options.language ?? "en-US",
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  context.setDefaultTimeout(15_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
