import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, it } from "vitest";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

describe.skipIf(browserMissing() !== null)("the tools of the settings", () => {
  let product: Product;
  let target: Server;
  let browser: TestBrowser;
  let person: ConsolePerson;

  beforeAll(async () => {
    target = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end("220 target\r\n");
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    product = await startPrepared({ environment: { SALLYPORT_LOCAL_TARGETS: "127.0.0.1" } });
    browser = await openBrowser();
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn("admin", adminPassword, "/ui/settings/tools");
  });
  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    target?.close();
  });

  it("say whether a port of a machine is reached from the server", async () => {
    const { page } = person;
    await page.getByText("Server time:").waitFor();
    await page.getByRole("tab", { name: "Telnet" }).click();
    const panel = page.getByRole("tabpanel", { name: "Telnet" });
    await panel.getByLabel("Address or host name").fill("127.0.0.1");
    await panel.getByLabel("Port").fill(String((target.address() as AddressInfo).port));
    await panel.getByRole("button", { name: "Run" }).click();
    await panel.getByText("It says: 220 target").waitFor();
    await panel.getByText("Done").waitFor();
  });
});
