import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../server/src/engine/testing/free-port.ts";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import type { Product } from "./support/product.ts";
import { accountOn, buildWorld, linuxPlatform, until, type World } from "./support/world.ts";

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

  it("are opened together, dragged into panes and back, named and colored", async () => {
    const { admin, sshd, hostId } = world;
    const host = (name: string, port: number) =>
      admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
        name,
        address: "localhost",
        platform: { pk: linuxPlatform },
        protocols: [{ name: "ssh", port }],
        accounts: [accountOn(sshd)],
      });
    const made = [await host("second", sshd.port), await host("unreachable", await freePort())];
    const [permission] = await admin.get("/api/v1/perms/asset-permissions/");
    await admin.patch(`/api/v1/perms/asset-permissions/${permission.id}/`, {
      assets: [hostId, ...made.map(({ id }) => id)].map((pk) => ({ pk })),
    });
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    const person = new ConsolePerson(await context.newPage(), product.url);
    const { page } = person;
    await person.signIn(world.username, world.password, "/luna/");
    const names = [/web-/, /second/, /unreachable/];
    await page.getByRole("button", { name: "Choose several" }).click();
    await page.getByRole("radio", { name: "By type" }).check();
    await page.getByRole("treeitem", { name: /Linux/ }).click();
    for (const name of names) await page.getByRole("treeitem", { name }).last().click();
    await page.getByRole("button", { name: "Connect 3 assets" }).click();
    for (const name of names) {
      const dialog = page.getByRole("dialog", { name });
      await dialog.getByRole("checkbox", { name: "Skip this dialog next time" }).check();
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    }
    const tab = (name: string | RegExp) => page.getByRole("tab", { name });
    // The one that nobody answers at says so, and the others are none the worse.
    await tab(/unreachable/).click();
    await page
      .getByRole("tabpanel")
      .getByText(/refused|could not be reached/)
      .first()
      .waitFor();
    await tab(/unreachable/).press("Delete");
    for (const name of [/second/, /web-/]) {
      await tab(name).click();
      await person.terminalShows("$");
    }
    const paneOf = async (name: RegExp) => {
      const id = await tab(name).getAttribute("aria-controls");
      const box = await page.locator(`#${id}`).boundingBox();
      return box ?? { x: -1, y: -1, width: 0, height: 0 };
    };
    const room = page.locator(".luna-panes");
    const { width = 0, height = 0 } = (await room.boundingBox()) ?? {};
    const dragTo = (x: number, y: number) =>
      tab(/second/).dragTo(room, { targetPosition: { x: width * x, y: height * y } });
    const lie = async (what: string, isSo: (web: DOMRect, second: DOMRect) => boolean) => {
      const boxes = async () => [await paneOf(/web-/), await paneOf(/second/)] as DOMRect[];
      await until(what, boxes, ([web, second]) => isSo(web as DOMRect, second as DOMRect));
    };
    await dragTo(0.95, 0.5);
    await lie("side by side", (web, second) => second.x > web.x + web.width / 2 && second.y === web.y);
    await dragTo(0.25, 0.95);
    await lie(
      "one above the other",
      (web, second) => second.y > web.y + web.height / 2 && second.x === web.x,
    );
    await tab(/second/).press("Shift+F10");
    await page.getByRole("menuitem", { name: "Leave split" }).click();
    await lie("alone", (web, second) => web.width * second.width === 0);

    // By the keyboard alone: its menu, a name, a color.
    await tab(/second/).dragTo(tab(/web-/));
    await expect.poll(() => page.getByRole("tab").first().textContent()).toContain("second");
    await tab(/second/).press("Shift+F10");
    await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
    await page.getByRole("textbox", { name: "Rename tab" }).fill("database of orders");
    await page.keyboard.press("Enter");
    await tab("database of orders").press("Shift+F10");
    await page.getByRole("menuitem", { name: "Tab color" }).hover();
    await page.getByRole("menuitem", { name: "Green" }).click();
    await page.reload();
    await page.locator(".luna-tab-green", { hasText: "database of orders" }).waitFor();

    // What was said about the dialog holds.
    await tab("database of orders").press("Delete");
    await page
      .getByRole("dialog", { name: /Close database of orders/ })
      .getByRole("button", { name: "Close" })
      .click();
    await tab("database of orders").waitFor({ state: "detached" });
    await page.getByLabel("Search assets").fill("second");
    await page
      .getByRole("treeitem", { name: /second/ })
      .last()
      .click();
    await tab(/second/).waitFor();
    await person.terminalShows("$");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(person.complaints).toEqual([]);
  });

  it("copy what is selected, ask before links open, take what input methods compose", async () => {
    const person = await arrive();
    const { page } = person;
    const focusTerminal = () =>
      page.locator(".xterm-helper-textarea:visible, .xterm-helper-textarea").last().focus();
    const settings = async ({ page: of }: ConsolePerson) => {
      await of.getByRole("button", { name: "Terminal settings" }).click();
      return of.getByRole("switch", { name: "Copy selected text" });
    };
    await focusTerminal();
    const address = `${product.url}/api/health/`;
    await page.keyboard.type(
      `PS1='$ '; clear; echo pick-''me; echo ${address}; printf '\\346\\225\\260\\346\\215\\256|\\nabcd|\\n'\n`,
    );
    await person.terminalShows("abcd|");
    const line = (text: string) => page.locator(".xterm-rows:visible > div", { hasText: text });
    /** Somewhere on the text that a line begins with. */
    const at = async (text: string) => {
      const { x, y, height } = (await line(text).boundingBox()) ?? { x: 0, y: 0, height: 0 };
      return [x + 30, y + height / 2] as const;
    };
    await page.mouse.dblclick(...(await at("pick-me")));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("pick-me");

    await page.mouse.move(...(await at(address)));
    await page.locator(".xterm-cursor-pointer:visible").waitFor();
    await page.mouse.click(...(await at(address)));
    const question = page.getByRole("dialog", { name: "Open this link?" });
    await question.getByText(address).waitFor();
    const opening = page.context().waitForEvent("page");
    await question.getByRole("button", { name: "Open" }).click();
    const opened = await opening;
    await opened.waitForURL(address);
    expect(await opened.evaluate(() => window.opener)).toBe(null);
    await opened.close();

    // Wide characters take two places each.
    const ends = ["数据|", "abcd|"].map((text) =>
      line(text).evaluate((row) => {
        const [last] = [...row.querySelectorAll("span")].filter((span) => span.textContent?.includes("|"));
        const range = document.createRange();
        const content = last?.firstChild as Text;
        const bar = content.data.indexOf("|");
        range.setStart(content, bar);
        range.setEnd(content, bar + 1);
        return range.getBoundingClientRect().x;
      }),
    );
    const [wide = 0, narrow = 0] = await Promise.all(ends);
    expect(Math.abs(wide - narrow)).toBeLessThan(1.5);

    const devtools = await page.context().newCDPSession(page);
    await focusTerminal();
    await page.keyboard.type("clear; echo rea''dy; cat\n");
    await person.terminalShows("ready");
    await devtools.send("Input.imeSetComposition", { text: "shujuku", selectionStart: 7, selectionEnd: 7 });
    await devtools.send("Input.insertText", { text: "数据库" });
    await page.keyboard.press("Enter");
    // The terminal of the target says it, and the program that reads it.
    const composed = async () => (await page.locator(".xterm-rows:visible").textContent()) ?? "";
    await expect.poll(async () => (await composed()).match(/数据库/g)?.length).toBe(2);
    expect(await composed()).not.toContain("shu");
    await page.keyboard.press("Control+d");
    await page.keyboard.type("echo not-co''pied\n");
    await person.terminalShows("not-copied");
    // Who wants nothing copied wants it in every browser.
    await (await settings(person)).click();
    await page.keyboard.press("Escape");
    await page.mouse.dblclick(...(await at("not-copied")));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("pick-me");
    const kept = async () => {
      const chosen = await settings(await arrive());
      return [chosen, await chosen.getAttribute("aria-checked")] as const;
    };
    const [elsewhere] = await until("what was chosen", kept, ([, isOn]) => isOn === "false");
    await elsewhere.click();
    await until("what was chosen again", kept, ([, isOn]) => isOn === "true");
    expect(person.complaints).toEqual([]);
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
