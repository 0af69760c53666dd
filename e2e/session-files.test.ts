import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const sshpass = "/usr/bin/sshpass";
const isMissing = opensshMissing() !== null || !existsSync(sshpass);
const auditorPassword = "Quiet-Meadow-77";
const organizationAuditor = "00000000-0000-0000-0000-000000000006";
const report = "name,amount\n".repeat(500);

describe.skipIf(isMissing)("what a session of an SSH client did, and what is done to one", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let folder: string;
  let remote: string | undefined;
  let person: ConsolePerson;
  let sessionId: string;

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    browser = await openBrowser();
    folder = await mkdtemp(path.join(tmpdir(), "session-files-"));
    writeFileSync(path.join(folder, "report.csv"), report);
    const { admin, hostId, sshd } = world;
    await admin.patch(`/api/v1/assets/hosts/${hostId}/`, {
      protocols: ["ssh", "sftp"].map((name) => ({ name, port: sshd.port })),
    });
    const [permission] = await admin.get("/api/v1/perms/asset-permissions/");
    await admin.patch(`/api/v1/perms/asset-permissions/${permission.id}/`, {
      actions: ["connect", "upload", "download"],
    });
    // The account writes beside the folder, which is not its own.
    remote = `${path.basename(folder)}-report.csv`;
    sftp(`put report.csv ${remote}`, `get ${remote} again.csv`, `-rm ${remote}`);
    const finished = await until(
      "the end of the session",
      () => admin.get("/api/v1/terminal/sessions/?is_finished=true"),
      (sessions) => sessions.length === 1,
    );
    sessionId = finished[0].id;
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn("admin", adminPassword, "/ui/audit/sessions/sessions");
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
    for (const left of [folder, remote && path.join(tmpdir(), remote)]) {
      if (left !== undefined) await rm(left, { recursive: true, force: true });
    }
  });

  const plain = [
    "BatchMode=no",
    "StrictHostKeyChecking=no",
    "UserKnownHostsFile=/dev/null",
    "LogLevel=ERROR",
  ];
  const options = ["-F", "none", ...plain.flatMap((option) => ["-o", option])];
  const login = () => `${world.username}@${world.sshd.username}@${world.hostId}@127.0.0.1`;
  const environment = () => ({ PATH: process.env.PATH, HOME: folder, SSHPASS: world.password });

  /** Runs OpenSSH's `sftp` on the machine, as the person who may use it. */
  function sftp(...batch: readonly string[]): void {
    const { status, stderr } = spawnSync(
      sshpass,
      ["-e", "sftp", ...options, "-P", String(product.sshPort), "-b", "-", login()],
      {
        cwd: folder,
        env: environment(),
        input: `${batch.join("\n")}\n`,
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`sftp ended with ${status}: ${stderr}`);
  }

  it("stands in its page, in its order, with what was refused", async () => {
    await person.open(`/ui/audit/sessions/sessions/${sessionId}`);
    await person.page.getByRole("tab", { name: "File transfers" }).click();
    const rows = person.page.getByRole("row");
    await rows.nth(3).waitFor();
    expect(await rows.count()).toBe(4);
    const said = await rows.allTextContents();
    expect(said[1]).toMatch(/report\.csv.*Upload.*6 kB.*Complete/);
    expect(said[2]).toMatch(/report\.csv.*Download.*6 kB.*Complete/);
    expect(said[3]).toMatch(/report\.csv.*Delete.*Failed/);
    // It ran nothing, so there is nothing of commands to look at.
    expect(await person.page.getByRole("tab", { name: "Commands" }).count()).toBe(0);
  });

  it("leads to the hash of what passed, to the copy that was kept, and back", async () => {
    await person
      .row("Upload")
      .getByRole("link", { name: /report\.csv/ })
      .click();
    await person.reads(createHash("sha256").update(report).digest("hex"));
    const started = person.page.waitForEvent("download");
    await person.page.getByRole("link", { name: "Download copy" }).click();
    const stream = await (await started).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).toBe(report);
    await person.page.getByRole("link", { name: "Open session" }).click();
    await person.page.getByRole("tab", { name: "File transfers" }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  /** A shell on the machine by OpenSSH's `ssh`, as the person who may use it. */
  function openShell() {
    const shell = spawn(sshpass, ["-e", "ssh", "-tt", ...options, "-p", String(product.sshPort), login()], {
      cwd: folder,
      env: environment(),
    });
    let said = "";
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    const shows = (text: string | RegExp) =>
      until(
        `${text} in the shell`,
        async () => said,
        (found) => (typeof text === "string" ? found.includes(text) : text.test(found)),
      );
    return {
      ended: once(shell, "exit"),
      type: (text: string) => shell.stdin.write(text),
      shows,
      said: () => said,
    };
  }

  it("is watched live by an auditor, who pauses and ends it with a reason that is read there", async () => {
    await world.admin.post("/api/v1/users/users/", {
      name: "Grace",
      username: "grace",
      email: "grace@example.com",
      password_strategy: "custom",
      password: auditorPassword,
      org_roles: [organizationAuditor],
    });
    const shell = openShell();
    await shell.shows("$");
    shell.type("PS1='watched: '; seq 300; echo pres''ent\n");
    await shell.shows(/present\s.*watched: $/s);
    const [live] = await world.admin.get("/api/v1/terminal/sessions/?is_finished=false");

    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    const grace = new ConsolePerson(await context.newPage(), product.url);
    await grace.signIn("grace", auditorPassword);
    await grace.completeAccount();
    await grace.open(`/ui/audit/sessions/sessions/${live.id}`);
    const opened = grace.page.waitForEvent("popup");
    await grace.page.getByRole("link", { name: "Watch" }).click();
    const watching = new ConsolePerson(await opened, product.url);
    const { page } = watching;
    // The present screen, not what has left it.
    await watching.terminalShows("present");
    await watching.terminalShows("299");
    expect(await page.locator(".xterm-rows").textContent()).not.toContain("200");
    await shell.shows("Grace(grace) is watching this session.");
    shell.type("echo lo''oking\n");
    await watching.terminalShows("looking");

    const answer = async (act: string, reason: string) => {
      await page.getByRole("button", { name: act }).click();
      const question = page.getByRole("dialog");
      await question.getByLabel("Reason").fill(reason);
      await question.getByRole("button", { name: act }).click();
      await question.waitFor({ state: "detached" });
    };
    await answer("Pause", "the change freeze began");
    await watching.reads("Grace(grace) paused this session. Its user's input is discarded.");
    await shell.shows("Reason: the change freeze began");
    shell.type("echo lo''st\n");
    await answer("Resume", "it is over");
    await shell.shows("Reason: it is over");
    shell.type("echo go''es on\n");
    await watching.terminalShows("goes on");
    await answer("Terminate", "wrong machine");
    await watching.reads("The session has ended");
    await shell.ended;
    expect(shell.said()).toContain("terminated by Grace(grace). Reason: wrong machine");
    expect(shell.said()).not.toMatch(/lost\s/);

    await grace.page.getByRole("tab", { name: "History" }).click();
    const told = grace.page.getByRole("tabpanel").getByRole("row");
    await grace.reads("The session ended: terminated");
    await told.filter({ hasText: "stopped watching" }).waitFor();
    const events = await told.allTextContents();
    const order = ["accepted", "started watching", "paused", "resumed", "ended the session", "session ended"];
    const places = order.map((text) => events.findIndex((event) => event.includes(text)));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect([...watching.complaints, ...grace.complaints]).toEqual([]);
  });
});
