import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { verifyInstallation } from "../areas/evidence/verify/installation.ts";
import { createWorld, type World } from "../areas/permissions/testing/world.ts";
import { leaveStoredRecordings } from "../areas/sessions/storages/keep-recordings.ts";
import { endedSession } from "../areas/sessions/testing/ended-session.ts";
import { translate } from "../engine/i18n/index.ts";
import { bundleForTest, type TestBundle } from "../engine/testing/bundle.ts";
import { startProcess, type TestProcess } from "../engine/testing/process.ts";
import type { GatewayPorts, SessionRecord } from "../gateway/ports.ts";
import { createGatewayPorts } from "../gateway-ports.ts";
import { databaseUrlOf } from "./database-url.ts";
import { createTestProduct, type TestProduct } from "./product.ts";
import { type S3TestServer, startS3Server } from "./s3-server.ts";

let product: TestProduct;
let world: World;
let ports: GatewayPorts;
let near: S3TestServer;
let far: S3TestServer;
let bundle: TestBundle;
/** The one whose recording is uploaded, and then moved. */
let session: SessionRecord;

beforeAll(async () => {
  product = await createTestProduct({ SALLYPORT_REPLAY_LOCAL_HOURS: "0" });
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  ports = await createGatewayPorts(product.services);
  bundle = await bundleForTest(join(import.meta.dirname, "../main.ts"));
  [near, far] = await Promise.all([startS3Server(), startS3Server()]);
  for (const [name, server] of [
    ["near", near],
    ["far", far],
  ] as const) {
    const { bucket: BUCKET, accessKey: ACCESS_KEY, secretKey: SECRET_KEY, endpoint: ENDPOINT } = server;
    const { status } = await product.administrator.call("POST", "terminal/replay-storages/", {
      ...{ name, type: "s3", is_default: name === "near" },
      meta: { BUCKET, ACCESS_KEY, SECRET_KEY, ENDPOINT },
    });
    expect(status).toBe(201);
  }
}, 120_000);

afterAll(async () => {
  await Promise.all([product?.close(), near?.close(), far?.close()]);
  bundle?.remove();
});

afterEach(() => {
  for (const { child } of started.splice(0)) child.kill("SIGKILL");
  for (const { faults } of [near, far]) {
    delete faults.before;
    delete faults.beforePart;
  }
});

const started: TestProcess[] = [];

/** Starts the product, or one of its commands, on the database and the folder of the test. */
function start(...args: readonly string[]): TestProcess {
  const program = startProcess(process.execPath, [bundle.script, ...args], {
    env: {
      ...process.env,
      SALLYPORT_DATA: product.services.config.dataFolder,
      SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
      SALLYPORT_REPLAY_LOCAL_HOURS: "0",
      SALLYPORT_LOG_OUTPUT: "stderr",
    },
  });
  started.push(program);
  return program;
}

async function kill(killed: TestProcess): Promise<void> {
  killed.child.kill("SIGKILL");
  expect(await killed.ended).toMatchObject({ signal: "SIGKILL" });
}

/** Runs a command of the product to its end. */
async function run(...args: readonly string[]): Promise<string> {
  const command = start(...args);
  expect(await command.ended, command.errors()).toMatchObject({ code: 0 });
  return command.output();
}

/** Of a session: a recording of three parts, which sets the window's title and shows nothing that is indexed. */
const threeParts = {
  pieces: 400,
  piece: () => `\x1b]0;${randomBytes(45_000).toString("base64")}\x07`,
  frameBytes: 200_000,
};

/** Nobody waits for who was killed: their claim and the pause after it are over. */
const forward = () =>
  sql`update recording_copies set date_next = now(), claimed_until = null`.execute(product.database.db);

const placeOf = async ({ id }: { readonly id: string }) =>
  (await product.administrator.call("GET", `sallyport/replays/${id}/place/`)).body;

/** What verifying the installation finds: every recording, from wherever it is, and the chain. */
async function problems(): Promise<string[]> {
  const told: string[] = [];
  await verifyInstallation(product.services, (message) => told.push(translate(message, "en")));
  return told.slice(0, -1);
}

/** Every answer to a search, in which a session may stand more than once. */
async function sessionsThatShow(text: string): Promise<string[]> {
  const found: string[] = [];
  let next = "";
  do {
    const after = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
    const { body } = await product.administrator.call(
      "GET",
      `sallyport/moments/?text=${encodeURIComponent(text)}${after}`,
    );
    found.push(...body.results.map(({ session }: { readonly session: string }) => session));
    next = body.next ?? "";
  } while (next !== "");
  return found;
}

/** Resolves when the storage is asked for something, which it then never answers. */
function askedFor(storage: S3TestServer, wanted: (method: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    storage.faults.before = (method) => {
      if (!wanted(method)) return;
      resolve();
      return new Promise(() => undefined);
    };
  });
}

/** Resolves when a part is sent; it never arrives. */
function sentPart(storage: S3TestServer, wanted: number): Promise<void> {
  return new Promise((resolve) => {
    storage.faults.beforePart = (number) => {
      if (number !== wanted) return;
      resolve();
      return new Promise(() => undefined);
    };
  });
}

