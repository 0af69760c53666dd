import type { Page } from "playwright-core";
import { openBrowser } from "../../e2e/support/browser.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, type Row, unmeasured } from "../table.ts";

const name = "first load of the console";
const connectName = "first load of the connect page";
/** KB each may take at most. */
const limits = { [name]: 300, [connectName]: 250 };

/**
 * The scripts, style sheets and typeface that Chromium transfers, compressed and with an empty cache: for the first page
 * after signing in, and for the connect page.
 */
export async function measureFirstLoad(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.browserMissing !== null) {
    return Object.entries(limits).map(([row, limit]) =>
      unmeasured(row, fixtures.browserMissing ?? "", `<= ${limit} KB`),
    );
  }
  const { url } = (await fixtures.shared()).product;
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await page.goto(`${url}/core/auth/login/`);
    await page.locator('input[name="username"]').fill("admin");
    await page.locator('input[name="password"]').fill(adminPassword);
    const first = await transferred(page, async () => {
      await page.locator('[type="submit"]').click();
      await page.waitForURL(/\/ui\//);
    });
    const connect = await transferred(page, () => page.goto(`${url}/luna/`));
    return Object.entries(limits).map(([row, limit]) => {
      const kilobytes = row === name ? first : connect;
      return judged(row, `${kilobytes.toFixed(0)} KB`, `<= ${limit} KB`, kilobytes <= limit);
    });
  } finally {
    await browser.close();
  }
}

/** KB of code, styles and typeface that the browser fetches from `open` until nothing more comes. */
async function transferred(page: Page, open: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.clearBrowserCache");
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on("Network.responseReceived", ({ requestId, response }) => urls.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength),
  );
  await open();
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  let total = 0;
  for (const [id, size] of bytes) {
    const { pathname } = new URL(urls.get(id) ?? "http://none/");
    if (/\.(js|css|woff2)$/.test(pathname)) total += size;
  }
  if (total === 0) throw new Error("the browser loaded nothing");
  return total / 1024;
}
