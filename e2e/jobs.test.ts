import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, killHard, type Product } from "./support/product.ts";
import { accountOn, buildWorld, linuxPlatform, until, type World } from "./support/world.ts";

const ansibleMissing = spawnSync("ansible-playbook", ["--version"]).status !== 0;

/** A playbook in an archive, which the story adds a task to. */
const greeting = Buffer.from(
  zipSync({ "main.yml": strToU8("- hosts: all\n  gather_facts: false\n  tasks:\n    - ping:\n") }),
);

const QUICK = "/ui/workbench/ops/quick-job";

describe.skipIf(opensshMissing() !== null)("jobs", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let person: ConsolePerson;
  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    const hosts = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        world.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
          name: `batch-${index + 1}`,
          address: "127.0.0.1",
          platform: { pk: linuxPlatform },
          protocols: [{ name: "ssh", port: world.sshd.port }],
          accounts: [accountOn(world.sshd)],
        }),
      ),
    );
    const me = await world.user.get("/api/v1/users/profile/");
    await world.admin.post("/api/v1/perms/asset-permissions/", {
      name: "batch",
      users: [{ pk: me.id }],
      assets: hosts.map(({ id }) => ({ pk: id })),
      accounts: ["@ALL"],
      actions: ["connect"],
    });
    browser = await openBrowser();
    const profile = await browser.profile();
    person = new ConsolePerson(await profile.newPage(), product.url);
    await person.signIn(world.username, world.password);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
  });

  it("a quick command runs on ten machines, and survives leaving the page", async () => {
    const { page } = person;
    await person.open(QUICK);
    const tree = page.getByRole("region", { name: "Assets to run on" });
    await tree
      .getByRole("treeitem", { name: /Default/ })
      .getByRole("checkbox")
      .check();
    await page.getByRole("textbox", { name: "Command" }).fill("echo on {{ jms_asset.name }}; id -un");
    await page.getByRole("combobox", { name: "Run as" }).fill(world.sshd.username);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const output = page.getByRole("region", { name: "Output" });
    await output.getByRole("status").getByText("Succeeded").waitFor({ timeout: 60_000 });
    const address = page.url();
    expect(address).toContain("taskId=");
    await person.open("/ui/workbench/ops/job");
    await page.goto(address);
    await output.getByRole("button", { name: "batch-9", exact: true }).click();
    await output.getByRole("log", { name: "Output of batch-9" }).getByText("on batch-9").waitFor();
    // What was run stands in the editor again.
    await page.getByRole("textbox", { name: "Command" }).getByText("jms_asset.name").waitFor();
    const download = page.waitForEvent("download");
    await output.getByRole("button", { name: "Download output of batch-9" }).click();
    const file = await (await download).path();
    expect(await readFile(file, "utf8")).toBe(`on batch-9\n${world.sshd.username}\n`);
    expect(await output.getByRole("heading", { level: 3 }).count()).toBe(10);
  }, 120_000);

  it("a job is saved, asks for its parameter, fails on a machine, and runs there again", async () => {
    const { page } = person;
    await world.user.post("/api/v1/ops/jobs/", {
      name: "Check version",
      args: "test {{ version | quote }} = good",
      runas: world.sshd.username,
      assets: [world.hostId],
      is_periodic: true,
      crontab: "0 3 * * *",
      use_parameter_define: true,
      parameters_define: JSON.stringify({ version: { label: "Version", type: "text", default: "bad" } }),
    });
    await person.open("/ui/workbench/ops/job");
    const row = page.getByRole("row").filter({ hasText: "Check version" });
    await row.getByRole("button", { name: "Run" }).click();
    const dialog = page.getByRole("dialog", { name: "Run Check version" });
    await dialog.getByLabel("Version").fill("it's bad");
    await dialog.getByRole("button", { name: "Run" }).click();
    const output = page.getByRole("region", { name: "Output" });
    await output.getByText("Ended with status 1.").waitFor({ timeout: 60_000 });
    const first = page.url();
    await output.getByRole("button", { name: "Retry failed hosts" }).click();
    await page.waitForURL((url) => url.href !== first);
    await output.getByText("Ended with status 1.").waitFor({ timeout: 60_000 });
    await person.open("/ui/workbench/ops/job");
    await row.getByText("0/2").waitFor();
  }, 120_000);

  it("a job is made on its form, and run when it is saved", async () => {
    const { page } = person;
    await person.open("/ui/workbench/ops/job/create");
    await page.getByLabel("Name").fill("By form");
    await page.getByRole("textbox", { name: "Command" }).fill("uptime");
    await person.choose("Assets", "batch-3");
    await page.getByLabel("Run as").fill(world.sshd.username);
    await page.getByRole("switch", { name: "Run after saving" }).click();
    await person.save();
    await page.waitForURL(/\/workbench\/ops\/job(\?|$)/);
    await page.getByRole("row").filter({ hasText: "By form" }).waitFor();
    await person.open("/ui/workbench/ops/executions");
    const run = page.getByRole("row").filter({ hasText: "shell:uptime" });
    await run.getByText("Succeeded").waitFor({ timeout: 60_000 });
    expect(person.complaints).toEqual([]);
  }, 120_000);

  it.skipIf(ansibleMissing)(
    "a playbook is uploaded, edited, scheduled, run with a parameter, and runs again where it failed",
    async () => {
      const { page } = person;
      await person.open("/ui/workbench/ops/playbook/create");
      await page.getByLabel("Name").fill("Greeting");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "greeting.zip", mimeType: "application/zip", buffer: greeting });
      await person.save();
      await page.waitForURL(/\/workbench\/ops\/templates/);
      await page.getByRole("tab", { name: "Playbooks" }).click();
      await page.getByText(/Runs with ansible-core \d/).waitFor();
      await page.getByRole("link", { name: "Greeting", exact: true }).click();
      await page.getByRole("tab", { name: "Files" }).click();
      const editor = page.getByRole("textbox", { name: "Content of main.yml" });
      await editor.getByText("gather_facts").waitFor();
      await editor.press("ControlOrMeta+End");
      // As from the clipboard: what is typed is completed with brackets.
      await page.keyboard.insertText('    - command: "test -e {{ file }}"\n');
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("File saved").waitFor();

      await person.open("/ui/workbench/ops/job/create");
      await page.getByLabel("Name").fill("Greet");
      await page.getByRole("radio", { name: "Playbook" }).click();
      await page.getByRole("combobox", { name: "Playbook" }).pressSequentially("Greeting");
      await page.locator(".ant-select-item-option", { hasText: "Greeting" }).click();
      await person.choose("Assets", "batch-1");
      await page.getByLabel("Run as").fill(world.sshd.username);
      await page.getByRole("switch", { name: "Ask for parameters" }).click();
      await page
        .getByRole("textbox", { name: "Parameters" })
        .fill(JSON.stringify({ file: { label: "File", type: "text", default: "/no/such" } }));
      await page.getByRole("switch", { name: "Run on a schedule" }).click();
      await person.save();
      await page.waitForURL(/\/workbench\/ops\/job(\?|$)/);
      const job = (await world.user.get("/api/v1/ops/jobs/?search=Greet"))[0];
      expect(job).toMatchObject({ type: { value: "playbook" }, is_periodic: true, crontab: "0 0 * * *" });

      const file = `/tmp/greeting-${process.pid}`;
      const row = page.getByRole("row").filter({ hasText: "Greet" });
      await row.getByRole("button", { name: "Run" }).click();
      const dialog = page.getByRole("dialog", { name: "Run Greet" });
      await dialog.getByLabel("File").fill(file);
      await dialog.getByRole("button", { name: "Run" }).click();
      const output = page.getByRole("region", { name: "Output" });
      await output.getByText("Failed: command").waitFor({ timeout: 90_000 });
      const first = page.url();
      await writeFile(file, "");
      await output.getByRole("button", { name: "Retry failed hosts" }).click();
      await page.waitForURL((url) => url.href !== first);
      await output.getByRole("status").getByText("Succeeded").waitFor({ timeout: 90_000 });
      await rm(file);
      await page.getByRole("tab", { name: "Compare" }).click();
      const compared = page.getByRole("region", { name: "Compared with another run" });
      await compared.getByText("1 of 1 hosts differs.").waitFor();
      await compared.getByRole("button", { name: "batch-1" }).click();
      await compared
        .getByRole("region", { name: "Differences in the output of batch-1" })
        .getByText(/^\+\[changed\]/)
        .waitFor();
    },
    240_000,
  );

  it("a gateway that is killed fails the run with a reason, and nothing is run twice", async () => {
    const file = `/tmp/job-${process.pid}`;
    const { id: job } = await world.user.post("/api/v1/ops/jobs/", {
      ...{ name: "Once", is_periodic: false, runas: world.sshd.username, assets: [world.hostId] },
      args: `echo ran >> ${file}; sleep 300`,
    });
    const { id } = await world.user.post("/api/v1/ops/job-executions/", { job });
    await until(
      "the command to run",
      () => existsSync(file),
      (isThere) => isThere,
    );
    killHard(product.pid("gateway"));
    const run = await until(
      "the run to be over",
      () => world.user.get(`/api/v1/ops/job-executions/${id}/`),
      ({ is_finished }) => is_finished,
      120,
    );
    expect(run).toMatchObject({
      status: "failed",
      summary: { error: expect.stringContaining("nothing was run twice") },
    });
    expect(await readFile(file, "utf8")).toBe("ran\n");
    await rm(file);
  }, 180_000);

  it("an auditor finds what ran beside the terminals, with its output", async () => {
    const profile = await browser.profile();
    const auditor = new ConsolePerson(await profile.newPage(), product.url);
    await auditor.signIn("admin", adminPassword);
    await auditor.open("/ui/audit/audits/job-execution-log");
    await auditor.page.getByRole("row").filter({ hasText: "shell:uptime" }).waitFor();
    const sessions = await world.admin.get("/api/v1/terminal/sessions/?login_from=JB&is_finished=1");
    expect(sessions.length).toBeGreaterThanOrEqual(13);
    const ofJobs = await Promise.all(
      sessions.map(({ id }: { readonly id: string }) =>
        world.admin.get(`/api/v1/terminal/commands/?session_id=${id}&input=uptime`),
      ),
    );
    const [command] = ofJobs.flat();
    expect(command).toMatchObject({
      input: "uptime",
      output: expect.stringContaining("load average"),
    });
  }, 60_000);
});
