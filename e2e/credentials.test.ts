import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "../docs/examples/sign-request.mjs");

describe.skipIf(browserMissing() !== null)("keys and tokens of one's own", () => {
  const stage = useStage();

  /** What somebody gets who copies a masked value. */
  async function copied(page: Page, name: string): Promise<string> {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page
      .getByRole("button", { name: `Copy ${name}` })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
    return page.evaluate(() => navigator.clipboard.readText());
  }

  /** Answers the question who one is with the password. */
  async function confirmBy(page: Page, password: string): Promise<void> {
    await page.getByRole("dialog").locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
  }

  it("an access key is made, signs a script's requests until it is disabled, and tells when it was used", async () => {
    const { url } = stage();
    const owner = await stage().newPerson();
    const page = await stage().page(owner);
    const person = new ConsolePerson(page, url);
    await person.open("/ui/profile/info");
    await page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).click();
    await page.getByRole("menuitem", { name: "API keys" }).click();
    await person.reads("Nothing here yet");
    await page.getByRole("button", { name: "Create access key" }).first().click();
    await confirmBy(page, owner.password);
    await person.reads("The access key was created");

    const row = page.getByRole("row").nth(1);
    const id = (await row.locator("code").textContent()) ?? "";
    expect(await row.textContent()).toContain("******");
    const secret = await copied(page, "Secret");
    expect(secret).toMatch(/^[0-9a-f-]{36}$/);
    expect(await page.content()).not.toContain(secret);
    const env = { PATH: process.env.PATH, SALLYPORT_KEY_ID: id, SALLYPORT_KEY_SECRET: secret };
    const ask = (...given: readonly string[]) =>
      run(process.execPath, [script, ...given], { env }).catch((failed: { stdout: string }) => failed);
    const profile = `${url}/api/v1/users/profile/`;
    expect(JSON.parse((await ask("GET", profile)).stdout)).toMatchObject({ username: owner.username });
    const changed = await ask("PATCH", profile, '{"comment":"changed by a script"}');
    expect(JSON.parse(changed.stdout)).toMatchObject({ comment: "changed by a script" });

    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(async () => (await row.getByText("just now").count()) >= 2).toBe(true);

    await row.getByRole("button", { name: "Disable" }).click();
    await person.reads("The access key was disabled");
    const refused = JSON.parse((await ask("GET", profile)).stdout);
    expect(refused).toMatchObject({ code: "authentication_failed" });
    expect(refused.detail).toContain("disabled");
    await row.getByRole("button", { name: "Enable" }).click();
    await person.reads("The access key was enabled");
    expect(JSON.parse((await ask("GET", profile)).stdout)).toMatchObject({ username: owner.username });

    // Only from another address, then from nowhere.
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Allowed addresses" }).click();
    const input = page.getByRole("dialog").getByRole("combobox");
    await input.press("Backspace");
    await input.fill("192.0.2.0/24");
    await input.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await person.reads("The allowed addresses were saved");
    expect(JSON.parse((await ask("GET", profile)).stdout).detail).toContain("address");
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await person.reads("Nothing here yet");
    expect(JSON.parse((await ask("GET", profile)).stdout)).toMatchObject({ code: "authentication_failed" });
    expect(person.complaints).toEqual([]);
  });

  it("a private token is made after a confirmation, told once, and taken back", async () => {
    const { url } = stage();
    const owner = await stage().newPerson();
    const page = await stage().page(owner);
    const person = new ConsolePerson(page, url);
    await person.open("/ui/profile/key");
    await page.getByRole("tab", { name: "Private token" }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    await confirmBy(page, owner.password);
    await person.reads("Copy it now");
    const token = await copied(page, "Private token");
    const status = async () => {
      const headers = { authorization: `Token ${token}` };
      return (await fetch(`${url}/api/v1/users/profile/`, { headers })).status;
    };
    expect(await status()).toBe(200);
    await page.keyboard.press("Escape");
    await person.reads("Active");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await person.reads("The private token was deleted");
    expect(await status()).toBe(401);
    expect(person.complaints).toEqual([]);
  });

  it("temporary passwords are switched on, made after a confirmation, and sign in once", async () => {
    const { url } = stage();
    const admin = new ConsolePerson(await stage().page(stage().people.admin), url);
    await admin.open("/ui/settings/auth");
    await admin.page.getByRole("switch", { name: "Temporary passwords", exact: true }).click();
    await admin.save();
    await admin.reads("Saved. The change takes effect immediately.");

    const owner = await stage().newPerson();
    const page = await stage().page(owner);
    const person = new ConsolePerson(page, url);
    await person.open("/ui/profile/temp-password");
    await page.getByRole("button", { name: "Create temporary password" }).first().click();
    // Whoever does not say who they are gets none, and is asked again.
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await person.reads("Nothing here yet");
    await page.getByRole("button", { name: "Create temporary password" }).first().click();
    await confirmBy(page, owner.password);
    await person.reads("valid for 300 seconds");
    const temporary = await copied(page, "Password");
    await ApiClient.signIn(url, owner.username, temporary);
    await expect(ApiClient.signIn(url, owner.username, temporary)).rejects.toThrow(/400/);

    // What was confirmed a moment ago is not asked again, in forms either.
    await person.open("/ui/profile/setting?activeTab=SecretKeyUpdate");
    await person.fill("File encryption password", "Lantern-77-now");
    await person.fill("Confirm file encryption password", "Lantern-77-now");
    await person.save();
    await person.reads("Your file password was saved");
    const theirs = await ApiClient.withToken(url, owner.username, owner.password);
    expect(await theirs.get("/api/v1/users/profile/secret-key/")).toEqual({ has_secret_key: true });
    expect([...person.complaints, ...admin.complaints]).toEqual([]);
  });

  it("behind a server of the contract alone there are access keys, and no private token", async () => {
    const { proxy } = stage();
    const owner = await stage().newPerson();
    const { cookies } = await ApiClient.signIn(proxy.url, owner.username, owner.password);
    const page = await stage().page(null);
    await page.context().addCookies(
      cookies.split("; ").map((pair) => {
        const at = pair.indexOf("=");
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: proxy.url };
      }),
    );
    const person = new ConsolePerson(page, proxy.url);
    await person.open("/ui/profile/key");
    await page.getByRole("button", { name: "Create access key" }).first().click();
    await confirmBy(page, owner.password);
    await person.reads("The access key was created");
    expect(await page.getByRole("tab", { name: "Private token" }).count()).toBe(0);
  });
});
