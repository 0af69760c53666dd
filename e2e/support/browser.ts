import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { notePointers } from "./pointers.ts";
import { slowDown } from "./slow-pages.ts";

const chosen = process.env.SALLYPORT_TEST_CHROMIUM ?? "";
const programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** The same engine without what draws windows: a new profile costs half as much processor time. */
const shells = ["/usr/bin/chromium-headless-shell"];

/** The browser to start, if there is one. */
function findProgram(): string | undefined {
  const candidates = [chosen, ...(worker.isSharing ? shells : []), ...programs];
  return candidates.find((path) => path !== "" && existsSync(path));
}

/** Why there can be no browser tests here, for the name of a skipped one; null when there can. */
export function browserMissing(): string | null {
  return findProgram() === undefined ? "Chromium is not installed" : null;
}

/** A browser, and a first profile in it. */
export interface TestBrowser {
  readonly context: BrowserContext;
  /** A further profile that shares nothing with the others. */
  profile(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes every profile; the browser as well unless the worker keeps it for its next file. */
  close(): Promise<void>;
}

/** The browser of this process, where its files share one; it ends with the process. */
const worker: { isSharing: boolean; browser?: Promise<Browser>; open?: Browser } = { isSharing: false };

/**
 * From now on `openBrowser` answers profiles in one browser, which stays open for the files that follow. Where it is
 * installed, and `SALLYPORT_TEST_CHROMIUM` names no other, that is Chromium's headless shell.
 *
 * @returns what ends it, for a process that does not end by itself while it runs
 */
export function shareBrowser(): () => Promise<void> {
  worker.isSharing = true;
  return async () => (await worker.browser)?.close();
}

/** Profiles in the system's Chromium, without a window. It calls nobody but the pages it is told to open. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = worker.isSharing ? await sharedBrowser() : await launch();
  const profiles: BrowserContext[] = [];
  const profile = async (options?: BrowserContextOptions) => {
    const context = await newProfile(browser, options);
    profiles.push(context);
    return context;
  };
  return {
    context: await profile(),
    profile,
    async close() {
      if (!worker.isSharing) return await browser.close();
      await Promise.all(profiles.map((context) => context.close()));
    },
  };
}

/** The pages that are open in the worker's browser. */
export function openPages(): Page[] {
  return worker.open?.contexts().flatMap((context) => context.pages()) ?? [];
}

/** The one that is open, or another after a crash. */
async function sharedBrowser(): Promise<Browser> {
  const open = await worker.browser?.catch(() => undefined);
  if (open?.isConnected() === true) return open;
  worker.browser = launch();
  worker.open = await worker.browser;
  return worker.open;
}

function launch(): Promise<Browser> {
  const program = findProgram();
  if (program === undefined) throw new Error("Chromium is not installed");
  return chromium.launch({
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
      // No page of a test lives long enough for optimized code to pay for itself: a tenth of its processor time. The
      // benchmark measures what people have.
      ...(worker.isSharing ? ["--js-flags=--no-opt --no-maglev"] : []),
    ],
  });
}

async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  // Two files share the machine: a page waits its turn behind the other one's first start.
  context.setDefaultTimeout(30_000);
  await context.addInitScript(notePointers);
  if (process.env.SALLYPORT_TEST_SLOW_PAGES === "1") await context.addInitScript(slowDown);
  return context;
}
