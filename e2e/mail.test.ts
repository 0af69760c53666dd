import { afterEach, describe, expect, it } from "vitest";
import { answerOf } from "../server/src/testing/captcha.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../server/src/testing/mail-server.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { mailWith } from "./support/mailbox.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

describe.skipIf(browserMissing() !== null)("mails, in a browser and a mailbox", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function open() {
    const server: TestMailServer = await startMailServer();
    closing.push(() => server.close());
    const product: Product = await startPrepared();
    closing.push(() => product.dispose());
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    await admin.patch("/api/v1/settings/setting/?category=basic", { SITE_URL: product.url });
    await admin.patch("/api/v1/settings/setting/?category=email", mailSettings(server));
    const browser: TestBrowser = await openBrowser();
    closing.push(() => browser.close());
    return { product, server, browser, admin };
  }

  it("a new user sets the first password by a link, forgets it, and sets another by a code", async () => {
    const { product, server, browser, admin } = await open();
    const ada = { username: "ada", email: "ada@example.com" };
    await admin.post("/api/v1/users/users/", { name: "Ada", ...ada, password_strategy: "email" });

    const page = await browser.context.newPage();
    const person = new ConsolePerson(page, product.url);
    const setPassword = async (password: string) => {
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("Confirm new password").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("Password changed").waitFor();
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
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code").fill("000000");
    const code = await mailWith(server, ada.email, /^ {4}(\d{6})$/m);
    await page.getByRole("button", { name: "Continue" }).click();
    if (code !== "000000") await person.reads("Wrong code.");
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await setPassword("Second-harbour-2");
    await person.signIn("ada", "Second-harbour-2");
    await mailWith(server, ada.email, /(Your password was just changed)/);
    expect((await ApiClient.signIn(product.url, "ada", "First-harbour-1").catch(() => null)) === null).toBe(
      true,
    );

    // How to be told is chosen in the profile.
    await person.open("/ui/profile/info");
    const mails = page.getByRole("switch", { name: "Email", exact: true });
    expect(await page.getByRole("switch", { name: "Site message" }).isDisabled()).toBe(true);
    await mails.click();
    await person.reads("The change applies to new messages");
    await page.reload();
    expect(await mails.getAttribute("aria-checked")).toBe("false");
    expect(person.complaints).toEqual([]);
  });

  it("an administrator chooses who is told what happens here", async () => {
    const { product, browser, admin } = await open();
    await admin.post("/api/v1/users/users/", {
      name: "Mia Watch",
      username: "mia",
      email: "mia@example.com",
      password_strategy: "email",
    });
    const page = await browser.context.newPage();
    const person = new ConsolePerson(page, product.url);
    await person.signIn("admin", adminPassword);
    await person.open("/ui/settings/msg");
    await page.getByRole("tab", { name: "Subscriptions" }).click();
    const row = page.getByRole("row").filter({ hasText: "Command reject" });
    await row.getByText("No recipients").waitFor();
    await row.getByRole("checkbox", { name: "Command reject: Email" }).check();
    await person.reads("The change takes effect immediately");
    await row.getByRole("button", { name: "Edit recipients" }).click();
    await person.choose("Users", "Mia Watch");
    await page.getByRole("button", { name: "Confirm" }).click();
    await row.getByText("Mia Watch(mia)").waitFor();
    const kept = await admin.get("/api/v1/notifications/system-msg-subscription/CommandAlertMessage/");
    expect(kept).toMatchObject({ receive_backends: ["email", "site_msg"], receivers: [{ email: true }] });
    expect(person.complaints).toEqual([]);
  });
});
