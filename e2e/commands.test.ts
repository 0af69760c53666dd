import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, killHard, type Product } from "./support/product.ts";
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

  it("is held in a browser until somebody approves it, and never sent by what was killed meanwhile", async () => {
    const { admin } = world;
    const reviewer = await admin.get("/api/v1/users/profile/");
    const group = await admin.post("/api/v1/acls/command-groups/", { name: "Zap", content: "zap" });
    await admin.post("/api/v1/acls/command-filter-acls/", {
      name: "Ask first",
      action: "review",
      users: { type: "all" },
      assets: { type: "all" },
      accounts: ["@ALL"],
      command_groups: [group.id],
      reviewers: [reviewer.id],
    });
    const tickets = (): Promise<{ id: string; state: { value: string }; apply_run_command: string }[]> =>
      admin.get("/api/v1/tickets/apply-command-tickets/?order=date_created");
    const decide = async (verb: "approve" | "reject") => {
      const open = (await tickets()).find(({ state }) => state.value === "pending");
      return admin.raw("PUT", `/api/v1/tickets/apply-command-tickets/${open?.id}/${verb}/`, {});
    };
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    const person = new ConsolePerson(await context.newPage(), product.url);
    const { page } = person;
    await person.signIn(world.username, world.password, "/luna/");
    await page.getByLabel("Search assets").fill("web");
    await page.getByRole("treeitem", { name: /web-/ }).click();
    await page.getByRole("dialog", { name: /web-/ }).getByRole("button", { name: "Connect" }).click();
    await person.terminalShows("$");
    await page.keyboard.type("printf 'za''p-%s\\n' ran\n");
    await person.terminalShows("is held until");
    // Whoever waits does so in the gateway: the decision reaches it all the same.
    killHard(product.pid("web"));
    await product.healthy();
    expect(await page.locator(".xterm-rows").textContent()).not.toContain("zap-ran");
    expect((await decide("approve")).status).toBe(200);
    await person.terminalShows("zap-ran");
    await page.keyboard.type("echo za''p-refused\n");
    await until("the second question", tickets, (all) => all.length === 2);
    expect((await decide("reject")).status).toBe(200);
    await person.terminalShows("rejected");
    await person.terminalShows("^C");
    await page.keyboard.type("echo za''p-killed\n");
    await until("the third question", tickets, (all) => all.length === 3);
    killHard(product.pid("gateway"));
    // It closes with its session, which the next gateway finds.
    const all = await until("the end of the question", tickets, (rows) =>
      rows.every(({ state }) => state.value !== "pending"),
    );
    expect(all.map(({ state }) => state.value)).toEqual(["approved", "rejected", "closed"]);
    const late = await admin.raw("PUT", `/api/v1/tickets/apply-command-tickets/${all[2]?.id}/approve/`, {});
    expect([late.status, late.body.code]).toEqual([400, "ticket_closed"]);
    const rows = await admin.get("/api/v1/terminal/commands/?input=za%27%27p&order=timestamp");
    expect(JSON.stringify(rows)).not.toContain("zap-killed");
  });
});
