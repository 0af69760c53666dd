import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "../support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "../support/browser.ts";
import { ConsolePerson } from "../support/console.ts";
import { until, type World } from "../support/world.ts";
import { measureTerminal } from "./readable.ts";

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 700 },
  hasTouch: true,
  isMobile: true,
};

/** Sixteen colors, plain, bold, dim and inverse, as text and behind text, and the palette of 256 on itself. */
const everyColor = String.raw`for a in 0 1 2 7 '1;7' '2;7'; do for c in 3{0..7} 9{0..7}; do printf '\033[%s;%smt%s\033[0m ' $a $c $c; done; echo; done; for b in 4{0..7} 10{0..7}; do for c in 3{0..7} 39; do printf '\033[%s;%sm%s\033[0m ' $b $c $c; done; echo; done; for c in {16..255..8}; do printf '\033[48;5;%sm\033[38;5;%smx\033[0m ' $c $((c + 3)); done; printf '\033[7minverse-%s\033[0m\n' plain`;

/** Working in terminals: colors, the bar of a session, what newcomers see, phones. */
export function describeWorkspace(world: () => World): void {
  describe.skipIf(browserMissing() !== null)("the workspace", () => {
    let browser: TestBrowser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    const arrive = async (options: BrowserContextOptions = {}, username = world().username) => {
      const context = await browser.profile({ colorScheme: "light", ...options });
      const person = new ConsolePerson(await context.newPage(), world().product.url);
      await person.signIn(username, world().password, "/luna/");
      return person;
    };
    const connect = async (person: ConsolePerson) => {
      const { page } = person;
      await page.getByLabel("Search assets").fill("web");
      await page.getByRole("treeitem", { name: /web-/ }).click();
      const dialog = page.getByRole("dialog", { name: /web-/ });
      await dialog.getByRole("button", { name: "Connect" }).click();
      await person.terminalShows("$");
    };
    const choose = async (page: Page, colors: "Dark" | "Light") => {
      await page.getByRole("button", { name: "Text and colors" }).click();
      await page.locator(".luna-look").getByText(colors, { exact: true }).click();
      await page.keyboard.press("Escape");
      await page.locator(".luna-look").waitFor({ state: "hidden" });
    };
    const background = (page: Page) =>
      page.locator(".luna-terminal:visible").evaluate((element) => getComputedStyle(element).backgroundColor);
    /** That what is shown can be read; the terminal draws its text a frame after the page changed its colors. */
    const isReadable = (page: Page, colors = "now") =>
      expect.poll(async () => (await measureTerminal(page)).unreadable, { message: colors }).toEqual([]);
    /** That what is shown now can be read in both palettes; ends in the dark one. */
    const canBeRead = async (page: Page, pieces: number, onColor: number) => {
      for (const colors of ["Light", "Dark"] as const) {
        await choose(page, colors);
        expect(await background(page)).toBe(colors === "Dark" ? "rgb(15, 19, 25)" : "rgb(255, 255, 255)");
        await isReadable(page, colors);
        const measured = await measureTerminal(page);
        expect(measured.pieces, colors).toBeGreaterThanOrEqual(pieces);
        expect(measured.onColor, colors).toBeGreaterThanOrEqual(onColor);
      }
    };
    const focusTerminal = (page: Page) =>
      page.locator(".xterm-helper-textarea:visible, .xterm-helper-textarea").last().focus();

    it("draws every color, inverse text, less, vim and pasted text so that they can be read", async () => {
      const person = await arrive();
      const { page } = person;
      await connect(person);
      // The page is light; the terminal is dark unless somebody wants it otherwise.
      expect(await background(page)).toBe("rgb(15, 19, 25)");
      await page.keyboard.type(`PS1='$ '; bind 'set enable-bracketed-paste on'; clear; ${everyColor}\n`);
      await person.terminalShows("inverse-plain");
      await canBeRead(page, 200, 150);

      const inverse = page.locator(".xterm-rows span", { hasText: /^inverse-plain$/ });
      const style = await inverse.evaluate((span) => {
        const { color, backgroundColor } = getComputedStyle(span);
        return [color, backgroundColor];
      });
      expect(style).toEqual(["rgb(15, 19, 25)", "rgb(223, 229, 238)"]);

      await focusTerminal(page);
      // A prompt of another text tells that the shell reads lines again: what is pasted before is not marked as pasted.
      await page.keyboard.type("PS1='pa''ste> '; clear\n");
      await person.terminalShows("paste>");
      const paste = (text: string) =>
        page.evaluate((data) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", data);
          document.activeElement?.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true }),
          );
        }, text);
      await paste("echo words-that-were-pasted");
      await person.terminalShows("words-that-were-pasted");
      await canBeRead(page, 1, 1);
      // A mark of the shell's own in what is pasted would end the paste, and the line behind it would run.
      await focusTerminal(page);
      await paste("; echo ran-$((40+2))\u001b[201~\r");
      await person.terminalShows("[201~");
      expect(await page.locator(".xterm-rows:visible").textContent()).not.toContain("ran-42");

      await focusTerminal(page);
      await page.keyboard.press("Control+c");
      await person.terminalShows("^C");
      if (existsSync("/usr/bin/less")) {
        await page.keyboard.type("seq 500 | less -M\n");
        await person.terminalShows("lines 1-");
        await canBeRead(page, 20, 1);
        await focusTerminal(page);
        await page.keyboard.type("q");
      }
      if (existsSync("/usr/bin/vim")) {
        await page.keyboard.type("vim -u NONE -c 'set nocp ls=2 nu' -c 'syntax on' /etc/profile\n");
        await person.terminalShows("/etc/profile");
        await page.keyboard.type("Vjjj");
        await person.terminalShows("VISUAL LINE");
        await canBeRead(page, 20, 3);
        await focusTerminal(page);
        await page.keyboard.type(":q!\n");
      }
      expect(person.complaints).toEqual([]);
    });

    it("finds text by keyboard, tells whether it records, and connects anew when asked to", async () => {
      const { hostId, sshd } = world();
      await world().admin.patch(`/api/v1/assets/hosts/${hostId}/`, {
        protocols: ["ssh", "sftp"].map((name) => ({ name, port: sshd.port })),
      });
      const person = await arrive();
      const { page } = person;
      await connect(person);
      // They are kept with the person: where the test before failed, it left the light ones.
      await choose(page, "Dark");
      await focusTerminal(page);
      await page
        .getByRole("toolbar", { name: "Session" })
        .getByRole("button", { name: "Recorded" })
        .waitFor();
      await page.keyboard.type("clear; for i in 1 2 3; do echo needle-$i; done\n");
      await person.terminalShows("needle-3");
      await page.keyboard.press("Control+Shift+F");
      const search = page.getByRole("search");
      await page.keyboard.type("needle-");
      const count = search.getByRole("status");
      const number = async () => /^(\d) of \d+$/.exec((await count.textContent()) ?? "")?.[1];
      await expect.poll(number).toBeDefined();
      const first = Number(await number());
      await page.keyboard.press("Enter");
      await expect.poll(number).not.toBe(String(first));
      await page.keyboard.press("Shift+Enter");
      await expect.poll(number).toBe(String(first));
      await isReadable(page);
      await search.getByRole("button", { name: "Next match" }).focus();
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "detached" });
      // The keys reach the terminal again.
      await page.keyboard.type("echo back-to-$((6*7))\n");
      await person.terminalShows("back-to-42");

      const [open] = await world().admin.get(
        "/api/v1/terminal/sessions/?is_finished=false&order=-date_start",
      );
      const lock = (task_name: string) =>
        world().admin.post("/api/v1/terminal/tasks/toggle-lock-session/", { session_id: open.id, task_name });
      await lock("lock_session");
      await page.getByRole("button", { name: "Paused", exact: true }).waitFor();
      await lock("unlock_session");
      await page.getByRole("button", { name: "Recorded" }).waitFor();

      // The look by keyboard alone: the fields take the focus and give it back.
      const tools = page.getByRole("toolbar", { name: "Session" });
      const look = tools.getByRole("button", { name: "Text and colors" });
      await look.press("Enter");
      await page
        .getByRole("radio", { name: "Dark" })
        .and(page.locator(":focus"))
        .waitFor({ state: "attached" });
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => background(page)).toBe("rgb(255, 255, 255)");
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => background(page)).toBe("rgb(15, 19, 25)");
      await page.keyboard.press("Escape");
      await look.and(page.locator(":focus")).waitFor({ state: "attached" });

      await tools.getByRole("button", { name: "Transfer files" }).click();
      const files = page.getByRole("dialog", { name: /Connect to web-/ });
      await files.getByRole("radio", { name: "SFTP Client" }).click();
      await files.getByRole("button", { name: "Connect" }).click();
      await files
        .getByText(/^sftp /)
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
      await files.waitFor({ state: "hidden" });

      await tools.getByRole("button", { name: "Reconnect" }).click();
      const question = page.getByRole("dialog", { name: /Reconnect to web-/ });
      await question.getByRole("button", { name: "Reconnect" }).click();
      await until(
        "the end of the first session",
        () => world().session(open.id),
        ({ is_finished }) => is_finished,
      );
      await page.getByRole("button", { name: "Recorded" }).waitFor();
      await question.waitFor({ state: "hidden" });
      await focusTerminal(page);
      await page.keyboard.type("echo anew-$((40+2))\n");
      await person.terminalShows("anew-42");

      await page.getByRole("tab", { name: /web-/ }).press("Delete");
      await page
        .getByRole("dialog", { name: /Close web-/ })
        .getByRole("button", { name: "Close" })
        .click();
      await page.getByRole("heading", { name: "Choose an asset to connect to" }).waitFor();
      expect(person.complaints).toEqual([]);
    });

    const lrzszMissing = existsSync("/usr/bin/rz") ? "" : ": lrzsz is not installed";
    it.skipIf(lrzszMissing !== "")(
      `asks before files pass over ZMODEM, saves and sends them${lrzszMissing}`,
      async () => {
        const { admin } = world();
        const [grant] = await admin.get("/api/v1/perms/asset-permissions/?search=grant-");
        const actions = ["connect", "upload", "download"];
        await admin.patch(`/api/v1/perms/asset-permissions/${grant.id}/`, { actions });
        const person = await arrive();
        const { page } = person;
        await connect(person);
        await focusTerminal(page);
        await page.keyboard.type("PS1='$ '; cd; head -c 3000000 /dev/zero > zeros; clear; sz zeros\n");
        const panel = page.getByRole("region", { name: "File transfer" });
        await panel.getByRole("button", { name: "Receive files" }).waitFor();
        // By keyboard alone: to the question, and to what is offered.
        await page.keyboard.press("Control+Shift+Z");
        await panel.getByRole("button", { name: "Receive files" }).and(page.locator(":focus")).waitFor();
        await page.keyboard.press("Enter");
        await panel.getByText("Save zeros (2.9 MiB) to this computer?").waitFor();
        await page.keyboard.press("Control+Shift+Z");
        await panel.getByRole("button", { name: "Save" }).and(page.locator(":focus")).waitFor();
        const saving = page.waitForEvent("download");
        await page.keyboard.press("Enter");
        const saved = await saving;
        expect(saved.suggestedFilename()).toBe("zeros");
        expect((await readFile(await saved.path())).equals(Buffer.alloc(3_000_000))).toBe(true);
        await panel.waitFor({ state: "detached" });
        await person.terminalShows("ZMODEM: zeros was downloaded, 3000000 bytes.");

        await focusTerminal(page);
        await page.keyboard.type("rz\n");
        const choosing = page.waitForEvent("filechooser");
        await panel.getByRole("button", { name: "Choose files" }).click();
        const files = ["first", "second"].map((name) => ({
          name: `${name}.txt`,
          mimeType: "text/plain",
          buffer: Buffer.from(name),
        }));
        await (await choosing).setFiles(files);
        await person.terminalShows("ZMODEM: second.txt was uploaded, 6 bytes.");
        await panel.waitFor({ state: "detached" });
        await page.keyboard.type("cat first.txt second.txt; echo\n");
        await person.terminalShows("firstsecond");

        await page.keyboard.type("rz\n");
        await panel.getByRole("button", { name: "Cancel transfer" }).click();
        await panel.waitFor({ state: "detached" });
        await page.keyboard.type("echo usable-$((40+2))\n");
        await person.terminalShows("usable-42");
        expect(person.complaints).toEqual([]);
      },
    );

    it("puts a quick command into the terminal by the keyboard alone, and does not run it", async () => {
      // The session of the world's own client has ended with what was tested before.
      const user = await ApiClient.signIn(world().product.url, world().username, world().password);
      for (const [name, args] of [
        ["Say one", "echo quick-$((1+0))"],
        ["Say two", "echo quick-$((1+1))"],
      ])
        await user.post("/api/v1/ops/adhocs/", { name, module: "shell", args });
      const person = await arrive();
      const { page } = person;
      await connect(person);
      await focusTerminal(page);
      await page.keyboard.type("PS1='$ '; clear\n");
      await page.keyboard.press("Control+Shift+K");
      const palette = page.getByRole("dialog", { name: "Quick commands" });
      await palette.getByRole("combobox").and(page.locator(":focus")).waitFor();
      await page.keyboard.type("say");
      await palette.getByRole("option").nth(1).waitFor();
      await page.keyboard.press("ArrowDown");
      const chosen = await palette.getByRole("option", { selected: true }).locator("code").textContent();
      await page.keyboard.press("Enter");
      await palette.waitFor({ state: "hidden" });
      await person.terminalShows(`$ ${chosen}`);
      await page.keyboard.press("Enter");
      await person.terminalShows(chosen === "echo quick-$((1+1))" ? "quick-2" : "quick-1");
      expect(person.complaints).toEqual([]);
    });

    it("gives newcomers hints until they have read them, and tells whom to ask who may connect to nothing", async () => {
      const person = await arrive();
      const { page } = person;
      const hints = page.getByRole("region", { name: "Good to know" });
      await hints.getByRole("button", { name: "Got it" }).click();
      await hints.waitFor({ state: "detached" });
      await page.reload();
      await page.getByRole("heading", { name: "Choose an asset to connect to" }).waitFor();
      expect(await hints.count()).toBe(0);
      // In any other browser as well.
      const elsewhere = await arrive();
      await elsewhere.page.getByRole("heading", { name: "Choose an asset to connect to" }).waitFor();
      await elsewhere.page.getByRole("region", { name: "Good to know" }).waitFor({ state: "detached" });

      const { admin, product, password } = world();
      const name = "Nell Newcomer";
      await admin.post("/api/v1/users/users/", {
        name,
        username: "nell",
        email: "nell@example.com",
        password_strategy: "custom",
        password,
      });
      await (await ApiClient.signIn(product.url, "nell", password)).acceptTerms();
      for (const options of [{}, phone]) {
        const newcomer = await arrive(options, "nell");
        await newcomer.page.getByRole("heading", { name: "No assets are granted to you yet" }).waitFor();
        await newcomer.reads(/an administrator of Default/i);
        await newcomer.page.getByRole("button", { name: "Copy message" }).click();
        const copied = await newcomer.page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toContain(`${name} (user name: nell)`);
        expect(newcomer.complaints).toEqual([]);
      }
    });

    it("can be worked with by touch alone on a screen of 360 pixels", async () => {
      const person = await arrive(phone);
      const { page } = person;
      await page.getByLabel("Search assets").fill("web");
      await page.getByRole("treeitem", { name: /web-/ }).tap();
      await page.getByRole("dialog", { name: /web-/ }).getByRole("button", { name: "Connect" }).tap();
      await person.terminalShows("$");
      const row = page.getByRole("toolbar", { name: "Extra keys" });
      const key = (name: string) => row.getByRole("button", { name, exact: true });
      const names = ["Esc", "Tab", "Ctrl", "Alt", "|", "/", "-", "~", "Left", "Up", "Down", "Right"];
      for (const name of names) {
        const box = await key(name).boundingBox();
        expect(box?.width, name).toBeGreaterThanOrEqual(44);
        expect(box?.height, name).toBeGreaterThanOrEqual(36);
        expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(360);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const hasFocus = () =>
        page.evaluate(() => document.activeElement?.classList.contains("xterm-helper-textarea"));

      await focusTerminal(page);
      // What can be interrupted says so itself: an interruption that comes before it has begun is lost.
      await page.keyboard.type("PS1='$ '; clear; sh -c 'echo be\"\"gun; exec sleep 300'\n");
      await person.terminalShows("begun");
      await key("Ctrl").tap();
      expect(await key("Ctrl").getAttribute("aria-pressed")).toBe("true");
      await page.keyboard.type("c");
      await person.terminalShows("^C");
      expect(await key("Ctrl").getAttribute("aria-pressed")).toBe("false");
      await page.keyboard.type("printf 'a b' ");
      await key("|").tap();
      await page.keyboard.type("tr a-b x");
      await key("-").tap();
      await page.keyboard.type("y\n");
      await person.terminalShows("x y$");
      await key("Up").tap();
      await person.terminalShows("x y$ printf 'a b' |tr a-b x-y");
      await key("Left").tap();
      await page.keyboard.type("Z");
      await person.terminalShows("tr a-b x-Zy");
      expect(await hasFocus()).toBe(true);
      await isReadable(page);
      expect(person.complaints).toEqual([]);
    });
  });
}
