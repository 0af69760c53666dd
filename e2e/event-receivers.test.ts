import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Hook, startHook } from "../server/src/testing/webhook.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

describe.skipIf(browserMissing() !== null)("a receiver of events that is added in the console", () => {
  let product: Product;
  let hook: Hook;
  let browser: TestBrowser;
  let person: ConsolePerson;

  beforeAll(async () => {
    hook = await startHook();
    product = await startPrepared({ environment: { SALLYPORT_LOCAL_TARGETS: "127.0.0.1" } });
    browser = await openBrowser();
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn("admin", adminPassword, "/ui/settings/event-receivers");
  });
  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    hook?.close();
  });

  it("is tested, gets what happens, and shows how far it is", async () => {
    const { page } = person;
    await page.getByRole("button", { name: "Create event receiver" }).first().click();
    await person.fill("Name", "Collector");
    await person.fill("Address", hook.url);
    await person.fill("Signing key", "a key that nobody guesses");
    await person.save();
    await page.getByRole("heading", { name: "Collector" }).waitFor();
    hook.answer = 404;
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("404 thanks").first().waitFor();
    hook.answer = 200;
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("The receiver took the test event.").waitFor();
    // What making it did is told by the worker.
    await vi.waitFor(
      () =>
        expect(hook.taken).toContainEqual(
          expect.objectContaining({ kind: "object.created", object: "Collector" }),
        ),
      { timeout: 30_000, interval: 100 },
    );
    await page.getByRole("tab", { name: "Delivery log" }).click();
    await page.getByRole("row", { name: /Test/ }).first().waitFor();
    await page.goto(`${product.url}/ui/settings/event-receivers`);
    await person.row("Collector").getByText("Up to date").waitFor();
  });
});
