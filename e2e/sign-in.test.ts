import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../server/src/engine/testing/openssh.ts";
import { ApiClient, UnexpectedAnswer } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { withDatabase } from "./support/database.ts";
import { type Hands, keyboardHands, mouseHands, phoneHands } from "./support/hands.ts";
import { goNewcomersWay, newcomerLine } from "./support/newcomer.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product, startProduct } from "./support/product.ts";

const chosen = "Quiet-Meadow-77";

const missing = browserMissing() ?? opensshMissing();

describe.skipIf(missing !== null)("signing in", () => {
  let product: Product;
  let browser: TestBrowser;
  let sshd: OpenSshServer;
  beforeAll(async () => {
    // Nobody chose a password: it is generated and printed.
    product = await startProduct({ environment: { SALLYPORT_ADMIN_PASSWORD: "" } });
    browser = await openBrowser();
    sshd = await startOpenSsh();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    await sshd?.stop();
  });

  it("for the first time is the beginning of a way to a first recording, by mouse", async () => {
    const printed = /admin \/ (\S+)/.exec(product.said())?.[1] ?? "";
    const page = await (await browser.profile()).newPage();
    const way = await goNewcomersWay(
      {
        page,
        url: product.url,
        language: "en",
        hands: mouseHands,
        sshd,
        username: "admin",
        given: printed,
        chosen,
      },
      () => mouseHands,
    );
    process.stdout.write(`${newcomerLine("mouse, English", way)}\n`);
    expect(way.acts).toBeLessThanOrEqual(20);

    const person = new ConsolePerson(page, product.url);
    await person.signOut();
    await person.signIn("admin", chosen);
    await page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).waitFor();
    expect(person.complaints).toEqual([]);
    await expect(ApiClient.withToken(product.url, "admin", printed)).rejects.toThrow("password_failed");
  });

  it.each([
    { language: "zh", locale: "zh-CN", how: "keyboard, Chinese" },
    { language: "ja", locale: "ja-JP", how: "phone, Japanese" },
  ] as const)("is the beginning of that way: $how", async ({ language, locale, how }) => {
    const empty = await startPrepared();
    const isPhone = language === "ja";
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const profile = await browser.profile({ locale, ...(isPhone ? phone : {}) });
    try {
      await withDatabase(empty, (client) =>
        client.query("update users set need_update_password = true where username = 'admin'"),
      );
      const page = await profile.newPage();
      const handsOf = (tab: Page): Hands => (isPhone ? phoneHands : keyboardHands(tab));
      const newcomer = {
        page,
        url: empty.url,
        language,
        sshd,
        username: "admin",
        given: adminPassword,
        chosen,
      };
      const way = await goNewcomersWay({ ...newcomer, hands: handsOf(page) }, handsOf);
      process.stdout.write(`${newcomerLine(how, way)}\n`);
    } finally {
      await profile.close();
      await empty.dispose();
    }
  });

  it("is blocked after too many tries, and works again when an administrator unblocks", async () => {
    const admin = await ApiClient.withToken(product.url, "admin", chosen);
    const user = await admin.post("/api/v1/users/users/", {
      name: "Ida Pier",
      username: "ida",
      email: "ida@example.com",
      password_strategy: "custom",
      password: chosen,
    });
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await expect(ApiClient.withToken(product.url, "ida", "a guess")).rejects.toThrow(UnexpectedAnswer);
    }
    const page = await (await browser.profile()).newPage();
    await page.goto(`${product.url}/core/auth/login/`);
    const signIn = async (): Promise<void> => {
      await page.getByLabel("Username").fill("ida");
      await page.getByLabel("Password").fill(chosen);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn();
    await page.getByRole("alert").getByText("locked for 30 minutes").waitFor();
    // From now on the name has to solve a sum from this address, of which a new one can be had.
    const picture = page.getByAltText("Image of a sum");
    const before = await picture.getAttribute("src");
    await page.getByRole("button", { name: "Show another" }).click();
    await expect.poll(() => picture.getAttribute("src")).not.toBe(before);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await admin.patch(`/api/v1/users/users/${user.id}/unblock/`, {});
    await anHourPasses(product);
    await page.goto(`${product.url}/core/auth/login/?next=/ui/profile/info`);
    await signIn();
    await page.waitForURL(/\/ui\//);
  });
});

/** The time for which somebody has to solve sums is over. */
async function anHourPasses(product: Product): Promise<void> {
  await withDatabase(product, (client) =>
    client.query("update captcha_marks set date_expired = date_expired - interval '61 minutes'"),
  );
}
