import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, bindAuthenticator } from "./support/authenticator.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { openStage, type Person, type Stage } from "./support/stage.ts";

const secret = "Tide-4-Harbour-Lantern";
const former = "Ebb-3-Harbour-Lantern";
const organizationAdministrator = "00000000-0000-0000-0000-000000000005";

describe.skipIf(browserMissing() !== null)("the secret of an account, in the browser", () => {
  let stage: Stage;
  let keeper: Person;
  let accountId: string;
  beforeAll(async () => {
    stage = await openStage();
    keeper = await stage.newPerson({ org_roles: [organizationAdministrator] });
    const [host] = (await stage.admin.get("/api/v1/assets/hosts/?limit=1")).results;
    const account = { asset: host.id, name: "tide", username: "tide", secret: former };
    accountId = (await stage.admin.post("/api/v1/accounts/accounts/", account)).id;
    await stage.admin.raw("PATCH", `/api/v1/accounts/accounts/${accountId}/`, { secret });
  });
  afterAll(async () => {
    await stage?.clear();
    await stage?.close();
  });

  /** Signs in with a code of the authenticator. */
  async function signIn(page: Page, phone: Authenticator): Promise<void> {
    await page.goto(`${stage.url}/ui/`);
    await page.waitForURL(/\/core\/auth\/login\//);
    await page.getByLabel("Username").fill(keeper.username);
    await page.getByLabel("Password").fill(keeper.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
    await page.getByLabel("Code", { exact: true }).fill(phone.next());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/ui\//);
  }

  it("is shown after a code of the authenticator, recorded, and gone when it is closed", async () => {
    const page = await stage.page(null);
    const person = new ConsolePerson(page, stage.url);
    const phone = await bindAuthenticator(stage.url, keeper);
    await signIn(page, phone);
    const inPage = () =>
      page.evaluate((text) => {
        const typed = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
          ({ value }) => value,
        );
        return (
          document.documentElement.outerHTML.includes(text) || typed.some((value) => value.includes(text))
        );
      }, secret);
    const readings = async () =>
      (await stage.admin.get("/api/v1/audits/operate-logs/?action=view&limit=50")).results.filter(
        ({ resource_type, resource }: { resource_type: string; resource: string }) =>
          /account/i.test(resource_type) && resource === "tide",
      );

    await person.open("/ui/console/accounts/accounts?search=tide");
    await page.getByRole("button", { name: "Actions for tide" }).click();
    await page.getByRole("menuitem", { name: "View secret" }).click();
    const question = page.getByRole("dialog", { name: "Confirm your identity" });
    const code = question.getByLabel("Verification code");
    await code.waitFor();
    expect(await inPage()).toBe(false);
    // A wrong code shows nothing, and is not recorded as a reading.
    await code.fill("000000");
    await question.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    expect(await inPage()).toBe(false);
    expect(await readings()).toEqual([]);

    await code.fill(phone.next());
    const view = page.getByRole("dialog", { name: "Secret of tide" });
    await view.getByRole("textbox").waitFor();
    expect(await view.getByRole("textbox").inputValue()).toBe(secret);
    const recorded = await readings();
    expect(recorded).toMatchObject([{ user: expect.stringContaining(keeper.username) }]);
    expect(JSON.stringify(recorded)).not.toContain(secret);

    await view.getByRole("button", { name: "Close" }).last().click();
    await view.waitFor({ state: "detached" });
    expect(await inPage()).toBe(false);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain(secret);

    // Confirmed lately: the next one needs no code, and is recorded again.
    await page.getByRole("button", { name: "Actions for tide" }).click();
    await page.getByRole("menuitem", { name: "View secret" }).click();
    await view.getByRole("textbox").waitFor();
    expect(await readings()).toHaveLength(2);
    // What it was before is a reading of its own, and covered until it is asked for.
    await view.getByRole("button", { name: "Previous secrets" }).click();
    const before = page.getByRole("dialog", { name: "Previous secrets of tide" });
    await before.getByRole("button", { name: "Show" }).waitFor();
    expect(await inPage()).toBe(false);
    expect(await before.getByText(former).count()).toBe(0);
    await before.getByRole("button", { name: "Show" }).click();
    await before.getByText(former).waitFor();
    expect(await readings()).toHaveLength(3);
    await before.getByRole("button", { name: "Close" }).last().click();
    await before.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for tide" }).click();
    await page.getByRole("menuitem", { name: "View secret" }).click();
    await view.getByRole("textbox").waitFor();
    // Going elsewhere takes it out of the page.
    await page.keyboard.press("Escape");
    await view.waitFor({ state: "detached" });
    expect(await inPage()).toBe(false);
    expect(person.complaints).toEqual([]);
  });

  it("is in nothing else the browser is told about the account", async () => {
    for (const path of [`accounts/accounts/${accountId}/`, "accounts/accounts/?search=tide"]) {
      expect(JSON.stringify(await stage.admin.get(`/api/v1/${path}`))).not.toContain(secret);
    }
  });
});
