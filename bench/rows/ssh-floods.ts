import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, truncate, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { freePort } from "../../server/src/engine/testing/free-port.ts";
import type { OpenSshServer } from "../../server/src/engine/testing/openssh.ts";
import { TerminalClient } from "../../server/src/engine/testing/terminal-client.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { accountOf, directOptions, gatewayOptions, keystrokes, openRaw } from "../fixtures/ssh-clients.ts";
import { personPassword, quietSsh, type SshTestBed, startServerOf } from "../fixtures/ssh-test-bed.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";

/** What the gateway may grow by under a flood, in bytes. */
const growthLimit = 100e6;

/** What the gateway may add to the keystroke of somebody else, in milliseconds. */
const addedLimit = 1;

const sftp = "/usr/bin/sftp";

/** A file without content that takes hours to read. */
const largeFile = path.join(tmpdir(), `bench-large-${process.pid}`);

/** A test bed with a machine that floods anyone who asks for it. */
interface Flooded {
  readonly testBed: SshTestBed;
  readonly server: OpenSshServer;
  readonly login: string;
  readonly admin: ApiClient;
}

/** A way to ask for a flood and read nothing of it; answers what ends it. */
type Stall = (flooded: Flooded) => Promise<() => void>;

/**
 * A target that floods and a client that takes nothing of it, by every way output reaches a client: how much the
 * gateway grows, and how long somebody else waits for a keystroke meanwhile. And connections nobody signs in on.
 */
export async function measureSshFloods(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("ssh floods", fixtures.worldMissing, "< 100 MB")];
  const { sizes } = fixtures;
  const testBed = await fixtures.startSshTestBed(false);
  const server = await startServerOf("aes128-gcm@openssh.com");
  try {
    const login = await testBed.addHost(server.port, accountOf(server));
    const admin = await ApiClient.signIn(testBed.product.url, "admin", adminPassword);
    await writeFile(largeFile, "", { mode: 0o644 });
    await truncate(largeFile, 1e12);
    const flooded = { testBed, server, login, admin };
    const rows: Row[] = [];
    for (const [name, stall] of ways) rows.push(...(await flood(flooded, name, stall, sizes)));
    rows.push(await halfOpen(flooded, sizes));
    return rows;
  } finally {
    await rm(largeFile, { force: true });
    await server.stop();
    await testBed.close();
  }
}

const ways: readonly (readonly [string, Stall])[] = [
  ["a command", (flooded) => stalledProgram(flooded, "ssh", "cat /dev/zero")],
  ["a shell", (flooded) => stalledProgram(flooded, "ssh", "-tt", "yes a line that nobody reads")],
  ["an SFTP download", stalledDownload],
  ["a forwarded port", stalledForward],
  ["a browser", stalledBrowser],
];

async function flood(flooded: Flooded, name: string, stall: Stall, sizes: Sizes): Promise<Row[]> {
  const { product } = flooded.testBed;
  const gateway = product.pid("gateway");
  const [through, direct] = [await openRaw(clientOf(flooded)), await openRaw(directOptions(flooded.server))];
  const grown = () => product.memory().get(gateway) ?? 0;
  try {
    const quiet = await added(direct, through, sizes.keystrokes);
    const before = grown();
    const ends = await Promise.all(Array.from({ length: sizes.stalled }, () => stall(flooded)));
    let worst = 0;
    for (let second = 0; second < sizes.floodSeconds; second += 1) {
      worst = Math.max(worst, grown() - before);
      await sleep(1000);
    }
    const during = await added(direct, through, sizes.keystrokes);
    worst = Math.max(worst, grown() - before);
    for (const end of ends) end();
    const clients = `${sizes.stalled} stalled clients`;
    return [
      judged(
        `ssh flood of ${name}, ${clients}, growth of the gateway`,
        `${(worst / 1e6).toFixed(0)} MB`,
        `< ${growthLimit / 1e6} MB`,
        worst < growthLimit,
      ),
      judged(
        `ssh flood of ${name}, ${clients}, somebody else's keystroke, added to ssh`,
        inMilliseconds(during),
        `< ${addedLimit} ms`,
        during < addedLimit,
        { beside: `without the flood ${inMilliseconds(quiet)}` },
      ),
    ];
  } finally {
    through.kill();
    direct.kill();
    await sleep(1000);
  }
}

