import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

describe.skipIf(opensshMissing() !== null)("what was run in a session", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let sessionId: string;

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    browser = await openBrowser();
    const terminal = await world.connect();
    sessionId = terminal.sessionId;
    for (const command of ["echo sal''utations", "printf 'first\\nsecond\\n'", "echo 你''好"]) {
      terminal.type(`${command}\r`);
      await terminal.see(
        command.startsWith("printf") ? "second" : command.includes("sal") ? "salutations" : "你好",
      );
    }
    terminal.type("read -rs -p 'Wo''rd: ' word; echo ta''ken\r");
    await terminal.see("Word: ");
    terminal.type("open-sesame\r");
    await terminal.see("taken");
    terminal.type("exit\r");
    await terminal.closed;
    await until(
      "the end of the session",
      () => world.session(sessionId),
      (session) => session.is_finished === true,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
  });

  const open = async (path: string): Promise<Page> => {
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    const person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn("admin", adminPassword, path.split("?")[0]);
    await person.page.goto(`${product.url}${path}`);
    return person.page;
  };

  it("is stored as it was seen, and what was typed without echo is nowhere", async () => {
    const rows = await world.admin.get(`/api/v1/terminal/commands/?session_id=${sessionId}&order=timestamp`);
    expect(rows.map(({ input }: { input: string }) => input)).toEqual([
      "echo sal''utations",
      "printf 'first\\nsecond\\n'",
      "echo 你''好",
      "read -rs -p 'Wo''rd: ' word; echo ta''ken",
      "exit",
    ]);
    expect(rows[1].output).toBe("first\nsecond");
    expect(JSON.stringify(rows)).not.toContain("sesame");
    expect(await world.session(sessionId)).toMatchObject({ has_command: true, command_amount: 5 });
  });

  it("is listed by where it is kept, unfolds to what it put out, and leads to the replay", async () => {
    const page = await open("/ui/audit/sessions/command");
    await page.getByRole("button", { name: "Show the tree" }).click();
    await page.getByRole("button", { name: /^default\(Server\)\(5\)$/ }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "printf" });
    await row.getByRole("button", { name: /Show the details/ }).click();
    const details = page.locator(".command-details pre");
    expect(await details.textContent()).toBe("$ printf 'first\\nsecond\\n'\nfirst\nsecond");
    const play = await row.getByRole("link", { name: "Replay" }).getAttribute("href");
    expect(play).toMatch(new RegExp(`^/luna/replay/${sessionId}\\?timestamp=\\d+$`));
    await page.getByRole("searchbox").or(page.locator("[data-list-search]")).first().fill("utations");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^default\(Server\)\(1\)$/ }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.goto(`${product.url}${play}`);
    await page.getByText("Ada(").first().waitFor();
  });

  it("stands in the session it belongs to, in its order", async () => {
    const page = await open(`/ui/audit/sessions/sessions/${sessionId}?activeTab=SessionCommand`);
    await page.getByRole("row").nth(5).waitFor();
    const first = page.getByRole("row").nth(1);
    expect(await first.textContent()).toContain("echo sal''utations");
  });
});
