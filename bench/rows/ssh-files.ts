import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../e2e/support/world.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, type Row, unmeasured, withRange } from "../table.ts";

/** The part of OpenSSH's own speed that is to be reached. */
const share = 0.7;

/** Between client and gateway, OpenSSH's own first choice first. */
const ciphers = ["chacha20-poly1305@openssh.com", "aes128-gcm@openssh.com"] as const;

/** The file's size in outputs of other rows: long enough to outlast how long a sign-in happens to take. */
const largeFile = 4;

/** The delay that is added each way between client and server, in milliseconds. */
const delay = 12.5;

const quiet = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"];

/**
 * SFTP through the gateway against OpenSSH straight to the same server, in turns: one large file up and down, on
 * loopback and over a path with 25 ms of delay. Every byte is hashed on the way.
 */
export async function measureSshFiles(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("sftp", fixtures.worldMissing, ">= 0.7 of direct")];
  const world = await fixtures.startWorld();
  const { sshPort } = world.product;
  const folder = await mkdtemp(path.join(tmpdir(), "bench-files-"));
  try {
    await chmod(folder, 0o777);
    await grantFiles(world);
    const { outputBytes, rounds } = fixtures.sizes;
    await writeFile(path.join(folder, "source"), randomBytes(largeFile * outputBytes), { mode: 0o644 });
    const transfers = { folder, sshPort, bytes: largeFile * outputBytes, rounds: Math.min(rounds, 3) };
    const rows: Row[] = [];
    for (const cipher of ciphers) rows.push(...(await compare(world, { ...transfers, cipher }, null)));
    const lanes = [await delayed(world.sshd.port), await delayed(sshPort)] as const;
    try {
      rows.push(...(await compare(world, { ...transfers, cipher: ciphers[0] }, lanes)));
    } finally {
      for (const lane of lanes) lane.close();
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  }
}

/** Lets the user of the world do everything with files. */
export async function grantFiles({ admin, hostId, sshd, user }: World): Promise<void> {
  await admin.raw("PATCH", `/api/v1/assets/hosts/${hostId}/`, {
    protocols: [
      { name: "ssh", port: sshd.port },
      { name: "sftp", port: sshd.port },
    ],
  });
  const me = await user.get("/api/v1/users/profile/");
  await admin.post("/api/v1/perms/asset-permissions/", {
    name: `files-${Math.random().toString(36).slice(2, 8)}`,
    users: [{ pk: me.id }],
    assets: [{ pk: hostId }],
    accounts: ["@ALL"],
    actions: ["connect", "upload", "download", "delete"],
  });
}

interface Transfers {
  readonly folder: string;
  readonly sshPort: number;
  readonly bytes: number;
  readonly rounds: number;
  readonly cipher: string;
}

async function compare(
  world: World,
  { folder, sshPort, bytes, rounds, cipher }: Transfers,
  lanes: readonly [direct: Server, ours: Server] | null,
): Promise<Row[]> {
  const portOf = (lane: Server) => (lane.address() as AddressInfo).port;
  const { sshd, username, password } = world;
  const direct = {
    port: lanes === null ? sshd.port : portOf(lanes[0]),
    login: `${sshd.username}@127.0.0.1`,
    secret: sshd.password,
    key: sshd.privateKeyFile,
    cipher,
  };
  const ours = {
    port: lanes === null ? sshPort : portOf(lanes[1]),
    login: `${username}@${sshd.username}@${await nameOf(world)}@127.0.0.1`,
    secret: password,
    key: null,
    cipher,
  };
  const commands = {
    up: `put ${folder}/source ${folder}/there`,
    down: `get ${folder}/source ${folder}/here`,
  };
  const rows: Row[] = [];
  const [idleDirect, idleOurs] = [await signInSeconds(direct), await signInSeconds(ours)];
  for (const way of ["up", "down"] as const) {
    const plain: number[] = [];
    const through: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(bytes / 1e6 / ((await run(direct, commands[way])) - idleDirect));
      through.push(bytes / 1e6 / ((await run(ours, commands[way])) - idleOurs));
    }
    const ratio = median(through) / median(plain);
    const path = lanes === null ? "loopback" : `${2 * delay} ms`;
    rows.push(
      judged(
        `sftp ${way}, ${Math.round(bytes / 1e6)} MB, ${path}, ${cipher.slice(0, 8)}`,
        withRange(through, 0, "MB/s"),
        `>= ${share} of direct`,
        ratio >= share,
        { beside: `direct ${withRange(plain, 0, "MB/s")}`, ratio },
      ),
    );
  }
  return rows;
}

/** What the machine of the world is called. */
export async function nameOf({ admin, hostId }: World): Promise<string> {
  return (await admin.get(`/api/v1/assets/hosts/${hostId}/`)).name;
}

/** Gives a client its password. */
const passwordTyper = "sshpass";

/** Where a client signs in, and with what. */
export interface Login {
  readonly port: number;
  readonly login: string;
  readonly secret: string;
  readonly key: string | null;
  readonly cipher: string;
}

/** Seconds that an `sftp` takes before and after what it transfers. */
export async function signInSeconds(login: Login): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < 3; round += 1) seconds.push(await run(login, "pwd"));
  return median(seconds);
}

/** Seconds an `sftp` with one command takes. */
export function run({ port, login, secret, key, cipher }: Login, command: string): Promise<number> {
  const identity = key === null ? [] : ["-i", key];
  const args = [
    "-e",
    "sftp",
    ...quiet,
    "-o",
    "BatchMode=no",
    "-o",
    "LogLevel=ERROR",
    "-c",
    cipher,
    ...identity,
  ];
  const started = performance.now();
  const child = spawn(passwordTyper, [...args, "-P", String(port), "-b", "-", login], {
    env: { PATH: process.env.PATH, SSHPASS: secret, HOME: "/nonexistent" },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (data: Buffer) => {
    said += data.toString();
  });
  child.stdin.end(`${command}\n`);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve((performance.now() - started) / 1000);
      else reject(new Error(`sftp "${command}" ended with ${code}: ${said}`));
    });
  });
}

/** A path to a port that takes its time, in both directions, and loses nothing of its width. */
async function delayed(port: number): Promise<Server> {
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: "127.0.0.1", noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let waiting = 0;
      from.on("data", (data: Buffer) => {
        waiting += data.length;
        if (waiting > 64 * 1024 * 1024) from.pause();
        void sleep(delay).then(() => {
          waiting -= data.length;
          from.resume();
          if (!to.destroyed) to.write(data);
        });
      });
      from.on("end", () => void sleep(delay).then(() => to.end()));
      from.on("error", () => to.destroy());
      from.on("close", () => void sleep(delay).then(() => to.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
