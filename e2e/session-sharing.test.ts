import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { ApiClient } from "./support/api.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import type { Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const password = "Quiet-Meadow-77";

describe.skipIf(opensshMissing() !== null)("a session of one's own", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    browser = await openBrowser();
    for (const [name, username] of [
      ["Grace", "grace"],
      ["Edsger", "edsger"],
    ] as const) {
      await world.admin.post("/api/v1/users/users/", {
        name,
        username,
        email: `${username}@example.com`,
        password_strategy: "custom",
        password,
      });
      await (await ApiClient.signIn(product.url, username, password)).acceptTerms();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.stop();
  });

  /** Somebody signed in, in a profile of their own. */
  async function person(username: string, width = 1440): Promise<ConsolePerson> {
    const context = await browser.profile({ viewport: { width, height: 900 } });
    const someone = new ConsolePerson(await context.newPage(), product.url);
    await someone.signIn(username, password);
    return someone;
  }

  it("is shared with a colleague, who types, reads and is removed", async () => {
    const ada = await person(world.username);
    await ada.open(`/luna/?login_to=${world.hostId}`);
    await ada.page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click();
    await ada.terminalShows("$");
    await ada.page.getByRole("toolbar").getByRole("button", { name: "Share session" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Share this session" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const code = (await dialog.locator(".share-code").textContent()) ?? "";
    const address = (await dialog.locator(".share-address").textContent()) ?? "";
    expect(address).toMatch(new RegExp(`^${product.url}/koko/share/[0-9a-f-]{36}/$`));

    const grace = await person("grace", 390);
    await grace.open(new URL(address).pathname);
    await grace.page.getByLabel("Code").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await grace.page.emulateMedia({ colorScheme });
      expect(await seriousFindings(grace.page, "body"), `the code, ${colorScheme}`).toEqual([]);
      expect(await seriousFindings(ada.page, "[role=dialog]"), "the links").toEqual([]);
      await ada.page.emulateMedia({ colorScheme: colorScheme === "light" ? "dark" : "light" });
    }
    await grace.page.getByLabel("Code").fill("wrong");
    await grace.page.getByRole("button", { name: "Join" }).click();
    await grace.reads("The code is wrong.");
    await grace.page.getByRole("button", { name: "Enter the code again" }).click();
    await grace.page.getByLabel("Code").fill(code.toLowerCase());
    await grace.page.getByRole("button", { name: "Join" }).click();
    await grace.reads("You can type");
    await grace.terminalShows("$");
    expect(await seriousFindings(grace.page, "body"), "joined").toEqual([]);
    await grace.page.keyboard.type("echo from-gr''ace\n");
    await ada.terminalShows("from-grace");
    await grace.terminalShows("from-grace");
    await dialog.getByText("Grace(grace)").waitFor();

    await dialog.getByRole("switch", { name: "Grace(grace) can type" }).click();
    await grace.reads("You can only read");
    await grace.page.locator(".xterm").click();
    await grace.page.keyboard.type("echo lo''st\n");
    await grace.reads("What you type is not sent.");
    await dialog.getByRole("button", { name: "Remove: Grace(grace)" }).click();
    await ada.page
      .getByRole("dialog", { name: /^Remove Grace/ })
      .getByRole("button", { name: "Remove" })
      .click();
    await grace.reads("You were removed from this session.");
    await ada.terminalShows("Grace(grace) was removed from this session.");
    await dialog.getByText("No one has joined yet.").waitFor();
    await ada.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await ada.page.locator(".xterm").click();
    await ada.page.keyboard.type("echo af''ter; exit\n");
    await ada.terminalShows("after");
    await ada.reads("The session has ended");

    const [session] = await until(
      "the end of the session",
      () => world.admin.get("/api/v1/terminal/sessions/?is_finished=true"),
      (sessions) => sessions.length === 1,
    );
    const commands = await world.admin.get(`/api/v1/terminal/commands/?session_id=${session.id}`);
    const said = commands.map(({ user, input }: { user: string; input: string }) => `${user} ${input}`);
    expect(said).toContain("Grace(grace) echo from-gr''ace");
    expect(said.some((line: string) => line.includes("lo''st"))).toBe(false);
    const records = await world.admin.get(`/api/v1/terminal/session-join-records/?session=${session.id}`);
    expect(records.map(({ reason }: { reason: string }) => reason)).toEqual([
      "Removed",
      "The code is wrong.",
    ]);
    expect(JSON.stringify(records)).not.toContain(code);
    expect([...ada.complaints, ...grace.complaints]).toEqual([]);
  });

  it("opens to no guesses, strangers and late comers", async () => {
    const terminal = await world.connect();
    const { sessionId } = terminal;
    const share = (body: object) => world.user.post(`/api/v1/sallyport/sessions/${sessionId}/sharing/`, body);
    const users = await world.admin.get("/api/v1/users/users/?username=edsger");
    const [open, named] = [
      await share({ expired_time: 5 }),
      await share({ expired_time: 5, users: [users[0].id], action_permission: "readonly" }),
    ];
    const grace = await person("grace");
    const enter = async (code: string, again: boolean) => {
      if (again) await grace.page.getByRole("button", { name: "Enter the code again" }).click();
      await grace.page.getByLabel("Code").fill(code);
      await grace.page.getByRole("button", { name: "Join" }).click();
    };
    await grace.open(`/luna/share/${open.id}`);
    for (let count = 0; count < 5; count += 1) {
      await enter("0000", count > 0);
      await grace.reads("The code is wrong.");
    }
    await enter(open.verify_code, true);
    await grace.reads("The code was entered incorrectly too many times.");
    // The code in the address goes no further than the page.
    await grace.open(`/koko/share/${named.id}/#${named.verify_code}`);
    await grace.reads("This link is for other people.");
    expect(grace.page.url()).not.toContain(named.verify_code);

    const edsger = await person("edsger");
    await edsger.open(`/koko/share/${named.id}/#${named.verify_code}`);
    await edsger.reads("You can only read");
    await world.user.raw("DELETE", `/api/v1/sallyport/session-sharings/${named.id}/`);
    await edsger.reads("This link is not active.");
    await edsger.open(`/luna/share/${open.id}#${open.verify_code}`);
    await edsger.reads("You can type");
    await terminal.close();
    await edsger.reads("The session has ended");
    await edsger.open(`/koko/share/${open.id}/#${open.verify_code}`);
    await edsger.reads("This link is not active.");
    expect([...grace.complaints, ...edsger.complaints]).toEqual([]);
  });
});
