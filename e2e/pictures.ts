import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { adminPassword, startProduct } from "./support/product.ts";
import { buildWorld, linuxPlatform } from "./support/world.ts";

/**
 * Takes the pictures of the README anew, from a product with invented data:
 * `node --import ./scripts/lib/typescript-loader.mjs e2e/pictures.ts`.
 */
const folder = join(import.meta.dirname, "../docs/images");
const largest = 150 * 1024;

const product = await startProduct();
const world = await buildWorld(product);
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  const machines = [
    "billing-db",
    "billing-web-1",
    "billing-web-2",
    "build-runner",
    "dns-1",
    "dns-2",
    "mail-relay",
    "search-1",
  ];
  for (const [index, name] of machines.entries()) {
    await world.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
      name,
      address: `10.20.${index}.${10 + index}`,
      platform: linuxPlatform,
      protocols: [{ name: "ssh", port: 22 }],
    });
  }
  await world.admin.patch(`/api/v1/assets/hosts/${world.hostId}/`, { name: "billing-jobs" });
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1200, height: 640 });
  const person = new ConsolePerson(page, product.url);
  await person.signIn("admin", adminPassword);
  await person.open("/ui/console/assets/assets");
  await person.row("search-1").waitFor();
  await picture("console-hosts.png");
  await person.signOut();
  await person.signIn(world.username, world.password, "/luna/");
  await page.getByLabel("Search assets").first().fill("jobs");
  await page
    .getByRole("treeitem", { name: /billing-jobs/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
  await person.terminalShows("$");
  await page.keyboard.type("PS1='$ '; clear; seq -f 'invoice run %g   done' 240 252\n");
  await person.terminalShows("invoice run 252 done");
  await picture("terminal.png");

  async function picture(name: string): Promise<void> {
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, name) });
    const { size } = statSync(join(folder, name));
    if (size > largest) throw new Error(`${name} takes ${size} bytes, ${largest} at most`);
  }
} finally {
  await browser.close();
  await world.close();
  await product.dispose();
}
