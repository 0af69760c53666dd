import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, UnexpectedAnswer } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { withDatabase } from "./support/database.ts";
import { type Product, startProduct } from "./support/product.ts";

const chosen = "Quiet-Meadow-77";

describe.skipIf(browserMissing() !== null)("signing in", () => {
  let product: Product;
  let browser: TestBrowser;
  beforeAll(async () => {
    // Nobody chose a password: it is generated and printed.
    product = await startProduct({ environment: { SALLYPORT_ADMIN_PASSWORD: "" } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("for the first time has a password of one's own set, and is one sign-in", async () => {
    const printed = /admin \/ (\S+)/.exec(product.said())?.[1] ?? "";
    const page = await (await browser.profile()).newPage();
    const person = new ConsolePerson(page, product.url);
    await page.goto(`${product.url}/ui/`);
    await page.getByLabel("Username").fill("admin");
    await page.getByLabel("Password").fill(printed);
    await page.getByRole("button", { name: "Sign in" }).click();

    await page.getByRole("heading", { name: "Set a new password" }).waitFor();
    await page.getByText("has to be changed before it can be used").waitFor();
    await page.getByLabel("New password", { exact: true }).fill("short");
    await page.getByText("Weak").waitFor();
    await page.getByLabel("New password again").fill("short");
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.getByRole("alert").getByText("at least 12 characters").waitFor();
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByText("Strong").waitFor();
    await page.getByLabel("New password again").fill(chosen);
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).waitFor();

    await person.signOut();
    await person.signIn("admin", chosen);
    await page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).waitFor();
    expect(person.complaints).toEqual([]);
    await expect(ApiClient.withToken(product.url, "admin", printed)).rejects.toThrow("password_failed");
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
    const picture = page.getByAltText("A sum to work out");
    const before = await picture.getAttribute("src");
    await page.getByRole("button", { name: "Another one" }).click();
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
