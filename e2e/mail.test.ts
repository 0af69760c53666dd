import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { answerOf } from "../server/src/testing/captcha.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../server/src/testing/mail-server.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { type ExternalPostgresql, postgresqlMissing, startPostgresql } from "./support/postgresql.ts";
import { adminPassword, type Product, startProduct } from "./support/product.ts";
import { until } from "./support/world.ts";

const missing = browserMissing() ?? postgresqlMissing();

describe.skipIf(missing !== null)("mails, in a browser and a mailbox", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function open(): Promise<{ product: Product; server: TestMailServer; browser: TestBrowser }> {
    const database: ExternalPostgresql = await startPostgresql();
    closing.push(() => database.stop());
    const server = await startMailServer();
    closing.push(() => server.close());
    const product = await startProduct({ environment: { SALLYPORT_DATABASE_URL: database.url } });
    closing.push(() => product.dispose());
    await configure(database, { ...mailSettings(server), SITE_URL: product.url });
    const browser = await openBrowser();
    closing.push(() => browser.close());
    return { product, server, browser };
  }

  async function configure(database: ExternalPostgresql, settings: Readonly<Record<string, string>>) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const [key, value] of Object.entries(settings)) {
      await client.query("insert into settings (key, value) values ($1, $2)", [key, JSON.stringify(value)]);
    }
    await client.end();
  }

  /** The newest mail to an address whose text has this in it. */
  async function mailWith(server: TestMailServer, address: string, pattern: RegExp): Promise<string> {
    const found = () =>
      server.mails
        .filter(({ envelope }) => envelope.to.includes(address))
        .flatMap(({ text }) => pattern.exec(text ?? "")?.[1] ?? []);
    await until(`a mail to ${address} with ${pattern}`, found, (matches) => matches.length > 0);
    return found().at(-1) ?? "";
  }

  it("a new user sets the first password by a link, forgets it, and sets another by a code", async () => {
    const { product, server, browser } = await open();
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    const ada = { username: "ada", email: "ada@example.com" };
    await admin.post("/api/v1/users/users/", { name: "Ada", ...ada, password_strategy: "email" });

    const page = await browser.context.newPage();
    const person = new ConsolePerson(page, product.url);
    const setPassword = async (password: string) => {
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("New password again").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("The new password is set").waitFor();
    };

    await page.goto(await mailWith(server, ada.email, /^(http:\S+password\/reset\/\S+)$/m));
    await setPassword("First-harbour-1");
    await person.signIn("ada", "First-harbour-1");
    await person.completeAccount();
    await person.signOut();

    await page.goto(`${product.url}/core/auth/login/`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Username").fill("ada");
    const puzzle = await page.locator('input[name="captcha_0"]').inputValue();
    await page.locator('input[name="captcha_1"]').fill(answerOf(product.dataFolder, puzzle));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Mail address").fill("ada@example.com");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code").fill("000000");
    const code = await mailWith(server, ada.email, /^ {4}(\d{6})$/m);
    await page.getByRole("button", { name: "Continue" }).click();
    if (code !== "000000") await person.reads("The code is wrong");
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await setPassword("Second-harbour-2");
    await person.signIn("ada", "Second-harbour-2");
    await mailWith(server, ada.email, /(Your password was changed just now)/);
    expect((await ApiClient.signIn(product.url, "ada", "First-harbour-1").catch(() => null)) === null).toBe(
      true,
    );

    // How to be told is chosen in the profile.
    await person.open("/ui/profile/info");
    const mails = page.getByRole("switch", { name: "Email", exact: true });
    expect(await page.getByRole("switch", { name: "Site message" }).isDisabled()).toBe(true);
    await mails.click();
    await person.reads("It counts from the next message on");
    await page.reload();
    expect(await mails.getAttribute("aria-checked")).toBe("false");
    expect(person.complaints).toEqual([]);
  });
});
