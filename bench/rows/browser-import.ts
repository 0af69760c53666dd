import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../../e2e/support/browser.ts";
import { ConsolePerson } from "../../e2e/support/console.ts";
import { ImportDialog } from "../../e2e/support/import-dialog.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { hostsFile } from "../fixtures/hosts-file.ts";
import { judged, noted, type Row, unmeasured } from "../table.ts";

const target = "< 120 s";

/** The same file as somebody imports it in the console: chosen, looked at, and every row taken. */
export async function measureBrowserImport(fixtures: Fixtures): Promise<Row[]> {
  const { browserMissing, sizes } = fixtures;
  const name = `import of ${sizes.imported.toLocaleString("en")} hosts in the browser`;
  if (browserMissing !== null) return [unmeasured(name, browserMissing, target)];
  const folder = mkdtempSync(join(tmpdir(), "sallyport-import-"));
  const product = await fixtures.startInstalled();
  const browser = await openBrowser();
  try {
    const file = join(folder, "hosts.csv");
    writeFileSync(file, hostsFile(sizes.imported));
    const page = await browser.context.newPage();
    await new ConsolePerson(page, product.url).signIn("admin", adminPassword);
    await page.getByRole("link", { name: "Assets", exact: true }).click();
    await page.getByRole("tab", { name: "Host", exact: true }).click();
    const importing = new ImportDialog(page);
    const chosen = performance.now();
    await importing.open(file);
    const begun = performance.now();
    await importing.button("Import").click();
    await importing.button("Finished").waitFor({ timeout: 600_000 });
    const seconds = (performance.now() - begun) / 1_000;
    const taken = await importing.counted("Imported");
    if (taken !== sizes.imported) throw new Error(`${taken} rows were imported`);
    return [
      judged(name, `${seconds.toFixed(1)} s`, target, seconds < 120),
      noted("import in the browser: showing the file", `${((begun - chosen) / 1_000).toFixed(1)} s`),
    ];
  } finally {
    await browser.close();
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
