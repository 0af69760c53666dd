import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { linuxPlatform } from "./support/world.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

describe.skipIf(browserMissing() !== null)("a request for an asset", () => {
  let stage: Stage;
  let asset: string;
  beforeAll(async () => {
    stage = await openStage();
    const host = await stage.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
      name: "ledger-01",
      address: "192.0.2.77",
      platform: { pk: linuxPlatform },
      protocols: [{ name: "ssh", port: 22 }],
    });
    asset = host.id;
  });
  afterAll(() => stage?.close());

  /** What an approver sees first: everything a decision needs, and both buttons, without scrolling. */
  async function decidesOnPhone(page: Page, told: RegExp): Promise<void> {
    for (const text of ["Zoe Zander", "ledger-01", "The books close on Friday"])
      await page.getByText(text).first().waitFor();
    const reject = page.getByRole("button", { name: "Reject", exact: true });
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    for (const button of [approve, reject]) {
      const box = await button.boundingBox();
      expect(box).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
      expect(box?.height).toBeGreaterThanOrEqual(36);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await approve.click();
    await page.getByText(told).waitFor();
  }

  it("goes through two levels on phones, and the asset is there", async () => {
    const applicant = await stage.newPerson({ name: "Zoe Zander" });
    const first = await stage.newPerson({ name: "Bob Brand" });
    const [flow] = await stage.admin.get("/api/v1/tickets/flows/?type=apply_asset");
    const chief = new ConsolePerson(await stage.page(stage.people.admin), stage.url);
    await chief.open(`/ui/tickets/flow/${flow.id}/update`);
    await chief.page.getByLabel("Two levels").check();
    await chief.page.getByRole("group", { name: "Level 1" }).getByLabel("Chosen users").check();
    await chief.choose("Level 1: Users", "Bob");
    await chief.saveAndWait();

    const zoe = new ConsolePerson(await stage.page(applicant), stage.url);
    await zoe.open("/ui/workbench/assets");
    await zoe.page.getByRole("button", { name: "Request access" }).click();
    await zoe.choose("Assets", "ledger");
    await zoe.fill("Reason", "The books close on Friday");
    await zoe.page.getByRole("button", { name: "Send request" }).click();
    await zoe.reads(/^Waiting for Bob Brand\(/);

    const bob = new ConsolePerson(await stage.page(first, PHONE), stage.url);
    await bob.open("/ui/tickets/assigned-tickets");
    await bob.page.getByRole("link", { name: /^Asset access for Zoe Zander/ }).click();
    await decidesOnPhone(bob.page, /^You approved this level\. Now waiting for /);

    const admin = new ConsolePerson(await stage.page(stage.people.admin, PHONE), stage.url);
    await admin.open("/ui/tickets/assigned-tickets");
    await admin.page.getByRole("link", { name: /^Asset access for Zoe Zander/ }).click();
    await decidesOnPhone(admin.page, /^You approved this request\.$/);

    await zoe.reads(/approved this request\.$/);
    await zoe.open("/ui/workbench/assets");
    await zoe.page.getByRole("row").filter({ hasText: "ledger-01" }).waitFor();
    const own = await ApiClient.signIn(stage.product.url, applicant.username, applicant.password);
    const granted = await own.get(`/api/v1/perms/users/self/assets/?id=${asset}`);
    expect(granted).toHaveLength(1);
    for (const { complaints } of [chief, zoe, bob, admin]) expect(complaints).toEqual([]);
  });

  it("to connect holds the dialog until it is approved, and then goes on by itself", async () => {
    const applicant = await stage.newPerson({ name: "Yan York" });
    const approver = await stage.newPerson({ name: "Cleo Cole" });
    await stage.admin.post("/api/v1/perms/asset-permissions/", {
      name: "yan-on-ledger",
      users: [{ pk: applicant.id }],
      assets: [{ pk: asset }],
      accounts: ["@INPUT"],
      actions: ["connect"],
    });
    await stage.admin.post("/api/v1/acls/login-asset-acls/", {
      name: "ask about ledgers",
      users: { type: "ids", ids: [applicant.id] },
      assets: { type: "ids", ids: [asset] },
      accounts: ["@ALL"],
      rules: { ip_group: ["*"], time_period: [] },
      action: "review",
      reviewers: [approver.id],
    });
    const yan = new ConsolePerson(await stage.page(applicant), stage.url);
    await yan.open(`/luna/?login_to=${asset}`);
    const dialog = yan.page.getByRole("dialog");
    await dialog.getByLabel("Username").fill("root");
    await dialog.getByLabel("Password", { exact: true }).fill("Quiet-Meadow-77");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByRole("button", { name: "Ask for approval" }).click();
    await dialog.getByText(/^Cleo Cole\(/).waitFor();

    const cleo = new ConsolePerson(await stage.page(approver, PHONE), stage.url);
    await cleo.open("/ui/tickets/assigned-tickets");
    await cleo.page.getByRole("row").getByRole("link").first().click();
    await cleo.page.getByRole("button", { name: "Approve", exact: true }).click();
    await cleo.reads(/^You approved this request\.$/);
    await yan.page.getByRole("tab", { name: /ledger-01/ }).waitFor();
    await dialog.waitFor({ state: "hidden" });
  });
});
