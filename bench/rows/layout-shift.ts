import { openConsolePage } from "../fixtures/console-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, type Row, unmeasured } from "../table.ts";

const target = "0";
const widths = [1440, 390] as const;
const paths = [
  "/ui/console/dashboard",
  "/ui/console/assets/assets",
  "/ui/console/users",
  "/ui/console/users/create",
  "/ui/audit/sessions/sessions",
] as const;

/**
 * Cumulative layout shift, as Chromium itself reports it, while pages of the console load from their address until
 * they have come to rest. The worst page counts.
 */
export async function measureLayoutShift(fixtures: Fixtures): Promise<Row[]> {
  const nameOf = (width: number) => `layout shift while a page loads, ${width} px wide`;
  const missing = fixtures.browserMissing ?? fixtures.worldMissing;
  if (missing !== null) return widths.map((width) => unmeasured(nameOf(width), missing, target));
  const tab = await openConsolePage(fixtures);
  try {
    const rows: Row[] = [];
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 900 });
      let worst = { path: "", shift: -1 };
      for (const path of paths) {
        await tab.open(path);
        const shift = await tab.page.evaluate(readShift);
        if (shift > worst.shift) worst = { path, shift };
      }
      const where = worst.shift === 0 ? `${paths.length} pages` : worst.path;
      rows.push(judged(nameOf(width), `${worst.shift.toFixed(4)} (${where})`, target, worst.shift === 0));
    }
    return rows;
  } finally {
    await tab.close();
  }
}

/** In the page: the sum of all shifts since it began, except those a person's own input caused. */
async function readShift(): Promise<number> {
  // What is still to come of the last frames.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // Without any shift the observer is never called.
    setTimeout(() => resolve(0), 300);
  });
}
