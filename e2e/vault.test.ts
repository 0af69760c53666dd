import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../server/src/engine/testing/free-port.ts";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { startVault, type TestVault } from "../server/src/testing/vault-server.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { removeDataFolder } from "./support/data-folder.ts";
import { copyPrepared } from "./support/prepared.ts";
import { adminPassword, type Product, startProduct } from "./support/product.ts";
import { buildWorld, type TerminalSession, type World } from "./support/world.ts";

describe.skipIf((browserMissing() ?? opensshMissing()) !== null)("secrets in a vault", () => {
  let dataFolder: string | undefined;
  let vault: TestVault;
  let httpPort: number;
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let person: ConsolePerson;

  beforeAll(async () => {
    vault = await startVault();
    httpPort = await freePort();
    ({ dataFolder } = await copyPrepared("installed"));
    product = await startProduct({ dataFolder, httpPort });
    world = await buildWorld(product);
    browser = await openBrowser();
    person = new ConsolePerson(await (await browser.profile()).newPage(), product.url);
    await person.signIn("admin", adminPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.stop();
    await vault?.close();
    if (dataFolder !== undefined) removeDataFolder(dataFolder);
  });

  /** Starts the product anew, as the configuration says. */
  async function restart(isOn: boolean): Promise<void> {
    await product.stop();
    const environment: Record<string, string> = isOn ? { SALLYPORT_VAULT_ENABLED: "true" } : {};
    product = await startProduct({ dataFolder: product.dataFolder, httpPort, environment });
  }

  const button = (name: string) => person.page.getByRole("button", { name, exact: true });

  /** Presses the button that moves secrets, and reads the log in its window to the end. */
  async function move(name: string): Promise<void> {
    const [log] = await Promise.all([person.page.waitForEvent("popup"), button(name).click()]);
    await log.getByRole("status").getByText("Ended").waitFor({ timeout: 60_000 });
    await log.locator(".xterm-rows").getByText(", 0 not moved").waitFor();
    await log.close();
  }

  async function works(terminal: TerminalSession, word: string): Promise<void> {
    terminal.type(`echo ${word}''ed\r`);
    await terminal.see(`${word}ed\r\n`);
  }

  it("are entered and tested while it is off, and nothing moves", async () => {
    const { page } = person;
    await person.open("/ui/settings/features?activeTab=Vault");
    await person.reads("Secrets are stored in the database");
    expect(await button("Sync").isDisabled()).toBe(true);
    await person.fill("Address", vault.origin);
    await page.getByText("Update", { exact: true }).click();
    await person.fill("Token", "not-the-token");
    await button("Test").click();
    await person.reads("The vault rejected the token");
    await person.fill("Token", vault.token);
    await button("Test").click();
    await person.reads("A test secret was written to the vault and read back");
    await person.save();
    await person.reads("The change takes effect immediately");
    expect(await page.content()).not.toContain(vault.token);
    expect(vault.secrets()).toEqual([]);
  });

  it("are moved there, and sessions sign in with them; those that are open outlive it", async () => {
    await restart(true);
    await person.open("/ui/settings/features?activeTab=Vault");
    await person.reads("still in the database");
    await move("Sync");
    await person.page.getByText("still in the database").waitFor({ state: "hidden" });
    expect(vault.secrets().length).toBeGreaterThan(0);

    const terminal = await world.connect();
    await works(terminal, "reach");
    vault.fault = () => ({ status: 503, body: { errors: ["Vault is sealed"] } });
    await expect(world.connect()).rejects.toThrow();
    await works(terminal, "outliv");
    await terminal.close();
    vault.fault = () => undefined;
  });

  it("come back, and it is needed no more", async () => {
    await restart(false);
    await person.open("/ui/settings/features?activeTab=Vault");
    await person.reads("still in the vault");
    await move("Move back to the database");
    await person.page.getByText("still in the vault").waitFor({ state: "hidden" });
    vault.fault = () => "drop";
    const terminal = await world.connect();
    await works(terminal, "return");
    await terminal.close();
  });
});
