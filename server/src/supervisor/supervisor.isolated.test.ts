import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { isAlive, readPostmaster } from "../engine/database/embedded/postmaster.ts";
import { bundleForTest, type TestBundle } from "../engine/testing/bundle.ts";
import { createTestDatabase } from "../engine/testing/database.ts";
import { freePort } from "../engine/testing/free-port.ts";
import { childrenOf, commandOf, startProcess, type TestProcess } from "../engine/testing/process.ts";
import { databaseUrlOf } from "../testing/database-url.ts";

/** How long a process is waited for until it has done something, in milliseconds. */
const longestWait = 60_000;

let bundle: TestBundle;
let folder: string;
let port: number;
const processes: TestProcess[] = [];

beforeAll(async () => {
  bundle = await bundleForTest(join(import.meta.dirname, "supervisor.fixture.ts"));
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-supervisor-"));
  chmodSync(folder, 0o711);
  port = await freePort();
});
afterEach(async () => {
  for (const each of processes.splice(0)) {
    each.child.kill("SIGTERM");
    await each.ended;
  }
  const survivor = readPostmaster(join(folder, "data/postgres/data"));
  if (survivor !== null && isAlive(survivor.pid)) process.kill(survivor.pid, "SIGQUIT");
  rmSync(folder, { recursive: true, force: true });
});

function launch(environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []): TestProcess {
  const started = startProcess(process.execPath, [bundle.script, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      SALLYPORT_HTTP_PORT: String(port),
      SALLYPORT_DATA: join(folder, "data"),
      ...environment,
    },
  });
  processes.push(started);
  return started;
}

async function launchReady(environment: NodeJS.ProcessEnv = {}): Promise<TestProcess> {
  const started = launch(environment);
  await started.until(/is ready[\s\S]*Ctrl\+C/);
  return started;
}

async function ask(path = "/api/health/"): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return (await response.json()) as Record<string, unknown>;
}

function childCalled(supervisor: TestProcess, name: string): number {
  return childrenOf(supervisor.pid).find((pid) => commandOf(pid).endsWith(`--child ${name}`)) ?? 0;
}

interface Terminal {
  readonly hello: { pid: number; url: string; cookie: string | null };
  echo(text: string): Promise<string>;
  readonly closed: Promise<number>;
  close(): void;
}

async function openTerminal(path = "/koko/ws/terminal/?x=1"): Promise<Terminal> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { cookie: "a=1; b=2" },
    handshakeTimeout: 15_000,
  });
  const next = () =>
    new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  const hello = await new Promise<string>((resolve, reject) => {
    socket.once("message", (data) => resolve(String(data)));
    socket.once("error", reject);
  });
  const echo = (text: string) => {
    const answer = next();
    socket.send(text);
    return answer;
  };
  return { hello: JSON.parse(hello), echo, closed, close: () => socket.close() };
}

describe("a start", () => {
  test("says once where to go and who to be, and stops cleanly with everything it started", async () => {
    const product = await launchReady({ FIXTURE_FIRST_SIGN_IN: "generated-password" });
    expect(product.output()).toContain(`http://127.0.0.1:${port}`);
    expect(product.output()).toMatch(/admin \/ generated-password/);
    expect(product.errors()).toBe("");
    const answer = await ask();
    expect(answer).toMatchObject({ key: 32, rows: [{ one: 1 }] });
    // Nothing secret is in the environment of a process: the options travel another way.
    expect(answer.environment).toEqual(["SALLYPORT_ROLE", "SALLYPORT_LOG_LEVEL"]);
    const postmaster = readPostmaster(join(folder, "data/postgres/data"))?.pid ?? 0;
    const children = childrenOf(product.pid);
    expect(isAlive(postmaster) && children.length >= 2).toBe(true);
    const began = Date.now();
    product.child.kill("SIGTERM");
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(Date.now() - began).toBeLessThan(15_000);
    expect([postmaster, ...children].filter(isAlive)).toEqual([]);
    expect(existsSync(join(folder, "data/lock.json"))).toBe(false);
    for (const log of readdirSync(join(folder, "data/logs"))) {
      expect(readFileSync(join(folder, "data/logs", log), "utf8")).not.toContain("generated-password");
    }
  });

  test("a stop lets running requests finish", async () => {
    const product = await launchReady();
    const slow = ask("/slow");
    await new Promise((resolve) => setTimeout(resolve, 200));
    product.child.kill("SIGINT");
    expect(await slow).toMatchObject({ rows: [{ one: 1 }] });
    expect((await product.ended).code).toBe(0);
  });

  test("a stop during the start is obeyed", async () => {
    const product = launch();
    await vi.waitFor(() => expect(existsSync(join(folder, "data/lock.json"))).toBe(true), {
      timeout: longestWait,
    });
    product.child.kill("SIGTERM");
    expect((await product.ended).code).toBe(0);
    expect(readPostmaster(join(folder, "data/postgres/data"))).toBeNull();
  });
});

