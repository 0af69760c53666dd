import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestCaller } from "./product.ts";
import { gatewayMissing, type SshGateway, startSshGateway, type Typed } from "./ssh-gateway.ts";

const held = "Press Ctrl-C to cancel";
const interrupt = "\x03";

describe.skipIf(gatewayMissing())("a command that is held, with OpenSSH's client", () => {
  let gateway: SshGateway;
  let reviewers: readonly TestCaller[];
  let folder: string;
  /** A file that every run adds a line to. */
  let log: string;
  let command: string;

  beforeAll(async () => {
    gateway = await startSshGateway();
    const people = await Promise.all(
      ["grace", "hedy"].map((username) => gateway.product.createUser({ username, name: username })),
    );
    reviewers = await Promise.all(people.map(({ id }) => gateway.product.signIn(id)));
    const { administrator } = gateway.product;
    const group = await administrator.call("POST", "acls/command-groups/", { name: "Zap", content: "zap" });
    const rule = await administrator.call("POST", "acls/command-filter-acls/", {
      name: "Ask first",
      action: "review",
      users: { type: "ids", ids: [gateway.user.id] },
      assets: { type: "all" },
      accounts: ["@ALL"],
      command_groups: [group.body.id],
      reviewers: people.map(({ id }) => id),
    });
    expect(rule.status, rule.text).toBe(201);
    // The account of the target has to get there.
    folder = await mkdtemp(join(tmpdir(), "held-"));
    await chmod(folder, 0o755);
    log = join(folder, "runs");
    await writeFile(log, "");
    await chmod(log, 0o666);
    command = join(folder, "zap");
    await writeFile(command, `#!/bin/sh\necho "$1" >> ${log}\necho done-$1\n`, { mode: 0o755 });
    await chmod(command, 0o755);
  });
  afterAll(async () => {
    await gateway?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => writeFile(log, ""));
  afterEach(() => gateway.product.database.pool.query("delete from tickets"));

  const ran = async () => (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
  const tickets = async (): Promise<{ id: string; state: string; apply_run_command: string }[]> => {
    const { pool } = gateway.product.database;
    return (await pool.query("select id, state, apply_run_command from tickets order by serial_num")).rows;
  };
  const isAsked = () =>
    expect
      .poll(async () => (await tickets()).some(({ state }) => state === "pending"), { timeout: 15_000 })
      .toBe(true);
  const decide = async (verb: "approve" | "reject", ...by: readonly TestCaller[]) => {
    const open = (await tickets()).find(({ state }) => state === "pending");
    const path = `tickets/apply-command-tickets/${open?.id}/${verb}/`;
    return Promise.all(by.map((reviewer) => reviewer.call("PUT", path, {})));
  };
  /** Does something each time one more line is held. */
  const eachHeld = (act: (nth: number) => Promise<unknown>) => {
    const done: Promise<unknown>[] = [];
    return {
      onOutput: (all: string) => {
        while (all.split(held).length - 1 > done.length) done.push(act(done.length));
      },
      done: () => Promise.all(done),
    };
  };
  const shell = (typed: Typed, onOutput: (all: string) => void = () => undefined) =>
    gateway.ssh(["-tt", `${gateway.direct}@127.0.0.1`], { typed, onOutput });
  const levels = async () => {
    const { id } = await gateway.lastSession();
    const { rows } = await gateway.product.database.pool.query(
      "select command, risk_level from commands where session_id = $1 order by date_executed",
      [id],
    );
    return rows.map((row) => [row.command, row.risk_level]);
  };

  it("runs once in a shell when it is approved, by whichever of two is first", async () => {
    const statuses: number[] = [];
    const approving = eachHeld(async () => {
      expect(await ran()).toEqual([]);
      const answers = await decide("approve", ...reviewers);
      statuses.push(...answers.map(({ status }) => status));
    });
    const { stdout } = await shell(
      [
        { after: /[$#] $/, type: `${command} once\r` },
        { after: "done-once", type: "exit\r" },
      ],
      approving.onOutput,
    );
    await approving.done();
    expect(statuses.sort()).toEqual([200, 400]);
    expect(stdout).toContain("is held until one of grace(grace), hedy(hedy) approves it.");
    expect(stdout).toMatch(/(grace|hedy)\(\1\) approved `/);
    expect(await ran()).toEqual(["once"]);
    expect(await levels()).toEqual([
      [`${command} once`, 7],
      ["exit", 0],
    ]);
  });

  it("does not run when it is rejected or given up, and the shell goes on", async () => {
    const rejecting = eachHeld(async (nth) => {
      if (nth === 0) await decide("reject", reviewers[0] as TestCaller);
    });
    const { stdout } = await shell(
      [
        { after: /[$#] $/, type: `${command} first\r` },
        { after: /rejected `[\s\S]*\^C[\s\S]*[$#] /, type: `${command} second\r` },
        { after: held, type: interrupt },
        { after: /You canceled `[\s\S]*\^C[\s\S]*[$#] /, type: "exit\r" },
      ],
      rejecting.onOutput,
    );
    await rejecting.done();
    expect(stdout).toContain("grace(grace) rejected");
    expect(await ran()).toEqual([]);
    expect((await tickets()).map(({ state }) => state)).toEqual(["rejected", "closed"]);
    expect(await levels()).toEqual([
      [`${command} first`, 6],
      [`${command} second`, 8],
      ["exit", 0],
    ]);
  });

  it("goes with a client that goes, and with a permission that is withdrawn", async () => {
    const { pool } = gateway.product.database;
    const { code } = await gateway.ssh(["-tt", `${gateway.direct}@127.0.0.1`], {
      // OpenSSH's own key to go at once.
      typed: [
        { after: /[$#] $/, type: `${command} gone\r` },
        { after: held, type: "\r~." },
      ],
    });
    expect(code).not.toBe(0);
    expect(await levels()).toEqual([[`${command} gone`, 8]]);
    expect((await tickets()).map(({ state }) => state)).toEqual(["closed"]);
    const withdrawing = eachHeld(async () => {
      await pool.query("update asset_permissions set is_active = false");
      // Before the guards of the session have looked.
      await decide("approve", reviewers[0] as TestCaller);
    });
    await shell([{ after: /[$#] $/, type: `${command} withdrawn\r` }], withdrawing.onOutput);
    await withdrawing.done();
    await pool.query("update asset_permissions set is_active = true");
    expect(await ran()).toEqual([]);
  });

  it("is one that a client asks for, and nothing is connected until it is approved", async () => {
    const asking = gateway.ssh([`${gateway.direct}@127.0.0.1`, `${command} asked`]);
    await isAsked();
    const connections = await gateway.product.database.pool.query(
      "select is_success from sessions where not is_finished",
    );
    expect(connections.rows).toEqual([{ is_success: false }]);
    await decide("approve", reviewers[1] as TestCaller);
    const approved = await asking;
    expect([approved.code, approved.stdout]).toEqual([0, "done-asked\n"]);
    expect(await levels()).toEqual([[`${command} asked`, 7]]);
    const refusing = gateway.ssh([`${gateway.direct}@127.0.0.1`, `${command} refused`]);
    await isAsked();
    await decide("reject", reviewers[1] as TestCaller);
    const rejected = await refusing;
    expect([rejected.code, rejected.stdout]).toEqual([255, ""]);
    expect(rejected.stderr).toContain("hedy(hedy) rejected");
    expect(await levels()).toEqual([[`${command} refused`, 6]]);
    expect((await gateway.lastSession()).is_success).toBe(false);
    // Ctrl-C at a terminal that has no target yet.
    const left = await gateway.ssh(["-tt", `${gateway.direct}@127.0.0.1`, `${command} left`], {
      typed: [{ after: held, type: interrupt }],
    });
    expect(left.code).not.toBe(0);
    await gateway.lastSession();
    expect((await tickets()).map(({ state }) => state)).toEqual(["approved", "rejected", "closed"]);
    expect(await ran()).toEqual(["asked"]);
  });

  it("is among lines that a shell without a terminal is sent", async () => {
    const sending = gateway.ssh(["-T", `${gateway.direct}@127.0.0.1`], {
      input: `${command} sent\necho behind\n`,
    });
    await isAsked();
    await decide("approve", reviewers[0] as TestCaller);
    const sent = await sending;
    expect([sent.code, sent.stdout]).toEqual([0, "done-sent\nbehind\n"]);
    const refusing = gateway.ssh(["-T", `${gateway.direct}@127.0.0.1`], {
      input: `${command} unsent\necho behind\n`,
    });
    await isAsked();
    await decide("reject", reviewers[0] as TestCaller);
    const refused = await refusing;
    expect([refused.code === 0, refused.stdout]).toEqual([false, ""]);
    expect(await ran()).toEqual(["sent"]);
  });
});
