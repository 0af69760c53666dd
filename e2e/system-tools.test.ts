import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing, startOpenSsh } from "../server/src/engine/testing/openssh.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

describe.skipIf(browserMissing() !== null)("the tools of the settings", () => {
  let product: Product;
  let target: Server;
  let browser: TestBrowser;
  let person: ConsolePerson;
  const targetPort = () => String((target.address() as AddressInfo).port);

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
    await panel.getByLabel("Port").fill(targetPort());
    await panel.getByRole("button", { name: "Run" }).click();
    await panel.getByText("It says: 220 target").waitFor();
    await panel.getByText("Done").waitFor();
  });

  it.skipIf(opensshMissing() !== null)("look around from the gateway that somebody chooses", async () => {
    const { page } = person;
    const sshd = await startOpenSsh();
    try {
      const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
      const domain = await admin.post("/api/v1/assets/domains/", { name: "Harbor" });
      const { username, privateKey, port } = sshd;
      await admin.post("/api/v1/assets/gateways/", {
        name: "Breakwater",
        address: "127.0.0.1",
        platform: 11,
        domain: domain.id,
        protocols: [{ name: "ssh", port }],
        accounts: [{ name: "way", username, secret_type: "ssh_key", secret: privateKey, privileged: true }],
      });
      await page.reload();
      await page.getByRole("tab", { name: "Telnet" }).click();
      const telnet = page.getByRole("tabpanel", { name: "Telnet" });
      await person.choose("From", "Breakwater");
      await telnet.getByLabel("Address or host name").fill("127.0.0.1");
      await telnet.getByLabel("Port").fill(targetPort());
      await telnet.getByRole("button", { name: "Run" }).click();
      await telnet.getByText("from the gateway Breakwater").waitFor();
      await telnet.getByText("It says: 220 target").waitFor();

      await page.getByRole("tab", { name: "Port scan" }).click();
      const scan = page.getByRole("tabpanel", { name: "Port scan" });
      await person.choose("From", "Breakwater");
      await scan.getByLabel("Addresses").fill("127.0.0.1");
      await scan.getByLabel("Ports").fill(targetPort());
      await scan.getByRole("button", { name: "Run" }).click();
      await scan.getByText(`${targetPort()}/tcp open`).waitFor();

      // What needs more than a TCP connection runs from the server alone, and offers nothing else.
      await page.getByRole("tab", { name: "Ping" }).click();
      await page.getByRole("tabpanel", { name: "Ping" }).getByRole("button", { name: "Run" }).waitFor();
      expect(await page.getByLabel("From", { exact: true }).count()).toBe(0);
      expect(person.complaints).toEqual([]);
    } finally {
      await sshd.stop();
    }
  });
});
