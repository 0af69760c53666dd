import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import ssh2, { type Client, type ClientChannel } from "ssh2";
import type { OpenSshServer } from "../../server/src/engine/testing/openssh.ts";
import { hybridOffer, type OfferHybrid } from "../../server/src/engine/testing/post-quantum-client.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import {
  accountOf,
  directOptions,
  gatewayOptions,
  keystrokes as measureKeystrokes,
  openRaw,
} from "../fixtures/ssh-clients.ts";
import { type Cipher, hasNativeAddOn, type SshTestBed, startServerOf } from "../fixtures/ssh-test-bed.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured, withRange } from "../table.ts";

const ciphers: readonly Cipher[] = ["aes128-gcm@openssh.com", "chacha20-poly1305@openssh.com"];

/**
 * The SSH gateway with the standard client: bulk output beside OpenSSH's ProxyJump, the echo of a keystroke while many
 * sessions print, the memory of idle sessions, and sign-ins by key.
 */
export async function measureSshGateway(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("ssh gateway", fixtures.worldMissing, ">= 0.85 x")];
  const { sizes } = fixtures;
  const rows: Row[] = [];
  if (hasNativeAddOn()) {
    const testBed = await fixtures.startSshTestBed(true);
    try {
      rows.push(...(await bulk(testBed, sizes, "with the native add-on")));
    } finally {
      await testBed.close();
    }
  } else {
    rows.push(unmeasured("ssh bulk with the native add-on", "not built; npm rebuild ssh2", ">= 1.00 x"));
  }
  const testBed = await fixtures.startSshTestBed(false);
  try {
    rows.push(...(await bulk(testBed, sizes, "without the native add-on")));
    rows.push(...(await echo(testBed, sizes)));
    rows.push(...(await signIns(testBed, sizes)));
    rows.push(await idle(testBed, sizes));
  } finally {
    await testBed.close();
  }
  return rows;
}

/** What carries output: both are recorded, a terminal to its end, a command up to the setting. */
const carriers = ["terminal", "command"] as const;

type Carrier = (typeof carriers)[number];

/** Text, because a recording is compressed: what costs nothing to compress would say nothing. */
const textLine =
  "2026-05-04T10:01:00Z web-1 sshd[4711]: Accepted publickey for operator from 192.0.2.10 port 50214";

async function bulk(testBed: SshTestBed, sizes: Sizes, how: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const cipher of ciphers) {
    const server = await startServerOf(cipher);
    try {
      const login = await testBed.addHost(server.port, accountOf(server));
      for (const carrier of carriers) {
        const [jump, ours] = [[], []] as [number[], number[]];
        for (let round = 0; round < sizes.rounds; round += 1) {
          jump.push(await megabytesPerSecond(throughJump(server, cipher), carrier, sizes.outputBytes));
          const options = gatewayOptions(testBed, login, cipher);
          ours.push(await megabytesPerSecond(options, carrier, sizes.outputBytes));
        }
        const ratio = median(ours) / median(jump);
        rows.push(
          judged(
            `ssh bulk ${cipher.slice(0, cipher.indexOf("@"))}, recorded ${carrier}, ${how}`,
            withRange(ours, 0, "MB/s"),
            ">= 1.00 x ProxyJump",
            ratio >= 1,
            { beside: `ProxyJump ${withRange(jump, 0, "MB/s")}`, ratio },
          ),
        );
      }
    } finally {
      await server.stop();
    }
  }
  return rows;
}

