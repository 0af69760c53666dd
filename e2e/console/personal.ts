import pg from "pg";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ConsolePerson } from "../support/console.ts";
import { connectionTo } from "../support/database.ts";
import type { Product } from "../support/product.ts";
import { addressOf, type Stage } from "../support/stage.ts";

const newPassword = "Slow-rivers-meander-31";

/** What people do with what is theirs: the first sign-in, and their password. */
export function describePersonal(stage: () => Stage): void {
  describe("what is one's own", () => {
    it("leads from the first sign-in through completing the account to the page asked for", async () => {
      const newcomer = await stage().newPerson({}, { isFirstSignIn: true });
      const page = await stage().page(newcomer);
      const person = new ConsolePerson(page, stage().url);
      await person.open("/ui/workbench/assets?search=web");
      await heading(page, "Complete your account").waitFor();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await person.reads("Accept the terms of use to continue");
      await page.reload();
      await person.completeAccount();
      await expect.poll(() => addressOf(page)).toMatch(/^\/ui\/workbench\/assets\?.*search=web/);
      await page.goto(`${stage().url}/ui/profile/info`);
      await heading(page, "Account information").waitFor();
      expect(person.complaints).toEqual([]);
    });

    it("keeps the terminal and every page shut until the terms are accepted", async () => {
      const newcomer = await stage().newPerson({}, { isFirstSignIn: true });
      const page = await stage().page(newcomer);
      const person = new ConsolePerson(page, stage().url);
      await person.open("/luna/?oid=00000000-0000-0000-0000-000000000002");
      await heading(page, "Complete your account").waitFor();
      await page.getByRole("link", { name: "API keys" }).click();
      await heading(page, "Complete your account").waitFor();
      await person.open("/luna/?oid=00000000-0000-0000-0000-000000000002");
      await person.completeAccount();
      await page.waitForURL(/\/luna\//);
      await heading(page, "No assets are granted to you yet").waitFor();
      expect(person.complaints).toEqual([]);
    });

    it("leads from an expired password to a new one", async () => {
      const owner = await stage().newPerson();
      await agePassword(stage().product, owner.username, 10_000);
      const page = await stage().page(null);
      const person = new ConsolePerson(page, stage().url);
      await person.changeOnSignIn(owner.username, owner.password, newPassword);
      await heading(page, "Overview").waitFor();
      expect(person.complaints).toEqual([]);
    });

    it("says that the password soon expires, changes it in place, and takes the new one only", async () => {
      const owner = await stage().newPerson();
      await agePassword(stage().product, owner.username, 9_996);
      const page = await stage().page(null);
      const person = new ConsolePerson(page, stage().url);
      await person.signIn(owner.username, owner.password);
      const notice = page.getByRole("status").filter({ hasText: /password/i });
      await notice.getByRole("link").click();
      await heading(page, "Personal settings").waitFor();
      await person.fill("Current password", "Not-The-One-1");
      await person.fill("New password", newPassword);
      await person.fill("Confirm new password", newPassword);
      const change = page.getByRole("button", { name: "Change password" });
      await change.click();
      const present = page.getByLabel("Current password", { exact: true });
      await expect.poll(() => present.getAttribute("aria-invalid")).toBe("true");
      await present.fill(owner.password);
      const request = page.waitForRequest(/\/users\/profile\/password\/$/);
      await change.click();
      const body = (await request).postData() ?? "";
      for (const typed of [owner.password, newPassword]) expect(body).not.toContain(typed);
      await person.reads(/Your password was changed/);
      await heading(page, "Overview").waitFor();
      await notice.waitFor({ state: "detached" });
      expect(await page.content()).not.toContain(newPassword);
      await person.signOut();
      await page.context().clearCookies();
      await person.signIn(owner.username, newPassword);
      await heading(page, "Overview").waitFor();
      await person.signOut();
      // What fails comes last: after it a sum has to be solved.
      await page.context().clearCookies();
      await page.goto(`${stage().url}/core/auth/login/`);
      await page.getByLabel("Username").fill(owner.username);
      await page.getByLabel("Password").fill(owner.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      expect(person.complaints).toEqual([]);
    });
  });
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Makes a password so many days old; the demonstration takes them for 9999. */
async function agePassword(product: Product, username: string, days: number): Promise<void> {
  const database = new pg.Client(connectionTo(product));
  await database.connect();
  try {
    await database.query(
      "update users set date_password_last_updated = now() - make_interval(days => $2) where username = $1",
      [username, days],
    );
  } finally {
    await database.end();
  }
}
