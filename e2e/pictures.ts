import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileOf, writeGallery } from "./pictures/gallery.ts";
import { repackPng } from "./pictures/repack.ts";
import { stopTime } from "./pictures/same-time.ts";
import { type Look, type Shot, type Subjects, shotsOf } from "./pictures/shots.ts";
import { openStage, type Stage } from "./support/stage.ts";

/**
 * Takes the pictures of the documentation anew, from the demonstration, and writes the page that shows them:
 * `node --import ./scripts/lib/typescript-loader.mjs e2e/pictures.ts [name …]`. Without a name, all of them.
 */
const documents = join(import.meta.dirname, "../docs");
const folder = join(documents, "images");
const largest = 150 * 1024;

const wanted = process.argv.slice(2);
const stage = await openStage();
try {
  const { subjects, made } = await lookAround(stage);
  const shots = shotsOf(subjects);
  mkdirSync(folder, { recursive: true });
  for (const shot of shots) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    for (const look of shot.looks) await take(shot, look, made);
  }
  const files = new Set(shots.flatMap(({ name, looks }) => looks.map((look) => fileOf(name, look))));
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".png") && !files.has(file)) rmSync(join(folder, file));
  }
  writeGallery(documents, shots);
} finally {
  await stage.close();
}

async function take(shot: Shot, look: Look, made: Date): Promise<void> {
  const [width, colorScheme, language] = look.split("-") as [string, "light" | "dark", "en" | "zh"];
  const person = shot.person === "nobody" ? null : stage.people.admin;
  const page = await stage.page(person, {
    colorScheme,
    locale: language === "zh" ? "zh-CN" : "en-US",
    timezoneId: "UTC",
    viewport: width === "390" ? { width: 390, height: 780 } : { width: 1440, height: 720 },
    reducedMotion: "reduce",
  });
  await stopTime(page, made);
  await page.goto(`${stage.url}${shot.path}`);
  await shot.prepare(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(sameIds);
  const path = join(folder, fileOf(shot.name, look));
  const picture = repackPng(await page.screenshot({ animations: "disabled", caret: "hide" }));
  // What the page still asks for is dropped: its answer would meet a profile that is gone.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await stage.clear();
  const size = picture.length;
  process.stdout.write(`${fileOf(shot.name, look)}: ${Math.round(size / 1024)} KB\n`);
  if (size > largest) throw new Error(`${shot.name} takes ${size} bytes in ${look}, ${largest} at most`);
  writeFileSync(path, picture);
}

/** Finds what the pictures are of, and when the demonstration was made. */
async function lookAround({ admin }: Stage): Promise<{ subjects: Subjects; made: Date }> {
  const idOf = async (url: string, name: string): Promise<string> => {
    const found = await admin.get(`${url}?search=${encodeURIComponent(name)}`);
    return found.find((one: { name: string }) => one.name === name).id;
  };
  const profile = await admin.get("/api/v1/users/profile/");
  const sessions = await admin.get("/api/v1/terminal/sessions/?is_finished=1&order=-date_start");
  const played = sessions
    .filter(({ has_replay }: { has_replay: boolean }) => has_replay)
    .sort((one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id))[0];
  return {
    subjects: {
      user: await idOf("/api/v1/users/users/", "Tom Okafor"),
      host: await idOf("/api/v1/assets/hosts/", "app-prod-02"),
      permission: await idOf("/api/v1/perms/asset-permissions/", "Shell on this machine"),
      replay: played.id,
    },
    made: whenMade(profile.date_joined, sessions[0].date_start),
  };
}

/**
 * Sessions are exact to the second, and the last one began the same time before the demonstration was made in each of
 * them; the first account was made within the same minute or so, which tells how long that is.
 */
function whenMade(firstAccount: string, lastSession: string): Date {
  const [account, session] = [instantOf(firstAccount), instantOf(lastSession)];
  const hour = 60 * 60_000;
  return new Date(session + Math.round((account - session) / hour) * hour);
}

function instantOf(told: string): number {
  const [date = "", time = "", zone = ""] = told.split(" ");
  return Date.parse(`${date.replaceAll("/", "-")}T${time}${zone}`);
}

/** In the page: shows ids, which are drawn again in each demonstration, as one that does not change. */
function sameIds(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const shown = node.nodeValue ?? "";
    const same = shown.replace(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      "5a11b0a7-1972-4c0d-8e5e-0123456789ab",
    );
    if (same !== shown) node.nodeValue = same;
  }
}
