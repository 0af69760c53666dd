import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { untilWriting } from "./support/database.ts";
import { ImportDialog } from "./support/import-dialog.ts";
import { killHard, type Product } from "./support/product.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { linuxPlatform, until } from "./support/world.ts";

const missing = browserMissing();
const hostsUrl = "/api/v1/assets/hosts/";
const host = (name: string) => ({ name, address: "10.9.8.7", platform: linuxPlatform });

/** Kills the web process without warning, and waits until another one answers. */
async function killWeb(product: Product): Promise<void> {
  const before = product.pid("web");
  killHard(before);
  await until(
    "another web process",
    () => product.processes().find(({ role }) => role === "web")?.pid,
    (pid) => pid !== undefined && pid !== before,
  );
  await product.healthy();
}

describe.skipIf(missing !== null)("an import when the server dies in the middle", () => {
  let stage: Stage;
  let admin: ApiClient;
  const folder = mkdtempSync(join(tmpdir(), "sallyport-import-faults-"));
  /** Names in the list that begin so, twice where they are there twice. */
  const namesOf = async (prefix: string): Promise<string[]> =>
    (await admin.get(`${hostsUrl}?search=${prefix}&fields=name`))
      .map(({ name }: { name: string }) => name)
      .sort();

  beforeAll(async () => {
    stage = await openStage();
    admin = stage.admin;
  });
  afterAll(async () => {
    await stage?.clear();
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("row by row keeps what was acknowledged, and goes on with the next request", async () => {
    const names = Array.from({ length: 60 }, (_, row) => `byrow-${String(row).padStart(2, "0")}`);
    let isDown: Promise<void> | undefined;
    let unanswered = 0;
    for (const [row, name] of names.entries()) {
      // The request at hand is under way when the process dies.
      if (row === 30) isDown = sleep(2).then(() => killWeb(stage.product));
      const answer = await admin.raw("POST", hostsUrl, host(name)).catch(() => null);
      if (answer !== null) expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      else {
        unanswered += 1;
        await isDown;
        // Whole or not at all: then it can be sent again.
        if ((await namesOf(name)).length === 0) await admin.post(hostsUrl, host(name));
      }
    }
    await isDown;
    expect(unanswered).toBeGreaterThan(0);
    expect(await namesOf("byrow-")).toEqual(names);
  });

  it("of one array leaves nothing behind, and the array can be sent again", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => host(`array-${index}`));
    const sending = admin.raw("POST", hostsUrl, rows).then(
      ({ status }) => status,
      () => "no answer" as const,
    );
    await untilWriting(stage.product, "assets");
    await killWeb(stage.product);
    expect(await sending).toBe("no answer");
    expect(await namesOf("array-")).toEqual([]);
    expect((await admin.raw("POST", hostsUrl, rows)).status).toBe(201);
    expect(await namesOf("array-")).toHaveLength(3000);
  });

  it("of a file leaves nothing behind", async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `sheet-${index},10.9.8.7,Linux(${linuxPlatform})`,
    );
    const body = new Blob([["name,address,platform", ...lines].join("\n")], { type: "text/csv" });
    const sending = admin.raw("POST", hostsUrl, body).catch(() => null);
    await untilWriting(stage.product, "assets");
    await killWeb(stage.product);
    expect(await sending).toBe(null);
    expect(await namesOf("sheet-")).toEqual([]);
  });

  it("in the browser keeps the rows that are left, says so, and makes every row once", async () => {
    const rows = 60;
    const lines = Array.from(
      { length: rows },
      (_, index) => `shown-${index},10.9.8.7,Linux(${linuxPlatform})`,
    );
    writeFileSync(join(folder, "hosts.csv"), ["*Name,*Address,*Platform", ...lines].join("\r\n"));
    const page = await stage.page(stage.people.admin);
    const person = new ConsolePerson(page, stage.url);
    const importing = new ImportDialog(page);
    await person.open("/ui/console/assets/assets?activeTab=host");
    await importing.open(join(folder, "hosts.csv"));
    await importing.button("Import").click();
    await until(
      "some rows",
      () => importing.counted("Imported"),
      (taken) => taken >= 10,
    );
    // A row is written, and its answer never arrives; then nobody answers any more.
    const dieAfterwards = async (route: Route) => {
      await route.fetch();
      killHard(stage.product.pid("web"));
      await route.abort("connectionreset");
    };
    await page.route(`**${hostsUrl}`, dieAfterwards, { times: 1 });
    await importing.button("Continue").waitFor();
    await person.reads("The server is not responding");
    await person.reads("Choose Continue to resume when the server responds again.");
    const taken = await importing.counted("Imported");
    expect(await importing.counted("Failed")).toBe(0);
    expect(await importing.counted("Waiting")).toBe(rows - taken);
    await stage.product.healthy();
    await importing.button("Continue").click();
    await importing.button("Finished").waitFor({ timeout: 60_000 });
    expect(await importing.counted("Imported")).toBe(rows);
    await importing.button("Finished").click();
    const names = await namesOf("shown-");
    expect(names).toHaveLength(rows);
    expect(new Set(names).size).toBe(rows);
    expect(person.complaints).toEqual([]);
  });
});
