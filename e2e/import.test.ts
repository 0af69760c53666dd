import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { ImportDialog } from "./support/import-dialog.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { linuxPlatform, until } from "./support/world.ts";

const missing = browserMissing();
const hosts = 300;
/** Rows that the server refuses: by an unknown platform, a name that is taken, and an address that is none. */
const badPlatform = 7;
const takenName = 42;
const noAddress = 250;

const nameOf = (row: number) => (row === takenName ? "import-1" : `import-${row}`);

function fileOfHosts(): string {
  const rows = Array.from({ length: hosts }, (_, index) => {
    const row = index + 1;
    const platform = row === badPlatform ? "Nothing(99999)" : `Linux(${linuxPlatform})`;
    const address = row === noAddress ? "" : `10.9.${Math.floor(row / 200)}.${row % 200}`;
    return `${nameOf(row)},${address},${platform},"[""ssh/22""]",row ${row}`;
  });
  return ["*Name,*Address,*Platform,Protocols,Comment", ...rows].join("\r\n");
}

describe.skipIf(missing !== null)("importing in the browser", () => {
  let stage: Stage;
  let page: Page;
  let person: ConsolePerson;
  const folder = mkdtempSync(join(tmpdir(), "sallyport-import-"));
  let importing: ImportDialog;
  const rowsInList = async (search: string) =>
    (await stage.admin.get(`/api/v1/assets/hosts/?search=${search}&limit=1`)).count as number;

  beforeAll(async () => {
    writeFileSync(join(folder, "hosts.csv"), fileOfHosts());
    stage = await openStage();
    page = await stage.page(stage.people.admin);
    person = new ConsolePerson(page, stage.url);
    importing = new ImportDialog(page);
  });
  afterAll(async () => {
    await stage?.clear();
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows the rows of a file before anything is written", async () => {
    await person.open("/ui/console/users");
    await page.getByRole("link", { name: "Assets", exact: true }).click();
    await page.getByRole("tab", { name: "Host", exact: true }).click();
    await importing.open(join(folder, "hosts.csv"));
    expect(await importing.counted("Total")).toBe(hosts);
    expect(await importing.dialog.getByRole("row").count()).toBe(11);
    expect(await rowsInList("import-")).toBe(0);
  });

  it("stops in the middle, guards the way out, and continues", async () => {
    await importing.button("Import").click();
    await until(
      "some rows",
      () => importing.counted("Imported"),
      (taken) => taken >= 12,
    );
    await importing.button("Stop").click();
    await importing.button("Continue").waitFor();
    const taken = await importing.counted("Imported");
    expect(taken).toBeLessThan(hosts);
    expect(await importing.counted("Failed")).toBe(1);
    expect(await rowsInList("import-")).toBe(taken);
    await page.evaluate(() => history.back());
    await page.getByText("Stop the import?").last().waitFor();
    await page.getByRole("dialog").last().getByRole("button", { name: "Cancel" }).click();
    await importing.button("Continue").click();
  });

  it("finishes with the refused rows and their reasons", async () => {
    await until(
      "the end",
      () => importing.counted("Waiting"),
      (waiting) => waiting === 0,
      280,
    );
    await importing.button("Continue").waitFor();
    expect(await importing.counted("Failed")).toBe(3);
    expect(await importing.counted("Imported")).toBe(hosts - 3);
    await importing.show("Failed");
    await person.reads(/Platform: .*99999/);
    await person.reads(/Name: /);
    await person.reads(/Address: /);
  }, 300_000);

  it("keeps the refused rows as a file", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      importing.button("Save failed rows").click(),
    ]);
    expect(download.suggestedFilename()).toBe("hosts-refused.csv");
    const lines = readFileSync(await download.path(), "utf8").split("\r\n");
    expect(lines[0]).toBe("\uFEFF*Name,*Address,*Platform,Protocols,Comment,Reason");
    expect(lines).toHaveLength(5);
    expect(lines.join("\n")).toContain("Nothing(99999)");
  });

  it("takes corrected cells, by keyboard, and finishes", async () => {
    const correct = async (cell: RegExp, text: string) => {
      await importing.dialog.getByRole("button", { name: cell }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    await correct(new RegExp(`^Platform, row ${badPlatform}:`), `Linux(${linuxPlatform})`);
    await correct(new RegExp(`^Name, row ${takenName}:`), `import-${takenName}`);
    expect(await importing.counted("Waiting")).toBe(2);
    await importing.button("Continue").click();
    await until(
      "two rows",
      () => importing.counted("Imported"),
      (taken) => taken === hosts - 1,
    );
    await importing.button("Continue").waitFor();
    await correct(new RegExp(`^Address, row ${noAddress}:`), "10.9.9.9");
    await importing.button("Continue").click();
    await importing.button("Finished").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await rowsInList("import-")).toBe(hosts);
  });

  it("exports what the list shows, and the selected alone", async () => {
    await person.open("/ui/console/assets/assets?activeTab=all&search=import-29");
    const file = async (range: RegExp, format: string) => {
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await importing.dialog.getByText(format, { exact: true }).click();
      await importing.dialog.getByText(range).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        importing.button("Export").click(),
      ]);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    await person.reads("import-299");
    const filtered = await file(/^Only filtered rows/, "CSV");
    expect(filtered.name).toMatch(/^asset_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/);
    expect(filtered.bytes.toString().trim().split("\r\n")).toHaveLength(12);
    await person.row("import-299").getByRole("checkbox").check();
    const selected = await file(/^Only selected rows/, "Excel (XLSX)");
    expect(selected.name).toMatch(/\.xlsx$/);
    expect(selected.bytes.subarray(0, 2).toString()).toBe("PK");
  });

  it("happens without incident", () => {
    expect(person.complaints).toEqual([]);
  });
});
