import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, killHard, type Product } from "./support/product.ts";
import { buildWorld, linuxPlatform, until, type World } from "./support/world.ts";

const logPath = (task: string): string => `/core/ops/celery/task/${task}/log/?type=celery`;

describe.skipIf(opensshMissing() !== null)("tasks", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let silent: Server;
  let silentHost: string;
  const waiting = new Set<Socket>();
  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    silent = createServer((socket) => {
      waiting.add(socket);
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const host = await world.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
      name: "silent",
      address: "127.0.0.1",
      platform: { pk: linuxPlatform },
      protocols: [{ name: "ssh", port: typeof address === "object" ? (address?.port ?? 0) : 0 }],
      accounts: [{ name: "root", username: "root", secret_type: "password", secret: "never-asked" }],
    });
    silentHost = host.id;
    browser = await openBrowser();
    const profile = await browser.profile();
    person = new ConsolePerson(await profile.newPage(), product.url);
    await person.signIn("admin", adminPassword);
  });
  afterAll(async () => {
    await browser?.close();
    for (const socket of waiting) socket.destroy();
    silent?.close();
    await world?.close();
    await product?.dispose();
  });

  const test = async (host: string): Promise<string> =>
    (await world.admin.post(`/api/v1/assets/assets/${host}/tasks/`, { action: "test" })).task;
  const shown = (text: string | RegExp) =>
    person.page.locator(".xterm-rows").getByText(text).first().waitFor();
  const state = (text: string) =>
    person.page.getByRole("status").getByText(text).waitFor({ timeout: 60_000 });

  it("are followed in a window of their own, and stand in the list with how they went", async () => {
    const { page } = person;
    await person.open("/ui/settings/tasks");
    await page.getByRole("heading", { name: "System tasks" }).waitFor();

    const task = await test(world.hostId);
    await person.open(logPath(task));
    await state("Ended");
    await shown(/Test asset connectivity started at/);
    await shown(/\(127\.0\.0\.1\): OK/);
    await shown("1 succeeded, 0 failed, 0 skipped");
    const header = page.locator("header");
    expect(await header.textContent()).toContain(task);
    expect(await header.locator("dd[data-start]").textContent()).toMatch(/^\d{4}\/\d\d\/\d\d/);

    await person.open("/ui/settings/tasks");
    const row = page.getByRole("row").filter({ hasText: "Test asset connectivity" });
    await row.getByText("1/1").waitFor();
    await row.getByText("Good").waitFor();
    await row.getByRole("link", { name: "Test asset connectivity" }).click();
    await page.getByRole("heading", { name: "System task: Test asset connectivity" }).waitFor();
    await page.getByRole("tab", { name: "Executions" }).click();
    const execution = page.getByRole("row").filter({ hasText: task });
    await execution.getByText("Succeeded").waitFor();

    const popup = page.waitForEvent("popup").catch(() => null);
    await execution.getByRole("button", { name: "Run again" }).click();
    const opened = await popup;
    await opened?.getByRole("status").getByText("Ended").waitFor({ timeout: 60_000 });
    await opened?.close();
    await page.getByRole("row").filter({ hasText: "Succeeded" }).nth(1).waitFor();
    expect(person.complaints).toEqual([]);
  }, 180_000);

  it("are stopped from the list, and the log says so", async () => {
    const { page } = person;
    const task = await test(silentHost);
    await until(
      "the silent host to be reached",
      () => waiting.size,
      (count) => count > 0,
    );
    await person.open("/ui/profile/tasks");
    const row = page.getByRole("row").filter({ hasText: "Running" });
    await row.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
    await until(
      "the execution to end",
      () => world.admin.get(`/api/v1/ops/task-executions/${task}/`),
      ({ is_finished }) => is_finished,
    );
    await person.open(logPath(task));
    await shown("Stopped by a user.");
    await state("Ended");
    expect(person.complaints).toEqual([]);
  }, 120_000);

  it("survive kill -9 of their worker, and whoever follows them sees it", async () => {
    const before = waiting.size;
    const task = await test(silentHost);
    await until(
      "the silent host to be reached",
      () => waiting.size,
      (count) => count > before,
    );
    await person.open(logPath(task));
    await shown(/Test asset connectivity started at/);
    const runners = () => product.processes().filter(({ command }) => /dist\/runner\.js/.test(command));
    expect(runners().length).toBe(1);
    const [left] = runners();
    killHard(product.pid("web"));
    await state("Connection lost. Reconnecting…");
    await until(
      "the execution to be begun again",
      () => waiting.size,
      (count) => count > before + 1,
      60,
    );
    await product.healthy();
    await shown("The previous worker was lost. Starting over.");
    expect(runners().map(({ pid }) => pid)).not.toContain(left?.pid);
    for (const socket of waiting) socket.destroy();
    await state("Ended");
    await shown(/silent\(127\.0\.0\.1\): failed/);
    const { result } = await world.admin.get(`/api/v1/ops/task-executions/${task}/`);
    expect(result).toEqual({ success: 0, failed: 1, skipped: 0, first_problem: expect.stringMatching(/./) });
  }, 180_000);
});
