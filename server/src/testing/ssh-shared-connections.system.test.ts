import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  connectionsTo,
  createSshServer,
  gatewayMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

/** Gives a client its password. */
const passwordTyper = "sshpass";

/** A channel of a client that stays open: a shell that runs what is typed. */
interface OpenChannel {
  /** What the target knows its connection by. */
  readonly connection: string;
  /** Types a line; answers the first line that comes back. */
  ask(line: string): Promise<string>;
  /** All of the second stream, and the exit status, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  readonly child: ChildProcessWithoutNullStreams;
}

describe.skipIf(gatewayMissing())("channels of one SSH client, and connections to the target", () => {
  let gateway: SshGateway;
  let masters = 0;
  const leave: (() => unknown)[] = [];

  beforeAll(async () => {
    gateway = await startSshGateway({ guardInterval: 60_000 });
    const { product, target, assetId, user } = gateway;
    await product.administrator.call("PATCH", `assets/hosts/${assetId}/`, {
      protocols: [
        { name: "ssh", port: target.port },
        { name: "sftp", port: target.port },
      ],
    });
    const actions = ["connect", "upload", "download"];
    await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"], actions });
  });
  afterAll(() => gateway.close());
  afterEach(async () => {
    for (const end of leave.splice(0)) await end();
    await vi.waitFor(async () => expect(await connections()).toBe(0), 15_000);
    await gateway.product.database.pool.query("delete from sessions");
  });

  const connections = () => connectionsTo(gateway.target.port);

  interface SessionRow {
    readonly id: string;
    readonly type: string;
    readonly is_finished: boolean;
    readonly has_replay: boolean;
    readonly end_reason: string | null;
  }
  const sessions = async (): Promise<SessionRow[]> =>
    (await gateway.product.database.pool.query("select * from sessions order by date_start, id")).rows;
  const allEnded = () =>
    vi.waitFor(async () => {
      const rows = await sessions();
      expect(rows.every((row) => row.is_finished)).toBe(true);
      return rows;
    });

  /** Signs a client in whose channels share its connection; answers the options that open one. */
  async function master(port = gateway.port): Promise<string[]> {
    masters += 1;
    const options = ["-o", `ControlPath=${gateway.folder}/control-${masters}`, "-p", String(port)];
    const args = ["-e", "ssh", ...plainClient, "-o", "LogLevel=ERROR", ...options, "-M", "-N"];
    const child = spawn(passwordTyper, [...args, `${gateway.direct}@127.0.0.1`], {
      env: { PATH: process.env.PATH, HOME: "/nonexistent", SSHPASS: gateway.user.password },
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    leave.push(async () => {
      await gateway.run("ssh", [...plainClient, ...options, "-O", "exit", "127.0.0.1"]);
      await exited;
    });
    await vi.waitFor(
      async () =>
        expect(
          (await gateway.run("ssh", [...plainClient, ...options, "-O", "check", "127.0.0.1"])).code,
        ).toBe(0),
      { timeout: 60_000, interval: 50 },
    );
    return [...plainClient, ...options, "-o", "BatchMode=yes", `${gateway.direct}@127.0.0.1`];
  }
  const run = (options: readonly string[], command: string) => gateway.run("ssh", [...options, command]);

  async function open(options: readonly string[], ...more: string[]): Promise<OpenChannel> {
    const child = spawn("ssh", [...more, ...options, "sh"], { env: { PATH: process.env.PATH } });
    leave.push(() => child.kill());
    let stderr = "";
    child.stderr.on("data", (data: Buffer) => {
      stderr += data.toString();
    });
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stderr }));
    const ask = async (line: string) => {
      child.stdin.write(`${line}\n`);
      const [data] = (await once(child.stdout, "data")) as [Buffer];
      return data.toString().trim();
    };
    return { connection: await ask("echo $SSH_CONNECTION"), ask, ended, child };
  }

  it("shares one connection between ten channels, each with a session of its own", async () => {
    const client = await master();
    const channels = await Promise.all(Array.from({ length: 10 }, () => open(client)));
    expect(await connections()).toBe(1);
    expect(new Set(channels.map(({ connection }) => connection)).size).toBe(1);
    const answers = await Promise.all(channels.map((channel, at) => channel.ask(`echo ${at}`)));
    expect(answers).toEqual(channels.map((_channel, at) => String(at)));
    channels.forEach(({ child }, at) => void child.stdin.end(`exit ${at}\n`));
    const codes = await Promise.all(channels.map(async ({ ended }) => (await ended).code));
    expect(codes).toEqual(channels.map((_channel, at) => at));
    const rows = await allEnded();
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toMatchObject({ type: "command", has_replay: true, end_reason: "target_closed" });
    }
    // The connection waits for the next channel.
    expect((await run(client, "echo $SSH_CONNECTION")).stdout.trim()).toBe(channels[0]?.connection);
  });

  it("shares it with files and terminals, and with no other client", async () => {
    const client = await master();
    const shell = await open(client);
    const terminal = await gateway.run("ssh", ["-tt", ...client, "echo $SSH_CONNECTION; tty"]);
    expect(terminal.stdout).toContain(shell.connection);
    expect(terminal.stdout).toContain("/dev/pts/");
    const file = `${gateway.folder}/file`;
    await writeFile(file, "what is in it");
    const sftp = await gateway.run(
      "sftp",
      ["-b", "-", ...client.map((word) => (word === "-p" ? "-P" : word))],
      {
        input: `put ${file} there\n`,
      },
    );
    expect(sftp.code, sftp.stderr).toBe(0);
    expect((await sessions()).map(({ type }) => type)).toEqual(["command", "command", "sftp"]);
    expect(await connections()).toBe(1);
    const other = await open(await master());
    expect(other.connection).not.toBe(shell.connection);
    expect(await connections()).toBe(2);
  });

  it("ends one channel that is terminated, or whose client leaves, and no other", async () => {
    const client = await master();
    const [first, second, third] = [await open(client), await open(client), await open(client)];
    const [{ id } = { id: "" }] = await sessions();
    await gateway.product.administrator.call("POST", "terminal/tasks/kill-session/", [id]);
    const { code, stderr } = await first.ended;
    expect(code).toBe(255);
    expect(stderr).toContain("terminated by Administrator");
    third.child.kill();
    await third.ended;
    await vi.waitFor(async () => {
      const reasons = (await sessions()).map((row) => row.end_reason);
      expect(reasons).toEqual(["terminated", null, "client_closed"]);
    });
    expect(await second.ask("echo still here")).toBe("still here");
    expect(await connections()).toBe(1);
  });

  it("ends all of them when the permission is withdrawn, and the connection with them", async () => {
    const { product, user, assetId } = gateway;
    const { rows } = await product.database.pool.query("select id from asset_permissions");
    for (const { id } of rows) await product.administrator.call("DELETE", `perms/asset-permissions/${id}/`);
    const own = await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"] });
    const client = await master();
    const channels = await Promise.all([open(client), open(client), open(client)]);
    await product.administrator.call("DELETE", `perms/asset-permissions/${own}/`);
    for (const { ended } of channels) expect((await ended).stderr).toContain("permission");
    expect((await allEnded()).map((row) => row.end_reason)).toEqual(Array(3).fill("permission_revoked"));
    // Not after the usual wait for another channel.
    await vi.waitFor(async () => expect(await connections()).toBe(0), 2000);
    expect((await run(client, "true")).code).toBe(255);
    await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"] });
  });

  it("connects once more for what the target takes no more on one connection", async () => {
    const client = await master();
    const channels = await Promise.all(Array.from({ length: 20 }, () => open(client)));
    const counts = new Map<string, number>();
    for (const { connection } of channels) counts.set(connection, (counts.get(connection) ?? 0) + 1);
    expect([...counts.values()]).toEqual([10, 10]);
    expect(await connections()).toBe(2);
    expect(await sessions()).toHaveLength(20);
    // Room that was given back is used.
    channels[0]?.child.stdin.end("exit\n");
    await channels[0]?.ended;
    const next = await open(client);
    expect(counts.has(next.connection)).toBe(true);
  });

  it("gives every channel the reason when the target goes", async () => {
    const client = await master();
    const channels = await Promise.all([open(client), open(client)]);
    const pid = Number(await channels[0]?.ask("echo $PPID"));
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, "SIGKILL");
    for (const { ended } of channels) {
      const { code, stderr } = await ended;
      expect([code, stderr]).toEqual([255, expect.stringContaining("connection to the target was lost")]);
    }
    expect((await allEnded()).map((row) => row.end_reason)).toEqual(["connection_lost", "connection_lost"]);
    const { code, stdout } = await run(client, "echo back");
    expect([code, stdout]).toEqual([0, "back\n"]);
  });

  it("keeps a channel that nobody reads from holding up the others", async () => {
    const client = await master();
    const flood = await open(client);
    flood.child.stdout.pause();
    flood.child.stdin.write("yes a line that nobody reads\n");
    const other = await open(client);
    for (let at = 0; at < 20; at += 1) expect(await other.ask(`echo ${at}`)).toBe(String(at));
    expect(other.connection).toBe(flood.connection);
  });

  it("signs in anew with a secret that has changed; what runs goes on", async () => {
    const { product, target } = gateway;
    const { rows } = await product.database.pool.query("select id from accounts where name = 'operator'");
    const change = async (secret_type: string, secret: string) => {
      const changed = await product.administrator.call("PATCH", `accounts/accounts/${rows[0].id}/`, {
        secret_type,
        secret,
      });
      expect(changed.status, changed.text).toBe(200);
    };
    const client = await master();
    const before = await open(client);
    await change("ssh_key", target.privateKey);
    const after = await open(client);
    expect(after.connection).not.toBe(before.connection);
    expect((await run(client, "echo $SSH_CONNECTION")).stdout.trim()).toBe(after.connection);
    expect(await before.ask("echo still here")).toBe("still here");
    before.child.stdin.end("exit\n");
    await before.ended;
    // Nobody can join the former one: it does not wait.
    await vi.waitFor(async () => expect(await connections()).toBe(1), 15_000);
    if (target.password !== "") await change("password", target.password);
  });

  it("gives each channel a connection of its own where sharing is switched off", async () => {
    const own = await createSshServer(gateway.product, { reuseConnections: false });
    try {
      const client = await master(own.sshPort);
      const channels = await Promise.all([open(client), open(client)]);
      expect(new Set(channels.map(({ connection }) => connection)).size).toBe(2);
      channels[0]?.child.stdin.end("exit\n");
      await channels[0]?.ended;
      await vi.waitFor(async () => expect(await connections()).toBe(1), 15_000);
    } finally {
      for (const end of leave.splice(0)) await end();
      await own.close();
    }
  });
});
