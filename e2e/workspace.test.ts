import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import type { Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

describe.skipIf(opensshMissing() !== null)("several terminals of one person", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.stop();
  });

  /** Somebody with one terminal open. */
  async function arrive(): Promise<ConsolePerson> {
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    const person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn(world.username, world.password);
    await person.open(`/luna/?login_to=${world.hostId}`);
    await person.page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click();
    await person.terminalShows("$");
    return person;
  }

  /** The process behind the terminal in front. */
  async function shellOf(person: ConsolePerson, mark: string): Promise<string> {
    await person.page.locator(".xterm:visible").click();
    await person.page.keyboard.type(`echo ${mark}=$$.\n`);
    const rows = person.page.locator(".xterm-rows:visible");
    const shown = await until(
      "the shell's process",
      async () => (await rows.allTextContents()).join(""),
      (text) => new RegExp(`${mark}=\\d+\\.`).test(text),
    );
    return new RegExp(`${mark}=(\\d+)\\.`).exec(shown)?.[1] ?? "";
  }

  it("go on when the page is loaded anew", async () => {
    const person = await arrive();
    const { page } = person;
    const shell = await shellOf(person, "before");
    await page.reload();
    await person.terminalShows(`before=${shell}.`);
    expect(await shellOf(person, "after")).toBe(shell);
    await page.getByRole("button", { name: "Recorded" }).waitFor();
    const secrets = await page.evaluate(() => Object.values(sessionStorage).join(" "));
    const [, secret = ""] = /"secret":"([^"]+)"/.exec(secrets) ?? [];
    expect(secret).toHaveLength(43);
    expect(await page.content()).not.toContain(secret);
    expect(person.complaints).toEqual([]);
  });
});
