import type { Page } from "playwright-core";
import { type ConsolePage, openConsolePage } from "../fixtures/console-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row, unmeasured } from "../table.ts";

const limit = 150;
const slowdown = 4;
const from = { path: "/ui/console/assets/platforms", title: "Platforms" };
const to = { path: "/ui/console/assets/assets", title: "Assets", url: "/api/v1/assets/assets/" };

interface Visit {
  /** Milliseconds from the click to the frame that shows rows. */
  readonly sinceClick: number;
  /** Milliseconds from the last byte of the list's metadata and rows to that frame; from the click if none was asked for. */
  readonly sinceData: number;
}

/**
 * From the click on a menu entry to the first frame with rows of the list of assets, in Chromium on a processor
 * slowed four times (DevTools' throttling). A first visit fetches metadata and rows: counted is what comes after
 * them. A later one has them: counted is everything since the click.
 */
export async function measureRouteChange(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.browserMissing ?? fixtures.worldMissing;
  const name = `route change to the list of assets, CPU ${slowdown}× slower`;
  if (missing !== null) return [unmeasured(name, missing, `< ${limit} ms`)];
  const tab = await openConsolePage(fixtures);
  try {
    const [first, again]: [number[], number[]] = [[], []];
    for (let round = 0; round < fixtures.sizes.visits; round += 1) {
      const { sinceData } = await visitFresh(tab);
      first.push(sinceData);
      await slowly(tab, () => visit(tab.page, from));
      again.push((await slowly(tab, () => visit(tab.page, to))).sinceClick);
    }
    return [
      below(`${name}: after its data`, median(first), limit),
      below(`${name}: again, since the click`, median(again), limit),
    ];
  } finally {
    await tab.close();
  }
}

async function visitFresh(tab: ConsolePage): Promise<Visit> {
  await tab.open(from.path);
  return slowly(tab, () => visit(tab.page, to));
}

async function slowly<T>({ devtools }: ConsolePage, act: () => Promise<T>): Promise<T> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  try {
    return await act();
  } finally {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

/** Clicks the menu entry from inside the page, where the clock of the frames is. */
async function visit(page: Page, { path, title, url }: typeof from & { url?: string }): Promise<Visit> {
  return page.evaluate(
    async ({ path, title, url }) => {
      const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`);
      if (link === null) throw new Error(`the menu has no link to ${path}`);
      const shown = () =>
        document.querySelector("h1")?.textContent === title &&
        document.querySelector("main tbody tr[data-index]") !== null;
      const clicked = performance.now();
      link.click();
      const late = clicked + 20_000;
      while (!shown()) {
        if (performance.now() > late) throw new Error(`no rows of ${title} after 20 s`);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // The next task after a frame's callbacks comes when that frame is drawn.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      const drawn = performance.now();
      const arrived = performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => startTime >= clicked && url !== undefined && name.includes(url))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
        .filter((end) => end > 0 && end <= drawn);
      return { sinceClick: drawn - clicked, sinceData: drawn - Math.max(clicked, ...arrived) };
    },
    { path, title, url },
  );
}
