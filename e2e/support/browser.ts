import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

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

/** A browser, and a first profile in it. */
export interface TestBrowser {
  readonly context: BrowserContext;
  /** A further profile that shares nothing with the others. */
  profile(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Starts the system's Chromium without a window. It calls nobody but the pages it is told to open. */
export async function openBrowser(): Promise<TestBrowser> {
  if (program === undefined) throw new Error("Chromium is not installed");
  const browser = await chromium.launch({
    executablePath: program,
    headless: true,
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
  return {
    context: await newProfile(browser),
    profile: (options) => newProfile(browser, options),
    close: () => browser.close(),
  };
}

async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(15_000);
  return context;
}
