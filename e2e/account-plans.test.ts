import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostFarm, startHostFarm } from "../server/src/engine/testing/host-farm.ts";
import {
  type OpenSshServer,
  opensshMissing,
  ownEtcPossible,
  passwordAccountsPossible,
  startOpenSsh,
} from "../server/src/engine/testing/openssh.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../server/src/testing/mail-server.ts";
import { openArchive } from "../server/src/testing/open-archive.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";
import { until } from "./support/world.ts";

const missing = browserMissing() ?? opensshMissing();

describe.skipIf(missing !== null)("plans of accounts, in the browser", () => {
  const stage = useStage();
  let sshd: OpenSshServer;
  let mail: TestMailServer;
  beforeAll(async () => {
    [sshd, mail] = await Promise.all([startOpenSsh(), startMailServer()]);
  });
  afterAll(() => Promise.all([sshd?.stop(), mail?.close()]));

  const administrator = async () => new ConsolePerson(await stage().page(stage().people.admin), stage().url);

  /** Saves a plan, runs it from its row, and waits in the list of runs until it has ended. */
  async function saveAndRun(person: ConsolePerson, name: string): Promise<void> {
    const { page } = person;
    await person.saveAndWait();
    const log = page.waitForEvent("popup");
    await person.row(name).getByRole("button", { name: "Run", exact: true }).click();
    await (await log).close();
    await page.getByRole("tab", { name: "Runs", exact: true }).click();
    await person.row(name).getByText("Success").waitFor({ timeout: 60_000 });
  }

  it("a discovery plan finds the accounts of a machine, and keeps them", async () => {
    const api = "/api/v1/";
    const host = await stage().admin.post(`${api}assets/hosts/`, {
      name: "jetty-1",
      address: "127.0.0.1",
      platform: 1,
      protocols: [{ name: "ssh", port: sshd.port }],
      accounts: [
        { name: sshd.username, username: sshd.username, secret_type: "ssh_key", secret: sshd.privateKey },
      ],
    });
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/console/accounts/account-gather?activeTab=Plans");
    await page.getByRole("button", { name: "Create discovery plan" }).first().click();
    await person.fill("Name", "Jetty every night");
    await person.choose("Assets", "jetty-1");
    await page.getByRole("switch", { name: "Keep discovered accounts" }).click();
    await saveAndRun(person, "Jetty every night");

    await page.getByRole("link", { name: "Jetty every night" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Run: Jetty every night" }).waitFor();
    await page.getByRole("link", { name: "Jetty every night" }).click();
    await person.reads("Next runs");
    const kept = await stage().admin.get(`${api}accounts/accounts/?asset=${host.id}&username=root`);
    expect(kept).toMatchObject([{ source: { value: "collected" } }]);
    await person.open("/ui/console/accounts/account-gather?activeTab=Gathered&search=root");
    await person.row("jetty-1").waitFor();
    expect(person.complaints).toEqual([]);
  });

  it.skipIf(!passwordAccountsPossible())(
    "a rotation plan changes a password on the machine, and the new one signs in",
    async () => {
      const { admin } = stage();
      const host = await admin.post("/api/v1/assets/hosts/", {
        name: "jetty-2",
        address: "127.0.0.1",
        platform: 1,
        protocols: [{ name: "ssh", port: sshd.port }],
        accounts: [
          {
            name: "root",
            username: "root",
            secret_type: "ssh_key",
            secret: sshd.privateKey,
            privileged: true,
          },
          { name: sshd.username, username: sshd.username, secret_type: "password", secret: sshd.password },
        ],
      });
      const person = await administrator();
      const { page } = person;
      await person.open("/ui/console/accounts/account-change-secret");
      await page.getByRole("button", { name: "Create rotation plan" }).first().click();
      await person.fill("Name", "Jetty passwords");
      await page.getByLabel("Accounts", { exact: true }).fill(sshd.username);
      await page.keyboard.press("Enter");
      await person.choose("Assets", "jetty-2");
      await page.getByText("A random one for each account", { exact: true }).click();
      await saveAndRun(person, "Jetty passwords");

      await page.getByRole("link", { name: "Jetty passwords" }).first().click();
      await page.getByRole("tab", { name: "Accounts", exact: true }).click();
      await person.row("jetty-2").getByText("Success").waitFor();
      expect(await page.content()).not.toContain(sshd.password);
      const [account] = await admin.get(
        `/api/v1/accounts/accounts/?asset=${host.id}&username=${sshd.username}`,
      );
      expect(account).toMatchObject({ version: 2, connectivity: { value: "ok" } });
      const { task } = await admin.post("/api/v1/accounts/accounts/tasks/", {
        action: "verify",
        accounts: [account.id],
      });
      await until(
        "the test of the new password",
        async () => (await admin.get(`/api/v1/ops/task-executions/${task}/`)).is_success,
        (isSuccess) => isSuccess === true,
      );
      expect(person.complaints).toEqual([]);
    },
  );

  it("a backup plan mails the accounts to somebody, who alone can open the file", async () => {
    await stage().admin.patch("/api/v1/settings/setting/?category=email", mailSettings(mail));
    const keeper = await stage().newPerson({ name: "Kim Keeper", email: "kim@example.com" });
    const own = await ApiClient.signIn(stage().product.url, keeper.username, keeper.password);
    await own.post("/api/v1/authentication/confirm/", {
      confirm_type: "password",
      secret_key: keeper.password,
    });
    const key = "File-harbour-1";
    await own.patch("/api/v1/users/profile/secret-key/", { new_secret_key: key, new_secret_key_again: key });

    const person = await administrator();
    const { page } = person;
    await person.open("/ui/console/accounts/account-backup");
    await page.getByRole("button", { name: "Create backup plan" }).first().click();
    await person.fill("Name", "In case of fire");
    await person.choose("Asset types", "Linux");
    await person.choose("Recipients A", "Kim Keeper");
    await saveAndRun(person, "In case of fire");

    const received = () => mail.mails.find(({ subject }) => subject?.includes("Account backup") === true);
    await until("the mail with the backup", received, (found) => found !== undefined);
    const [file] = received()?.attachments ?? [];
    expect(file?.filename).toMatch(/^In case of fire-.*\.zip$/);
    const archive = file?.content as ArrayBuffer;
    await expect(openArchive(archive, "another")).rejects.toThrow();
    const opened = await openArchive(archive, key);
    expect(opened.name).toMatch(/\.xlsx$/);
    expect(opened.content.length).toBeGreaterThan(1_000);
    expect(person.complaints).toEqual([]);
  });

  describe.skipIf(!ownEtcPossible())("on twenty machines", () => {
    let farm: HostFarm;
    const machines: { readonly id: string; readonly port: number }[] = [];
    beforeAll(async () => {
      farm = await startHostFarm(20, 1);
      const made = await stage().admin.post(
        "/api/v1/assets/hosts/?platform=1",
        farm.ports.map((port, index) => ({
          name: `buoy-${String(index + 1).padStart(2, "0")}`,
          address: "127.0.0.1",
          platform: { pk: 1 },
          protocols: [{ name: "ssh", port }],
          accounts: [
            {
              name: "root",
              username: "root",
              secret_type: "ssh_key",
              secret: farm.rootKey,
              privileged: true,
            },
          ],
        })),
      );
      for (const [index, { id }] of made.entries()) machines.push({ id, port: farm.ports[index] ?? 0 });
    });
    afterAll(() => farm?.close());

    /** Chooses all of them from the list of assets, which has pages of ten. */
    async function chooseAll({ page }: ConsolePerson): Promise<void> {
      await page.getByRole("button", { name: "Browse Assets" }).click();
      const list = page.getByRole("dialog", { name: "Assets" });
      await list.getByRole("searchbox").fill("buoy-");
      for (const next of ["buoy-01", "buoy-11"]) {
        await list.getByText(next).waitFor();
        await list.getByRole("checkbox", { name: "Select all rows on this page" }).check();
        if (next === "buoy-01") await list.getByRole("listitem", { name: "2" }).click();
      }
      await list.getByRole("button", { name: /20/ }).click();
      await list.waitFor({ state: "detached" });
    }

    /** Whether a machine lets an account in by the password that is kept of it now. */
    const connectivityOf = async (username: string) => {
      const { results } = await stage().admin.get(
        `/api/v1/accounts/accounts/?username=${username}&limit=100&order=name`,
      );
      return results as { id: string; version: number; connectivity: { value: string } }[];
    };

    it("a template is pushed, its accounts are rotated every night, and the report is mailed", async () => {
      const { admin } = stage();
      await admin.patch("/api/v1/settings/setting/?category=email", mailSettings(mail));
      const reader = await stage().newPerson({ name: "Rae Reader", email: "rae@example.com" });
      const own = await ApiClient.signIn(stage().product.url, reader.username, reader.password);
      await own.post("/api/v1/authentication/confirm/", {
        confirm_type: "password",
        secret_key: reader.password,
      });
      const key = "File-harbour-2";
      await own.patch("/api/v1/users/profile/secret-key/", {
        new_secret_key: key,
        new_secret_key_again: key,
      });
      await admin.post("/api/v1/accounts/account-templates/", {
        name: "Buoy keeper",
        username: "buoy-keeper",
        secret: "Templ4te!buoys",
      });

      const person = await administrator();
      const { page } = person;
      await person.open("/ui/console/accounts/accounts");
      await page.getByRole("button", { name: "Add from template" }).click();
      const dialog = page.getByRole("dialog", { name: "Add from template" });
      await dialog.getByRole("button", { name: "Add", exact: true }).waitFor();
      await chooseAll(person);
      await person.choose("Template", "Buoy keeper");
      await dialog.getByRole("switch", { name: "Push now" }).click();
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("dialog", { name: "Results" }).getByText("20 assets · Created 20").waitFor();
      const pushed = await until(
        "twenty accounts on their machines",
        () => connectivityOf("buoy-keeper"),
        (accounts) =>
          accounts.length === 20 && accounts.every(({ connectivity }) => connectivity.value === "ok"),
        60,
      );
      expect(pushed.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, () => 1));

      await person.open("/ui/console/accounts/account-change-secret");
      await page.getByRole("button", { name: "Create rotation plan" }).first().click();
      await person.fill("Name", "Buoys every night");
      await page.getByLabel("Accounts", { exact: true }).fill("buoy-keeper");
      await page.keyboard.press("Enter");
      await chooseAll(person);
      await page.getByText("A random one for each account", { exact: true }).click();
      await page.getByRole("button", { name: /Choose a schedule/ }).click();
      await page.getByRole("textbox", { name: "Hour" }).fill("2");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await person.choose("Recipients", "Rae Reader");
      await saveAndRun(person, "Buoys every night");
      const rotated = await connectivityOf("buoy-keeper");
      expect(rotated.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, () => 2));

      const received = () => mail.mails.find(({ subject }) => subject?.includes("secret change") === true);
      await until("the mail with the report", received, (found) => found !== undefined);
      const opened = await openArchive(received()?.attachments[0]?.content as ArrayBuffer, key);
      const sheet = strFromU8(unzipSync(opened.content)["xl/worksheets/sheet1.xml"] as Uint8Array);
      expect(sheet.split("buoy-").length).toBeGreaterThan(20);
      expect(sheet).toContain("Templ4te!buoys");

      await page.getByRole("tab", { name: /plans$/ }).click();
      await page.getByRole("link", { name: "Buoys every night" }).first().click();
      await person.reads("Next runs");
      expect(await page.locator("ol.numeric li").allTextContents()).toEqual(
        Array.from({ length: 5 }, () => expect.stringContaining("02:00:00")),
      );
      expect(person.complaints).toEqual([]);
    });

    it("an account that nobody knew is discovered, added, and gets a secret of its own", async () => {
      const person = await administrator();
      const { page } = person;
      await person.open("/ui/console/accounts/account-gather?activeTab=Plans");
      await page.getByRole("button", { name: "Create discovery plan" }).first().click();
      await person.fill("Name", "Buoy one");
      await person.choose("Assets", "buoy-01");
      await saveAndRun(person, "Buoy one");
      await person.open("/ui/console/accounts/account-gather?activeTab=Gathered&search=u0");
      await person.row("buoy-01").getByRole("button", { name: "Add as account" }).click();
      await person.reads("1 discovered account was added");

      await person.open("/ui/console/accounts/accounts?search=u0");
      await page.getByRole("link", { name: "u0", exact: true }).first().click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByLabel("Secret", { exact: true }).click();
      await person.fill("Secret", "Taken0ver#today");
      await page.getByRole("switch", { name: "Push now" }).click();
      await person.saveAndWait();
      await until(
        "the account on its machine",
        () => connectivityOf("u0"),
        (accounts) => accounts.length === 1 && accounts[0]?.connectivity.value === "ok",
        60,
      );
      expect(person.complaints).toEqual([]);
    });
  });
});
