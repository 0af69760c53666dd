import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../server/src/engine/testing/free-port.ts";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { startPrepared } from "./support/prepared.ts";
import { killHard, type Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const sshpass = "/usr/bin/sshpass";
const isMissing = opensshMissing() !== null || !existsSync(sshpass);

/** An SSH client that is running. */
interface Client {
  readonly child: ChildProcess;
  said(): string;
  /** Its exit status, once it has ended. */
  readonly ended: Promise<number | null>;
}

describe.skipIf(isMissing)("SSH clients when parts of the product die", () => {
  let product: Product;
  let world: World;
  let folder: string;
  /** What is written on the target: beside the folder, where its account may write. */
  let uploaded: string | undefined;
  let echo: Server;
  const clients: Client[] = [];

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    folder = await mkdtemp(path.join(tmpdir(), "ssh-faults-"));
    echo = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    const { admin, hostId, username } = world;
    await admin.raw("PATCH", `/api/v1/assets/hosts/${hostId}/`, {
      protocols: [
        { name: "ssh", port: world.sshd.port },
        { name: "sftp", port: world.sshd.port },
      ],
    });
    const [person] = await admin.get(`/api/v1/users/users/?username=${username}`);
    const permission = await admin.post("/api/v1/perms/asset-permissions/", {
      name: "files and forwarding",
      users: [{ pk: person.id }],
      assets: [{ pk: hostId }],
      accounts: ["@ALL"],
      actions: ["connect", "upload", "download", "delete"],
    });
    await admin.raw("PUT", `/api/v1/sallyport/asset-permissions/${permission.id}/forwarding/`, {
      forwarding: ["local", "remote"],
    });
  });
  afterEach(() => {
    for (const { child } of clients.splice(0)) child.kill("SIGKILL");
  });
  afterAll(async () => {
    echo?.close();
    await world?.close();
    await product?.dispose();
    for (const left of [folder, uploaded]) {
      if (left !== undefined) await rm(left, { recursive: true, force: true });
    }
  });

  const start = (program: string, ...args: string[]): Client => {
    const options = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"];
    const port = [program === "ssh" ? "-p" : "-P", String(product.sshPort)];
    const child = spawn(sshpass, ["-e", program, ...options, ...port, ...args], {
      env: { PATH: process.env.PATH, HOME: folder, TERM: "xterm", SSHPASS: world.password },
    });
    const parts: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => parts.push(data));
    child.stderr.on("data", (data: Buffer) => parts.push(data));
    child.stdin.on("error", () => undefined);
    const ended = once(child, "close").then(([code]) => code as number | null);
    const client = { child, ended, said: () => Buffer.concat(parts).toString("utf8") };
    clients.push(client);
    return client;
  };
  const login = () => `${world.username}@${world.sshd.username}@${world.hostId}@127.0.0.1`;
  const ssh = (...args: string[]) => start("ssh", ...args.map((arg) => (arg === "LOGIN" ? login() : arg)));
  const sees = (client: Client, text: string) =>
    until(`"${text}" of a client`, client.said, (said) => said.includes(text));
  const types = (client: Client, text: string) => client.child.stdin?.write(text);
  const online = () => world.admin.get("/api/v1/terminal/sessions/?is_finished=false");
  const copies = () => {
    const root = path.join(product.dataFolder, "ftp-files");
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
  };
  const reachable = () =>
    until(
      "a gateway that takes connections",
      async () => {
        const client = ssh("LOGIN", "echo again");
        return (await client.ended) === 0 && client.said();
      },
      (said) => said !== false && said.includes("again"),
    );

  it("are cut off by kill -9 of the gateway, and nothing stays open, running or half kept", async () => {
    const shell = ssh("-tt", "LOGIN");
    await sees(shell, "$");
    types(shell, "echo re''corded; sleep 600\r");
    await sees(shell, "recorded\r\n");
    const command = ssh("LOGIN", "echo begun; cat");
    await sees(command, "begun");
    const port = await freePort();
    const { port: echoPort } = echo.address() as { port: number };
    const forward = ssh("-N", "-L", `${port}:127.0.0.1:${echoPort}`, "LOGIN");
    const tunnel = await until(
      "a forwarded connection",
      () => echoed(port),
      (socket) => socket !== null,
    );
    const file = path.join(folder, "large");
    uploaded = `${folder}-uploaded`;
    writeFileSync(file, Buffer.alloc(30_000_000, "sallyport "));
    const upload = start("sftp", "-l", "8000", login());
    types(upload, `put ${file} ${uploaded}\n`);
    await until("the beginning of a copy", copies, (found) => found.length > 0);
    await until("four sessions", online, (sessions) => sessions.length === 4);
    // What was shown longer than a second ago is in the recording.
    await sleep(1500);

    const before = Date.now();
    killHard(product.pid("gateway"));
    for (const client of [shell, command, forward, upload]) expect(await client.ended).not.toBe(0);
    tunnel?.destroy();

    await reachable();
    expect(await until("the end of every session", online, (sessions) => sessions.length === 0)).toEqual([]);
    const sessions = await world.admin.get("/api/v1/terminal/sessions/?limit=10");
    const cut = sessions.results.filter(
      (session: { date_start: string }) => Date.parse(session.date_start) < before,
    );
    expect(cut).toHaveLength(4);
    for (const session of cut) {
      const [from, to] = [Date.parse(session.date_start), Date.parse(session.date_end)];
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(Date.now());
      expect(session.is_finished).toBe(true);
    }
    const recorded = cut.filter((session: { has_replay: boolean }) => session.has_replay);
    // The terminal and the command; a forwarding and a file transfer have no recording.
    const replays = await Promise.all(recorded.map(({ id }: { id: string }) => world.replay(id)));
    expect(replays).toHaveLength(2);
    expect(replays.filter((replay) => replay.includes("recorded\r\n"))).toHaveLength(1);
    expect(replays.filter((replay) => replay.includes("begun"))).toHaveLength(1);
    const [record] = await world.admin.get(`/api/v1/audits/ftp-logs/?filename=${uploaded}`);
    expect(record).toMatchObject({ is_success: false, has_file: false });
    expect(copies()).toEqual([]);
  }, 120_000);

  it("go on typing after kill -9 of web", async () => {
    const shell = ssh("-tt", "LOGIN");
    await sees(shell, "$");
    const before = product.pid("web");
    killHard(before);
    types(shell, "echo wi''thout\r");
    await sees(shell, "without\r\n");
    const other = ssh("LOGIN", "echo mean''while");
    expect(await other.ended).toBe(0);
    await product.healthy();
    types(shell, "exit\r");
    expect(await shell.ended).toBe(0);
    await until("the end of every session", online, (sessions) => sessions.length === 0);
  }, 60_000);

  it("go on typing while the database is away, and their ends are stored when it is back", async () => {
    const shell = ssh("-tt", "LOGIN");
    await sees(shell, "$");
    const pids = product
      .processes()
      .filter(({ role }) => role === "database")
      .map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      types(shell, "echo wi''thout\r");
      await sees(shell, "without\r\n");
      types(shell, "exit\r");
      expect(await shell.ended).toBe(0);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await until("the end of every session", online, (sessions) => sessions.length === 0);
    for (const pid of pids) killHard(pid);
    await reachable();
    await product.healthy();
    // The client is informed of its end before the session is stored as ended.
    await until("the end of every session", online, (sessions) => sessions.length === 0);
  }, 120_000);
});

/** A connection to a port that has echoed something; null where nobody does. */
function echoed(port: number): Promise<Socket | null> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.once("data", () => resolve(socket));
    socket.once("close", () => resolve(null));
    socket.write("hello");
  });
}