/** Holds a table against whoever writes to it, until `work` is over; `work` hears when somebody waits. */
async function holding(table: string, work: (waitedFor: Promise<void>) => Promise<void>): Promise<void> {
  const client: pg.PoolClient = await product.database.pool.connect();
  try {
    await client.query(`begin; lock table ${table} in share mode`);
    const waitedFor = vi.waitFor(
      async () => {
        const { rows } = await product.database.pool.query(
          `select from pg_locks where relation = '${table}'::regclass and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000, interval: 50 },
    );
    await work(waitedFor);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

it("an upload that was killed goes on with the part it was at, and one that was being read back is read again", async () => {
  session = await endedSession(product.services, ports, world, threeParts);
  for (const part of [1, 3]) {
    await forward();
    const reached = sentPart(near, part);
    const worker = start("--roles", "worker");
    await reached;
    await kill(worker);
    expect((await placeOf(session)).on_this_server).toBe(true);
  }
  delete near.faults.beforePart;
  const sent = near.requests.length;
  await forward();
  const readBack = askedFor(near, (method) => method === "GET");
  const third = start("--roles", "worker");
  await readBack;
  const parts = near.requests.slice(sent).filter((one) => one.includes("partNumber"));
  expect(parts[0]).toContain("partNumber=3");
  await kill(third);
  expect((await placeOf(session)).on_this_server).toBe(true);
  delete near.faults.before;
  await forward();
  const last = start("--roles", "worker");
  await vi.waitFor(
    async () => expect((await placeOf(session)).storages).toMatchObject([{ name: "near", state: "stored" }]),
    { timeout: 90_000, interval: 200 },
  );
  await kill(last);
  expect(await problems()).toEqual([]);
}, 240_000);

it("a move that was killed has the recording in one place at least, and ends when it is run again", async () => {
  // From now on it is in its storage alone.
  await leaveStoredRecordings(product.services);
  const command = ["recordings", "move", "--from", "near", "--to", "far"] as const;

  for (const reach of [() => sentPart(far, 2), () => askedFor(near, (method) => method === "DELETE")]) {
    const reached = reach();
    const move = start(...command);
    await reached;
    await kill(move);
    delete far.faults.beforePart;
    delete near.faults.before;
    expect(await problems()).toEqual([]);
    await forward();
  }
  await run(...command);
  expect(near.objects.size).toBe(0);
  expect((await placeOf(session)).storages).toMatchObject([{ name: "far", state: "stored" }]);

  let pieces = 0;
  const reading = askedFor(far, (method) => method === "GET" && ++pieces === 2);
  const back = start("recordings", "move", "--from", "far", "--to", "default");
  await reading;
  await kill(back);
  delete far.faults.before;
  expect(await problems()).toEqual([]);
  await run("recordings", "move", "--from", "far", "--to", "default");
  expect(far.objects.size).toBe(0);
  expect(await placeOf(session)).toMatchObject({ on_this_server: true });
  expect(await problems()).toEqual([]);
}, 240_000);

it("an indexing that was killed goes on, and nothing is found twice", async () => {
  // What the sessions before showed.
  await run("recordings", "index");
  const ended = await endedSession(product.services, ports, world);
  const counts = async () => {
    const { rows } = await product.database.pool.query(
      `select is_whole, chunks, (select count(*)::int from moment_chunks c where c.session_id = m.session_id) as kept
       from recording_moments m where session_id = $1`,
      [ended.id],
    );
    return rows[0];
  };
  await holding("moment_chunks", async (waitedFor) => {
    const indexing = start("recordings", "index");
    await waitedFor;
    await kill(indexing);
  });
  expect(await counts()).toMatchObject({ is_whole: false, kept: 0 });
  await run("recordings", "index");
  const whole = await counts();
  expect(whole).toMatchObject({ is_whole: true, kept: whole.chunks });
  expect((await sessionsThatShow("the end")).filter((id) => id === ended.id)).toHaveLength(1);
}, 240_000);

it("a chain whose worker was killed is as whole as before, entry by entry and checkpoint by checkpoint", async () => {
  const folder = product.services.config.dataFolder;
  for (const table of ["evidence_pending", "evidence_checkpoints"]) {
    const ended = await endedSession(product.services, ports, world);
    await holding(table, async (waitedFor) => {
      const exporting = start(
        "evidence",
        "export",
        "--session",
        session.id,
        "--to",
        join(folder, `${table}.tar`),
      );
      await waitedFor;
      await kill(exporting);
    });
    expect(await problems()).toEqual([]);
    const { rows } = await product.database.pool.query(
      "select object_id from evidence_entries where object_id = $1 and kind = 'session'",
      [ended.id],
    );
    // As it began and as it ended, neither twice.
    expect(rows).toHaveLength(2);
  }
  const { rows } = await product.database.pool.query(
    "select number::int from evidence_checkpoints order by number",
  );
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
}, 240_000);
