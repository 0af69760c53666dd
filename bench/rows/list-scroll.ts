import type { CDPSession, Page } from "playwright-core";
import { linuxPlatform, type World } from "../../e2e/support/world.ts";
import { type ConsolePage, openConsolePage } from "../fixtures/console-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, judged, median, type Row, unmeasured, withRange } from "../table.ts";

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

/** Milliseconds of a second the page's thread may work, the throttling included: a quarter of every frame. */
const busiest = 250;

/** Rounds of this comparison at most: each scrolls for eight seconds. */
const maxRounds = 5;

/** Pixels a second. */
const SPEED = 1500;

/**
 * The share of frames that come late while the list is scrolled from end to end and back, in Chromium on a processor
 * slowed twice (DevTools' throttling). Beside it an empty block of the same height in the same place, in turn, so that
 * what the machine itself drops is not counted against the list.
 */
export async function measureListScroll(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.browserMissing ?? fixtures.worldMissing;
  if (missing !== null) return [unmeasured(name, missing, target)];
  await addHosts(await fixtures.world());
  const { visits, scrolled } = fixtures.sizes;
  const seconds = (2 * scrolled) / SPEED;
  const tab = await openConsolePage(fixtures);
  try {
    const [list, block, work]: [number[], number[], number[]] = [[], [], []];
    await tab.devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await tab.open(path);
    await showWideList(tab.page);
    for (let round = 0; round < Math.min(visits, maxRounds); round += 1) {
      await openList(tab);
      const before = await threadTime(tab);
      list.push(await droppedWhileScrolling(tab, scrolled));
      work.push(((await threadTime(tab)) - before) / seconds);
      await replaceByBlock(tab.page);
      block.push(await droppedWhileScrolling(tab, scrolled));
    }
    const [measured, beside] = [median(list), median(block)];
    return [
      judged(name, withRange(list, 1, "%"), target, measured - beside <= noise, {
        beside: `empty block ${withRange(block, 1, "%")}`,
      }),
      below("main thread's time in a second of that scrolling", median(work), busiest),
    ];
  } finally {
    await tab.close();
  }
}

/** Fills the first page of the organization that everybody has. */
async function addHosts({ admin }: World): Promise<void> {
  const hosts = Array.from({ length: 100 }, (_, index) => ({
    name: `scrolled-${String(index).padStart(3, "0")}.data-centre.example`,
    address: `10.9.${index % 7}.${index}`,
    platform: { pk: linuxPlatform },
    protocols: [
      { name: "ssh", port: 22 },
      { name: "sftp", port: 22 },
    ],
  }));
  await admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, hosts);
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
    const container = document.querySelector<HTMLElement>(".table-scroll");
    const block = document.createElement("div");
    block.style.height = `${container?.scrollHeight ?? 0}px`;
    container?.replaceChildren(block);
  });
}

/** Percent of frames dropped while the list goes down and up once, at the same speed. */
async function droppedWhileScrolling({ page, devtools }: ConsolePage, way: number): Promise<number> {
  const box = await page.locator(".table-scroll").boundingBox();
  if (box === null) throw new Error("there is nothing to scroll");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  try {
    await page.evaluate(startCounting);
    for (const distance of [-way, way]) await scrollBy(devtools, box.x + 200, box.y + 200, distance);
    return await page.evaluate(stopCounting);
  } finally {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

/** Milliseconds the page's thread has worked so far, by its own clock: what other programs do is not in it. */
async function threadTime({ devtools }: ConsolePage): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

function scrollBy(devtools: CDPSession, x: number, y: number, yDistance: number): Promise<unknown> {
  return devtools.send("Input.synthesizeScrollGesture", {
    x: Math.round(x),
    y: Math.round(y),
    yDistance,
    speed: SPEED,
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
