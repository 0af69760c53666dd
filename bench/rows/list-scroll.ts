import type { CDPSession, Page } from "playwright-core";
import { type ConsolePage, openConsolePage } from "../fixtures/console-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, type Row, unmeasured } from "../table.ts";

const slowdown = 2;
const name = `frames dropped scrolling 100 rows × 12 columns, CPU ${slowdown}× slower`;
const path = "/ui/console/assets/assets";
const table = "/console/assets/assets_/api/v1/assets/assets/";
const columns = [
  "name",
  "address",
  "platform",
  "nodes",
  "labels",
  "protocols",
  "category",
  "type",
  "connectivity",
  "created_by",
  "is_active",
  "date_created",
];

/** What the machine drops by itself beyond an empty block, in percent, is noise below this. */
const noise = 2;
const target = `<= ${noise} % over an empty block`;

/**
 * The share of frames that come late while the list is scrolled from end to end and back, in Chromium on a processor
 * slowed twice (DevTools' throttling). Beside it an empty block of the same height in the same place, in turn, so that
 * what the machine itself drops is not counted against the list.
 */
export async function measureListScroll(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.browserMissing ?? fixtures.worldMissing;
  if (missing !== null) return [unmeasured(name, missing, target)];
  const tab = await openConsolePage(fixtures);
  try {
    const [list, block]: [number[], number[]] = [[], []];
    await tab.open(path);
    await showWideList(tab.page);
    for (let round = 0; round < fixtures.sizes.visits; round += 1) {
      await openList(tab);
      list.push(await droppedWhileScrolling(tab));
      await replaceByBlock(tab.page);
      block.push(await droppedWhileScrolling(tab));
    }
    const [measured, beside] = [median(list), median(block)];
    return [
      judged(name, `${measured.toFixed(1)} %`, target, measured - beside <= noise, {
        beside: `empty block ${beside.toFixed(1)} %`,
      }),
    ];
  } finally {
    await tab.close();
  }
}

/** Remembers 100 rows and twelve columns, as the person would by choosing them. */
async function showWideList(page: Page): Promise<void> {
  await page.evaluate(
    ({ table, columns }) => {
      localStorage.setItem("paginationSize", "100");
      localStorage.setItem("tableConfig", JSON.stringify({ [table]: { showColumns: columns } }));
    },
    { table, columns },
  );
}

async function openList({ page, open }: ConsolePage): Promise<void> {
  await open(path);
  await page.locator("tbody tr[data-index]").nth(49).waitFor();
  const { shown, heads } = await page.evaluate(() => ({
    shown: document.querySelectorAll("tbody tr[data-index]").length,
    heads: document.querySelectorAll("thead th").length,
  }));
  if (shown < 50 || heads < columns.length)
    throw new Error(`the list has ${shown} rows and ${heads} columns`);
}

/** Puts an empty block of the table's height in its place. */
async function replaceByBlock(page: Page): Promise<void> {
  await page.evaluate(() => {
    const place = document.querySelector<HTMLElement>(".table-scroll");
    const block = document.createElement("div");
    block.style.height = `${place?.scrollHeight ?? 0}px`;
    place?.replaceChildren(block);
  });
}

/** Percent of frames dropped while the list goes down and up once, at 1500 pixels a second. */
async function droppedWhileScrolling({ page, devtools }: ConsolePage): Promise<number> {
  const box = await page.locator(".table-scroll").boundingBox();
  if (box === null) throw new Error("there is nothing to scroll");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  try {
    await page.evaluate(startCounting);
    for (const distance of [-3000, 3000]) await scrollBy(devtools, box.x + 200, box.y + 200, distance);
    return await page.evaluate(stopCounting);
  } finally {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

function scrollBy(devtools: CDPSession, x: number, y: number, yDistance: number): Promise<unknown> {
  return devtools.send("Input.synthesizeScrollGesture", {
    x: Math.round(x),
    y: Math.round(y),
    yDistance,
    speed: 1500,
    gestureSourceType: "mouse",
  });
}

/** Runs in the page: notes the time of every frame. */
function startCounting(): void {
  const frames: number[] = [];
  const note = (time: number) => {
    frames.push(time);
    if (Reflect.get(window, "scrollFrames") === frames) requestAnimationFrame(note);
  };
  Reflect.set(window, "scrollFrames", frames);
  requestAnimationFrame(note);
}

/** Runs in the page: the percentage of frames of a sixtieth of a second in which nothing new was drawn. */
function stopCounting(): number {
  const frames = Reflect.get(window, "scrollFrames") as number[];
  Reflect.set(window, "scrollFrames", undefined);
  const first = frames[0] ?? 0;
  const due = Math.round((((frames.at(-1) ?? first) - first) * 60) / 1000);
  if (due < 60) throw new Error(`only ${due} frames were due while scrolling`);
  return Math.max(0, ((due - (frames.length - 1)) / due) * 100);
}
