import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../server/src/engine/testing/openssh.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../server/src/testing/mail-server.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { mailWith } from "./support/mailbox.ts";
import { givePasskeyDevice } from "./support/passkeys.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { accountOn, linuxPlatform, until } from "./support/world.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

describe.skipIf((browserMissing() ?? opensshMissing()) !== null)("a request for an asset", () => {
  let stage: Stage;
  let sshd: OpenSshServer;
  let mails: TestMailServer;
  let asset: string;
  beforeAll(async () => {
    stage = await openStage();
    sshd = await startOpenSsh();
    const host = await stage.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
      name: "ledger-01",
      address: "127.0.0.1",
      platform: { pk: linuxPlatform },
      protocols: [{ name: "ssh", port: sshd.port }],
      accounts: [accountOn(sshd)],
    });
    asset = host.id;
  });
  afterAll(async () => {
    await stage?.close();
    await sshd?.stop();
    await mails?.close();
  });

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

  /** Works on the asset until the hour is over; the hour is moved, not waited for. */
  async function worksUntilItEnds(zoe: ConsolePerson, permission: string): Promise<void> {
    const { page } = zoe;
    await zoe.open(`/luna/?login_to=${asset}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.locator(".xterm-helper-textarea").last().focus();
    const screen = async () => (await page.locator(".xterm-rows:visible").allTextContents()).join("");
    await until("a prompt at the end", screen, (shown) => shown.trimEnd().endsWith("$"));
    await page.keyboard.type("echo at-wo''rk\n");
    await zoe.terminalShows("at-work");
    const endIn = (seconds: number) =>
      stage.admin.patch(`/api/v1/perms/asset-permissions/${permission}/`, {
        date_expired: new Date(Date.now() + seconds * 1000).toISOString(),
      });
    await endIn(9.5 * 60);
    await zoe.terminalShows("expires in 10 min, which will end this session");
    await endIn(3600);
    await zoe.terminalShows("was extended");
    await endIn(1.5 * 60);
    await zoe.terminalShows("expires in 2 min");
    await endIn(2);
    await zoe.terminalShows("has expired");
    const sessions = (): Promise<{ is_finished: boolean }[]> =>
      stage.admin.get("/api/v1/terminal/sessions/?asset=ledger-01(127.0.0.1)");
    const isFinished = (found: { is_finished: boolean }[]) => found[0]?.is_finished === true;
    expect(await until("the end of the session", sessions, isFinished)).toHaveLength(1);
  }

  it("goes through two levels on phones, and the asset is there until the hour is over", async () => {
    await stage.admin.patch("/api/v1/settings/setting/?category=ticket", {
      TICKET_AUTHORIZE_DEFAULT_TIME: 1,
      TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: "hour",
    });
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
    const search = "/api/v1/perms/asset-permissions/?from_ticket=true";
    const [permission] = await stage.admin.get(`${search}&user_id=${applicant.id}`);
    const hour = new Date(permission.date_expired).getTime() - new Date(permission.date_start).getTime();
    expect([hour, permission.session_grace_minutes]).toEqual([3_600_000, 0]);
    await worksUntilItEnds(zoe, permission.id);
    await zoe.open("/ui/workbench/assets");
    await zoe.reads("You do not have access to any asset yet.");
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

  it("emergency access opens at once and is signed off", async () => {
    const applicant = await stage.newPerson({ name: "Uma Urgent" });
    const approver = await stage.newPerson({ name: "Cora Cole" });
    await stage.admin.post("/api/v1/perms/asset-permissions/", {
      name: "uma-on-ledger",
      users: [{ pk: applicant.id }],
      assets: [{ pk: asset }],
      accounts: ["@INPUT"],
      actions: ["connect"],
    });
    const chief = new ConsolePerson(await stage.page(stage.people.admin), stage.url);
    const rule = await stage.admin.post("/api/v1/acls/login-asset-acls/", {
      name: "ask, or sign off",
      users: { type: "ids", ids: [applicant.id] },
      assets: { type: "ids", ids: [asset] },
      accounts: ["@ALL"],
      rules: { ip_group: ["*"], time_period: [] },
      action: "review",
      reviewers: [approver.id],
    });
    await chief.open(`/ui/console/perms/login-asset-acls/${rule.id}/update`);
    await chief.page.getByLabel("Emergency access").check();
    await chief.saveAndWait();

    const uma = new ConsolePerson(await stage.page(applicant), stage.url);
    await uma.open(`/luna/?login_to=${asset}`);
    const dialog = uma.page.getByRole("dialog");
    await dialog.getByLabel("Username").fill("root");
    await dialog.getByLabel("Password", { exact: true }).fill("Quiet-Meadow-77");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByRole("button", { name: "Emergency access…" }).click();
    await dialog.getByRole("button", { name: "Connect now" }).click();
    await dialog.getByText("Explain in words why you cannot wait.").waitFor();
    await dialog.getByLabel("Reason").fill("The ledger is stuck before the close");
    await dialog.getByRole("button", { name: "Connect now" }).click();
    await uma.page.getByRole("tab", { name: /ledger-01/ }).waitFor();
    await dialog.waitFor({ state: "hidden" });

    const cora = new ConsolePerson(await stage.page(approver, PHONE), stage.url);
    await cora.open("/ui/tickets/assigned-tickets");
    await cora.page.getByText("Emergency", { exact: true }).waitFor();
    await cora.page.getByRole("row").getByRole("link").first().click();
    await cora.reads(/^Uma Urgent\(.* connected without waiting for approval\.$/);
    await cora.reads("The ledger is stuck before the close");
    await cora.page.getByRole("button", { name: "Sign off", exact: true }).click();
    await cora.reads(/^You signed off this emergency access\.$/);

    await chief.open("/ui/audit/sessions/sessions?activeTab=OfflineList");
    const row = chief.page.getByRole("row").filter({ hasText: "Uma Urgent" });
    await row.getByText("Emergency", { exact: true }).waitFor();
    await row.getByRole("link").first().click();
    await chief.reads(/^Emergency access, signed off by Cora Cole\(/);
    for (const { complaints } of [chief, uma, cora]) expect(complaints).toEqual([]);
  });

  it("is approved on a phone by the mailed link, with a passkey where the flow asks for one", async () => {
    mails = await startMailServer();
    // Passkeys belong to names, and this machine's is this one.
    const url = `http://localhost:${stage.product.httpPort}`;
    await stage.admin.patch("/api/v1/settings/setting/?category=basic", { SITE_URL: url });
    await stage.admin.patch("/api/v1/settings/setting/?category=email", mailSettings(mails));
    const applicant = await stage.newPerson({ name: "Ann Applicant" });
    const approver = await stage.newPerson({ name: "Pia Phone" });
    const page = await stage.page(null, PHONE);
    await givePasskeyDevice(page);
    const pia = new ConsolePerson(page, url);
    await pia.signIn(approver.username, approver.password);
    await pia.open("/ui/profile/setting?activeTab=MFAUpdate");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await pia.fill("Name", "Phone");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(approver.password);
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await pia.reads("The passkey was added");
    await page.goto(`${url}/core/auth/logout/`);

    const [flow] = await stage.admin.get("/api/v1/tickets/flows/?type=apply_asset");
    await stage.admin.patch(`/api/v1/tickets/flows/${flow.id}/`, {
      approval_level: 1,
      rules: [{ strategy: "custom_user", assignees: [approver.id] }],
      mfa_required: true,
    });
    const ann = await ApiClient.signIn(stage.product.url, applicant.username, applicant.password);
    const { org_id } = await stage.admin.get(`/api/v1/assets/hosts/${asset}/`);
    const { id } = await ann.post("/api/v1/tickets/apply-asset-tickets/open/", {
      title: "Ledger before the close",
      org_id,
      apply_assets: [asset],
      apply_accounts: ["@INPUT"],
    });

    const link = await mailWith(mails, `${approver.username}@example.com`, /^(http:\S+direct-approve\S+)$/m);
    await page.goto(link);
    expect(await page.getByText("Ledger before the close").count()).toBe(0);
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await pia.reads("Ledger before the close");
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    // Offered, and chosen, by the page's script, which may still be on its way.
    await page.locator('#mfa_type option[value="passkey"]:checked').waitFor({ state: "attached" });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const box = await approve.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    expect((await ann.get(`/api/v1/tickets/tickets/${id}/`)).state.value).toBe("pending");
    await approve.click();
    await pia.reads("You approved the ticket.");
    const granted = await ann.get(`/api/v1/perms/users/self/assets/?id=${asset}`);
    expect(granted).toHaveLength(1);
    expect(pia.complaints).toEqual([]);
  });

  it("to sign in waits on its page until it is approved on a phone, and is in", async () => {
    const url = `http://localhost:${stage.product.httpPort}`;
    const held = await stage.newPerson({ name: "Lea Late" });
    const approver = await stage.newPerson({ name: "Rob Review" });
    await stage.admin.post("/api/v1/acls/login-acls/", {
      name: "ask before Lea comes in",
      users: { type: "ids", ids: [held.id] },
      rules: { ip_group: ["*"], time_period: [] },
      action: "review",
      reviewers: [approver.id],
    });
    const lea = new ConsolePerson(await stage.page(null), url);
    await lea.page.goto(`${url}/core/auth/login/`);
    await lea.page.getByLabel("Username").fill(held.username);
    await lea.page.getByLabel("Password").fill(held.password);
    await lea.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await lea.page.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    await lea.reads(/Rob Review/);

    const rob = new ConsolePerson(await stage.page(approver, PHONE), stage.url);
    await rob.open("/ui/tickets/assigned-tickets");
    await rob.page.getByRole("row").getByRole("link").first().click();
    await rob.reads(/Lea Late/);
    await rob.page.getByRole("button", { name: "Approve", exact: true }).click();
    await rob.reads(/^You approved this request\.$/);
    await lea.page.waitForURL((at) => at.pathname.startsWith("/ui/"));
    await lea.page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).waitFor();
    for (const { complaints } of [lea, rob]) expect(complaints).toEqual([]);
  });
});
