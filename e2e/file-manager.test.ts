import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import type { Product } from "./support/product.ts";
import { accountOn, buildWorld, linuxPlatform, until, type World } from "./support/world.ts";

const isMissing = opensshMissing() !== null || browserMissing() !== null;

describe.skipIf(isMissing)("files in the browser", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let here: string;
  const content = randomBytes(9 * 1024 * 1024);

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    browser = await openBrowser();
    here = await mkdtemp(path.join(tmpdir(), "files-here-"));
    writeFileSync(path.join(here, "plan.bin"), content);
    writeFileSync(path.join(here, "note.txt"), "first\n");
    const { admin, sshd } = world;
    const protocols = ["ssh", "sftp"].map((name) => ({ name, port: sshd.port }));
    await admin.patch(`/api/v1/assets/hosts/${world.hostId}/`, { protocols });
    const other = await admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
      name: "other",
      address: "localhost",
      platform: { pk: linuxPlatform },
      protocols,
      accounts: [accountOn(sshd)],
    });
    const [permission] = await admin.get("/api/v1/perms/asset-permissions/");
    await admin.patch(`/api/v1/perms/asset-permissions/${permission.id}/`, {
      assets: [{ pk: world.hostId }, { pk: other.id }],
      actions: ["connect", "upload", "download", "delete"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
    if (here !== undefined) await rm(here, { recursive: true, force: true });
  });

  const arrive = async (address: string, options: BrowserContextOptions = {}) => {
    const context = await browser.profile({ viewport: { width: 1440, height: 900 }, ...options });
    const person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn(world.username, world.password, address);
    return person;
  };
  const side = (person: ConsolePerson, name: "left" | "right" = "left") =>
    person.page.locator(`[data-side="${name}"]`);
  const row = (person: ConsolePerson, name: string | RegExp, where: "left" | "right" = "left") =>
    side(person, where).getByRole("row", { name });

  it("come from an asset by the connect dialog: uploaded, renamed, edited, downloaded, deleted", async () => {
    const person = await arrive("/luna/");
    const { page } = person;
    await page.getByLabel("Search assets").fill("web");
    await page.getByRole("treeitem", { name: /web-/ }).click();
    const dialog = page.getByRole("dialog", { name: /web-/ });
    await dialog.getByText("SFTP", { exact: true }).click();
    await dialog.getByText("Web SFTP").click();
    await dialog.getByRole("button", { name: "Connect" }).click();
    await side(person)
      .getByLabel("Upload files")
      .setInputFiles([path.join(here, "plan.bin"), path.join(here, "note.txt")]);
    await row(person, /plan\.bin 9\.0 MiB/).click();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("plan b.bin");
    await page.keyboard.press("Enter");
    await row(person, /plan b\.bin/).click();
    const started = page.waitForEvent("download");
    await side(person).getByRole("button", { name: "Download" }).click();
    const saved = await (await started).path();
    expect((await readFile(saved)).equals(content)).toBe(true);
    await row(person, /note\.txt/).dblclick();
    const editor = page.getByRole("dialog", { name: "note.txt" });
    await editor.getByRole("textbox").click();
    await page.keyboard.type("more ");
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.waitFor({ state: "hidden" });
    await row(person, /note\.txt 11 B/).waitFor();
    await row(person, /plan b\.bin/).click();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row(person, /plan b\.bin/).waitFor({ state: "detached" });
    const records = await until(
      "the records of what was done",
      () => world.admin.get("/api/v1/audits/ftp-logs/"),
      (found: { operate: { value: string } }[]) => found.some(({ operate }) => operate.value === "delete"),
    );
    const kinds = records.map(({ operate }: { operate: { value: string } }) => operate.value);
    expect(kinds).toEqual(expect.arrayContaining(["upload", "download", "rename", "delete"]));
    expect(person.complaints).toEqual([]);
  });

  it("are copied from one asset to another, by keys and by the mouse", async () => {
    const person = await arrive("/luna/sftp");
    const { page } = person;
    for (const [where, name] of [
      ["left", /web-/],
      ["right", /other/],
    ] as const) {
      await row(person, "Default", where).dblclick();
      await row(person, name, where).dblclick();
    }
    await side(person, "right").getByRole("button", { name: "New folder" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("copies");
    await page.keyboard.press("Enter");
    await row(person, "copies", "right").dblclick();
    await side(person, "right").getByText("This folder is empty.").waitFor();
    await row(person, /note\.txt/).click();
    await page.keyboard.press("F5");
    await row(person, /note\.txt 11 B/, "right").waitFor();
    // And by the mouse; what is there already is not overwritten unasked.
    await row(person, /note\.txt/).dragTo(side(person, "right"), { targetPosition: { x: 200, y: 300 } });
    const conflict = page.getByRole("dialog", { name: "note.txt already exists" });
    await conflict.getByRole("button", { name: "Keep both" }).click();
    await row(person, /note.*txt 11 B/, "right")
      .nth(1)
      .waitFor();
    await row(person, /note\.txt/).click();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+a");
    await side(person, "right").getByText("2 selected").waitFor();
    await page.keyboard.press("Backspace");
    await row(person, "copies", "right").waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("fit a phone: one side, without what is not granted", async () => {
    const { admin } = world;
    const [permission] = await admin.get("/api/v1/perms/asset-permissions/");
    await admin.patch(`/api/v1/perms/asset-permissions/${permission.id}/`, {
      actions: ["connect", "download"],
    });
    const person = await arrive("/luna/sftp", {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    // A finger opens a folder with one touch.
    await row(person, "Default").tap();
    await row(person, /web-/).tap();
    await row(person, /note\.txt/).tap();
    await side(person).getByRole("button", { name: "Download" }).waitFor();
    for (const name of ["Upload", "Delete", "Rename", "New folder"]) {
      expect(await side(person).getByRole("button", { name }).count(), name).toBe(0);
    }
    expect(await side(person, "right").count()).toBe(0);
    const width = await person.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