/** Connections that never say a word, from many addresses: whether people get in beside them, and how soon. */
async function halfOpen(flooded: Flooded, { halfOpen: count }: Sizes): Promise<Row> {
  const { product } = flooded.testBed;
  const gateway = product.pid("gateway");
  const before = product.memory().get(gateway) ?? 0;
  const quiet = await signInTime(flooded);
  const sockets: Socket[] = [];
  try {
    for (let at = 0; at < count; at += 1) {
      const localAddress = `127.1.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`;
      const socket = connect({ host: "127.0.0.1", port: product.sshPort, localAddress });
      socket.on("error", () => undefined);
      sockets.push(socket);
    }
    // Those that have waited longest make room after three seconds.
    await sleep(4000);
    const beside = await signInTime(flooded);
    const grown = (product.memory().get(gateway) ?? 0) - before;
    return judged(
      `ssh sign-in beside ${count} half-open connections from as many addresses`,
      inMilliseconds(beside),
      "< 1000 ms, < 100 MB",
      beside < 1000 && grown < growthLimit,
      { beside: `${inMilliseconds(quiet)} alone; grown by ${(grown / 1e6).toFixed(0)} MB` },
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function signInTime(flooded: Flooded): Promise<number> {
  const began = performance.now();
  const child = spawn("ssh", [...clientOf(flooded), "true"], { stdio: "ignore" });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0 ? performance.now() - began : Number.POSITIVE_INFINITY;
}

/** A real client that is stopped once the flood has begun. */
async function stalledProgram(flooded: Flooded, program: string, ...command: string[]): Promise<() => void> {
  const options = command.filter((word) => word.startsWith("-"));
  const rest = command.filter((word) => !word.startsWith("-"));
  const child = spawn(program, [...options, ...clientOf(flooded), ...rest], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return stopped(child);
}

const clientOf = ({ testBed, login }: Flooded): string[] => gatewayOptions(testBed, login);

function stopped(child: ChildProcess): () => void {
  child.kill("SIGSTOP");
  return () => child.kill("SIGKILL");
}

async function stalledDownload(flooded: Flooded): Promise<() => void> {
  const { testBed, login } = flooded;
  const options = [
    ...quietSsh,
    "-i",
    testBed.keyFile,
    "-o",
    `User=${login}`,
    "-P",
    String(testBed.product.sshPort),
  ];
  const child = spawn(sftp, [...options, "-b", "-", "127.0.0.1"], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin?.write(`get ${largeFile} /dev/null\n`);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  await sleep(1000);
  return stopped(child);
}

async function stalledForward(flooded: Flooded): Promise<() => void> {
  const { admin, login } = flooded;
  const [permission] = await admin.get(
    `/api/v1/perms/asset-permissions/?asset_id=${login.split("@").at(-1)}`,
  );
  await admin.raw("PUT", `/api/v1/sallyport/asset-permissions/${permission.id}/forwarding/`, {
    forwarding: ["local"],
  });
  const source = await startSource();
  const port = await freePort();
  const child = spawn("ssh", ["-N", "-L", `${port}:127.0.0.1:${source.port}`, ...clientOf(flooded)], {
    stdio: "ignore",
  });
  const socket = await reached(port);
  await once(socket, "data");
  socket.pause();
  const kill = stopped(child);
  return () => {
    kill();
    socket.destroy();
    source.child.kill();
  };
}

/** A server in a process of its own that sends without end. */
async function startSource(): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const port = await freePort();
  const program = `require("node:net").createServer((socket) => {
    const send = () => { while (socket.write(Buffer.alloc(65536))); };
    socket.on("error", () => undefined).on("drain", send);
    send();
  }).listen(${port}, "127.0.0.1")`;
  const child = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  (await reached(port)).destroy();
  return { port, child };
}

async function reached(port: number): Promise<Socket> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.on("error", () => undefined);
    if (isThere) return socket;
    await sleep(100);
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function stalledBrowser({ testBed, server, login }: Flooded): Promise<() => void> {
  const { product, username } = testBed;
  const person = await ApiClient.signIn(product.url, username, personPassword);
  const token = await person.post("/api/v1/authentication/connection-token/", {
    asset: login.split("@").at(-1),
    account: server.username,
    protocol: "ssh",
    connect_method: "web_cli",
  });
  const terminal = await TerminalClient.session({
    url: product.url,
    token: token.id,
    headers: { cookie: person.cookies, origin: product.url },
    keep: false,
  });
  terminal.type("echo rea''dy\r");
  await terminal.see("ready\r\n");
  terminal.stopReading();
  terminal.type("yes a long line of output that nobody looks at\r");
  return () => void terminal.close(true);
}

/** What the gateway adds to a keystroke. */
async function added(direct: ChildProcess, through: ChildProcess, count: number): Promise<number> {
  const { plain, ours } = await keystrokes({ direct, through }, count);
  return median(ours) - median(plain);
}