async function echo(testBed: SshTestBed, { keystrokes, printing }: Sizes): Promise<Row[]> {
  const server = await startServerOf("aes128-gcm@openssh.com");
  const login = await testBed.addHost(server.port, accountOf(server));
  const others: ChildProcess[] = [];
  try {
    const print = `exec perl -e '$|=1; while (1) { print "x" x 1999, "\\n"; select(undef, undef, undef, 0.1) }'`;
    for (let at = 0; at < printing; at += 1) {
      const child = spawn("ssh", ["-tt", ...gatewayOptions(testBed, login), print], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      child.stdout?.resume();
      others.push(child);
      await once(child.stdout as NodeJS.ReadableStream, "data");
    }
    const direct = await openRaw(directOptions(server));
    const through = await openRaw(gatewayOptions(testBed, login));
    const { plain, ours } = await measureKeystrokes({ direct, through }, keystrokes);
    direct.kill();
    through.kill();
    const added = (share: number) => percentile(ours, share) - percentile(plain, share);
    const row = (name: string, share: number, limit: number) =>
      judged(
        `ssh keystroke, ${name} added, ${printing} sessions at 20 KB/s`,
        inMilliseconds(added(share)),
        `< ${limit} ms`,
        added(share) < limit,
        {
          beside: `${inMilliseconds(percentile(ours, share))} against ssh ${inMilliseconds(percentile(plain, share))}`,
        },
      );
    return [row("median", 0.5, 0.5), row("p99", 0.99, 5)];
  } finally {
    for (const child of others) child.kill();
    await server.stop();
  }
}

/** In turns with X25519 alone and with the post-quantum exchange, whose cost both ends bear. */
async function signIns(testBed: SshTestBed, sizes: Sizes): Promise<Row[]> {
  const offer = await hybridOffer();
  const [plain, hybrid] = [[], []] as [number[], number[]];
  for (let round = 0; round < sizes.rounds; round += 1) {
    plain.push(await signInRate(testBed, sizes.sshSignIns));
    hybrid.push(await signInRate(testBed, sizes.sshSignIns, offer));
  }
  const perSecond = (rates: readonly number[]) => withRange(rates, 0, "/s");
  const row = (name: string, rates: readonly number[], more = {}) =>
    judged(name, perSecond(rates), ">= 50 /s", median(rates) >= 50, more);
  return [
    row("ssh sign-ins by key", plain),
    row("ssh sign-ins by key, post-quantum", hybrid, {
      beside: `X25519 ${perSecond(plain)}`,
      ratio: median(hybrid) / median(plain),
    }),
  ];
}

/** Sign-ins a second, eight at a time. */
async function signInRate(testBed: SshTestBed, count: number, offer?: OfferHybrid): Promise<number> {
  let started = 0;
  const worker = async () => {
    while (started < count) {
      started += 1;
      (await signIn(testBed, testBed.username, offer)).end();
    }
  };
  (await signIn(testBed, testBed.username, offer)).end();
  const begin = performance.now();
  await Promise.all(Array.from({ length: 8 }, worker));
  return count / ((performance.now() - begin) / 1000);
}

async function idle(testBed: SshTestBed, { idleSessions, idleSeconds }: Sizes): Promise<Row> {
  const target = await startQuietTarget();
  const login = await testBed.addHost(target.port, {
    username: "any",
    secretType: "password",
    secret: "secret",
  });
  const clients: Client[] = [];
  const before = memoryOf(testBed);
  try {
    while (clients.length < idleSessions) {
      const batch = Math.min(10, idleSessions - clients.length);
      clients.push(
        ...(await Promise.all(
          Array.from({ length: batch }, async () => {
            const client = await signIn(testBed, login);
            await shellOf(client);
            return client;
          }),
        )),
      );
    }
    await sleep(idleSeconds * 1000);
    const after = memoryOf(testBed);
    return judged(
      `ssh, ${idleSessions} idle sessions, all processes`,
      `${(after / 1e6).toFixed(0)} MB`,
      "< 1000 MB",
      after < 1e9,
      { beside: `${((after - before) / idleSessions / 1000).toFixed(0)} KB a session` },
    );
  } finally {
    for (const client of clients) client.end();
    target.close();
  }
}

function memoryOf(testBed: SshTestBed): number {
  return [...testBed.product.memory().values()].reduce((sum, bytes) => sum + bytes, 0);
}

function signIn({ product, key }: SshTestBed, username: string, offer?: OfferHybrid): Promise<Client> {
  const client = new ssh2.Client();
  return new Promise((resolve, reject) => {
    client.once("ready", () => resolve(client));
    client.on("error", reject);
    client.connect({
      host: "127.0.0.1",
      port: product.sshPort,
      username,
      privateKey: key,
      readyTimeout: 60_000,
    });
    offer?.(client);
  });
}

function shellOf(client: Client): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.shell({ term: "xterm", cols: 80, rows: 24 }, (error, channel) => {
      if (error !== undefined) reject(error);
      else channel.once("data", () => resolve(channel));
    });
  });
}

/** A server whose shells say one line and then nothing. */
async function startQuietTarget(): Promise<{ port: number; close(): void }> {
  // Not an Ed25519 key: ssh2 spoils one in 256 of those it makes.
  const hostKeys = [ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }).private];
  const server = new ssh2.Server({ hostKeys }, (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (context) => {
      if (context.method === "password") context.accept();
      else context.reject(["password"]);
    });
    client.on("session", (accept) => {
      const session = accept();
      session.on("pty", (acceptPty) => acceptPty?.());
      session.on("window-change", (acceptChange) => acceptChange?.());
      session.on("shell", (acceptShell) => void acceptShell().write("ready$ "));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

function throughJump(server: OpenSshServer, cipher: Cipher): string[] {
  // What -J does, with a key and a cipher for the first connection as well.
  const jump = [
    "ssh",
    "-c",
    cipher,
    ...directOptions(server).slice(0, -1),
    "-W",
    "%h:%p",
    directOptions(server).at(-1),
  ];
  return ["-c", cipher, "-o", `ProxyCommand=${jump.join(" ")}`, ...directOptions(server)];
}

/** Without the sign-in: from the first byte to the last. */
async function megabytesPerSecond(
  options: readonly string[],
  carrier: Carrier,
  bytes: number,
): Promise<number> {
  const [terminal, prepare] = carrier === "terminal" ? [["-tt"], "stty raw -echo; "] : [[], ""];
  const command = `${prepare}yes '${textLine}' | head -c ${bytes}`;
  const child = spawn("ssh", [...terminal, ...options, command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let received = 0;
  let first = 0;
  let last = 0;
  child.stdout?.on("data", (data: Buffer) => {
    last = performance.now();
    if (received === 0) first = last;
    received += data.length;
  });
  await once(child, "close");
  if (received !== bytes) throw new Error(`${received} of ${bytes} bytes came: ssh ${options.join(" ")}`);
  return bytes / 1000 / (last - first);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
