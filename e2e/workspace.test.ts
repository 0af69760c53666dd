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

  /** How many sessions are under way. */
  const running = async (): Promise<number> =>
    (await world.admin.get("/api/v1/terminal/sessions/?is_finished=false")).length;

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

  it("get a command together, are shown side by side, and move to a window", async () => {
    const person = await arrive();
    const { page } = person;
    const screens = page.locator(".xterm-rows:visible");
    const shown = async () => (await screens.allTextContents()).join("|");
    for (const count of [2, 3]) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
      await until(
        "another tab",
        () => page.getByRole("tab").count(),
        (tabs) => tabs === count,
      );
      await person.terminalShows("$");
    }
    await page.locator(".xterm:visible").click();
    await page.keyboard.press("Control+Shift+B");
    const bar = page.getByRole("region", { name: "Command bar" });
    await bar.getByText("3 terminals").waitFor();
    await bar.getByRole("checkbox", { name: "All connected terminals" }).uncheck();
    await bar.getByRole("combobox", { name: "Terminals that get the command" }).click();
    await page.locator(".ant-select-item-option", { hasText: "(2)" }).click();
    await page.keyboard.press("Escape");
    await bar.getByText("2 terminals").waitFor();
    await bar.getByRole("textbox", { name: "Command" }).fill("echo broad-$((40+2))");
    await page.keyboard.press("Enter");
    await bar.getByText(/^Sent to /).waitFor();
    await person.terminalShows("broad-42");
    const tabs = page.getByRole("tab");
    await tabs.nth(1).click();
    await person.terminalShows("$");
    expect(await shown()).not.toContain("broad-");
    await tabs.nth(0).click();
    await person.terminalShows("broad-42");

    await tabs.nth(1).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Split right" }).click();
    await until(
      "two terminals",
      () => screens.count(),
      (count) => count === 2,
    );
    const divider = page.getByRole("separator", { name: "Divider between terminals" });
    await divider.focus();
    await page.keyboard.press("ArrowRight");
    expect(await divider.getAttribute("aria-valuenow")).toBe("55");
    await page.locator(".xterm:visible").nth(1).click();
    await page.keyboard.press("Control+Shift+ArrowLeft");
    expect(await tabs.nth(0).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("button", { name: "Choose several" }).click();
    await page.getByRole("radio", { name: "By type" }).check();
    await page.getByRole("treeitem", { name: /Linux/ }).click();
    const ticked = page.getByRole("treeitem", { name: /web-/ }).last();
    await ticked.click();
    expect(await ticked.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("button", { name: "Connect 1 asset" }).waitFor();
    await page.getByRole("button", { name: "Stop choosing" }).click();
    await page.reload();
    await until(
      "two terminals again",
      () => screens.count(),
      (count) => count === 2,
    );
    await until("the screens", shown, (text) => text.includes("broad-42"));

    await tabs.nth(2).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Move to new window" }).click();
    const moved = new ConsolePerson(await opened, product.url);
    await moved.terminalShows("broad-42");
    await until(
      "two tabs",
      () => tabs.count(),
      (count) => count === 2,
    );
    await until(
      "running sessions",
      () => running(),
      (count) => count >= 3,
    );
    expect([...person.complaints, ...moved.complaints]).toEqual([]);
  });

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