describe("a refused start", () => {
  async function refusal(environment: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<string> {
    const product = launch(environment, args);
    expect((await product.ended).code).toBe(78);
    expect(product.output()).toBe("");
    expect(product.errors()).not.toMatch(/\n\s+at /);
    return product.errors();
  }

  test("wrong options: one line each", async () => {
    const said = await refusal({
      SALLYPORT_HTTP_PORT: "x",
      SALLYPORT_HOSTT: "y",
      SALLYPORT_LOG_LEVEL: "loud",
    });
    expect(said.trim().split("\n")).toHaveLength(4);
    expect(await refusal({}, ["--rolse", "web"])).toMatch(/--rolse/);
  });

  test("a port in use", async () => {
    const other = createServer().listen(port, "127.0.0.1");
    expect(await refusal({})).toMatch(new RegExp(`SALLYPORT_HTTP_PORT: port ${port} on 127.0.0.1 is in use`));
    other.close();
    expect(existsSync(join(folder, "data/lock.json"))).toBe(false);
  });

  test("an address of another machine", async () => {
    expect(await refusal({ SALLYPORT_HOST: "192.0.2.1" })).toMatch(
      /SALLYPORT_HOST: 192.0.2.1 is not an address/,
    );
  });

  test("a data folder of a newer version", async () => {
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data/version"), '{"format":99,"version":"9.0.0"}');
    expect(await refusal({})).toMatch(/newer version \(9\.0\.0\)/);
  });

  test("a database that cannot be reached, without repeating its password", async () => {
    const said = await refusal({ SALLYPORT_DATABASE_URL: "postgres://user:hunter2@127.0.0.1:1/x" });
    expect(said).toMatch(/SALLYPORT_DATABASE_URL: cannot connect to the database/);
    expect(said).not.toContain("hunter2");
  });

  test("a second product on the same data", async () => {
    await launchReady();
    const taken = port;
    port = await freePort();
    expect(await refusal({})).toMatch(/SALLYPORT_DATA: .* is in use by another Sallyport \(process \d+\)/);
    port = taken;
    expect(await ask()).toMatchObject({ rows: [{ one: 1 }] });
  });

  test("roles without a shared database", async () => {
    expect(await refusal({}, ["--roles", "web"])).toMatch(/SALLYPORT_DATABASE_URL: is needed/);
  });
});

describe("connections and crashes", () => {
  test("a terminal goes on through kill -9 of web, and web comes back", async () => {
    const product = await launchReady();
    const gateway = childCalled(product, "gateway");
    const terminal = await openTerminal();
    expect(terminal.hello).toMatchObject({ pid: gateway, url: "/koko/ws/terminal/?x=1", cookie: "a=1; b=2" });
    const web = childCalled(product, "web");
    process.kill(web, "SIGKILL");
    expect(await terminal.echo("during the crash")).toBe("echo during the crash");
    await vi.waitFor(async () => expect((await ask()).pid).not.toBe(web), {
      timeout: longestWait,
      interval: 50,
    });
    expect(await terminal.echo("x".repeat(100_000))).toHaveLength(100_005);
    expect(childCalled(product, "gateway")).toBe(gateway);
    const another = await openTerminal();
    expect(another.hello.pid).toBe(gateway);
    another.close();
    product.child.kill("SIGTERM");
    // A clean stop ends sessions with a code, not with a cut line.
    expect(await terminal.closed).toBe(1001);
    expect((await product.ended).code).toBe(0);
  });

  test("a restart of web is not held up by the connections it handed off", async () => {
    const product = await launchReady();
    const terminal = await openTerminal();
    const web = childCalled(product, "web");
    process.kill(web, "SIGTERM");
    await vi.waitFor(() => expect(isAlive(web)).toBe(false), { timeout: longestWait });
    expect(await terminal.echo("still here")).toBe("echo still here");
    terminal.close();
  });

  test("bytes sent right behind the upgrade request are not lost", async () => {
    await launchReady();
    for (let round = 0; round < 20; round++) {
      const socket = connect(port, "127.0.0.1");
      // A masked text frame "hi" with a zero mask, in the same and in following packets.
      const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
      socket.write(
        "GET /koko/ws/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      );
      if (round % 2 === 0) socket.write(frame.subarray(0, 3));
      else await new Promise((resolve) => setTimeout(resolve, round % 5));
      socket.write(round % 2 === 0 ? frame.subarray(3) : frame);
      const received = await new Promise<string>((resolve, reject) => {
        let text = "";
        socket.on("data", (chunk: Buffer) => {
          text += chunk.toString("latin1");
          if (text.includes("echo hi")) resolve(text);
        });
        socket.on("close", () => reject(new Error(`closed after: ${text}`)));
      });
      expect(received).toContain("101 Switching Protocols");
      socket.destroy();
    }
  });

  test("kill -9 of the gateway ends its connections only; while it is gone the answer is 503", async () => {
    const product = await launchReady();
    const terminal = await openTerminal();
    const web = childCalled(product, "web");
    const gateway = childCalled(product, "gateway");
    process.kill(gateway, "SIGKILL");
    // At once and later: no moment of its death may leave a client without an answer.
    const attempts = Array.from({ length: 20 }, async (_none, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 3));
      return await openTerminal().then(
        () => "opened",
        (error: Error) => error.message,
      );
    });
    for (const outcome of await Promise.all(attempts))
      expect(outcome).toMatch(/503|opened|hang up|closed|RESET/);
    expect(await terminal.closed).toBe(1006);
    await vi.waitFor(() => openTerminal().then((again) => again.close()), {
      timeout: longestWait,
      interval: 100,
    });
    expect((await ask()).pid).toBe(web);
  });

  test("kill -9 of the database: it comes back and web uses it again", async () => {
    await launchReady();
    const before = readPostmaster(join(folder, "data/postgres/data"))?.pid ?? 0;
    process.kill(before, "SIGKILL");
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ rows: [{ one: 1 }] }), {
      timeout: longestWait,
      interval: 100,
    });
    await vi.waitFor(() => expect(readPostmaster(join(folder, "data/postgres/data"))?.pid).not.toBe(before));
  });

  test("kill -9 of the supervisor: the others stop, and the next start takes over", async () => {
    const first = await launchReady();
    const terminal = await openTerminal();
    const children = [childCalled(first, "web"), childCalled(first, "gateway")];
    const postmaster = readPostmaster(join(folder, "data/postgres/data"))?.pid ?? 0;
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await launchReady();
    expect(await terminal.closed).toBe(1001);
    expect(children.filter(isAlive)).toEqual([]);
    expect(readPostmaster(join(folder, "data/postgres/data"))?.pid).toBe(postmaster);
    second.child.kill("SIGTERM");
    expect((await second.ended).code).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });
});

describe("an external database", () => {
  test("is used instead of an embedded one, and by nodes with named roles", async () => {
    const database = await createTestDatabase();
    const url = databaseUrlOf(database);
    try {
      const product = await launchReady({ SALLYPORT_DATABASE_URL: url });
      expect(await ask()).toMatchObject({ rows: [{ one: 1 }] });
      expect(existsSync(join(folder, "data/postgres"))).toBe(false);
      product.child.kill("SIGTERM");
      expect((await product.ended).code).toBe(0);
      const node = launch({ SALLYPORT_DATABASE_URL: url }, ["--roles=all"]);
      await vi.waitFor(ask, { timeout: longestWait, interval: 100 });
      const terminal = await openTerminal();
      expect(terminal.hello.pid).toBe(node.pid);
      expect(await terminal.echo("one process")).toBe("echo one process");
      node.child.kill("SIGTERM");
      expect((await node.ended).code).toBe(0);
    } finally {
      await database.drop();
    }
  });
});
