import { access, readdir, rename, rm, stat } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { type S3TestServer, startS3Server } from "../../../testing/s3-server.ts";
import { recordingKeyFile, resolveRecording } from "../../../transport/recording/index.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { endedSession } from "../testing/ended-session.ts";
import { leaveStoredRecordings, uploadRecordings } from "./keep-recordings.ts";
import { moveNamedRecordings } from "./move-named.ts";

let product: TestProduct;
let admin: TestCaller;
let world: World;
let ports: GatewayPorts;
let near: S3TestServer;
let far: S3TestServer;
const small = { partBytes: 2000 };

beforeAll(async () => {
  product = await createTestProduct({ SALLYPORT_REPLAY_LOCAL_HOURS: "0" });
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  ports = await createGatewayPorts(product.services);
  admin = product.administrator;
  [near, far] = await Promise.all([startS3Server(), startS3Server()]);
  for (const [name, server] of [
    ["near", near],
    ["far", far],
  ] as const) {
    const { bucket: BUCKET, accessKey: ACCESS_KEY, secretKey: SECRET_KEY, endpoint: ENDPOINT } = server;
    const meta = { BUCKET, ACCESS_KEY, SECRET_KEY, ENDPOINT };
    const { status } = await admin.call("POST", "terminal/replay-storages/", {
      ...{ name, type: "s3", is_default: name === "near", meta },
    });
    expect(status).toBe(201);
  }
});
afterAll(() => Promise.all([product.close(), near.close(), far.close()]));
beforeEach(async () => {
  for (const { faults } of [near, far]) {
    for (const name of Object.keys(faults) as (keyof typeof faults)[]) delete faults[name];
  }
  near.requests.length = 0;
  far.requests.length = 0;
});

const fileOf = (session: SessionRecord): string =>
  resolveRecording(product.services.config.dataFolder, session.recordingPath ?? "");

const recorded = (): Promise<SessionRecord> => endedSession(product.services, ports, world);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const keyOf = (session: SessionRecord): string => `2026-05-04/${session.id}.rec`;
const placeOf = async (session: SessionRecord) =>
  (await admin.call("GET", `sallyport/replays/${session.id}/place/`)).body;

/** Waiting copies are due, and nobody is at work on them. */
const forward = () =>
  sql`update recording_copies set date_next = now(), claimed_until = null`.execute(product.database.db);

async function upload(options = {}): Promise<void> {
  await forward();
  await uploadRecordings(product.services, { ...small, ...options });
}

/** What opening a recording answers once its index is there, which may still be made. */
const opening = (address: string) =>
  vi.waitFor(
    async () => {
      const answer = await admin.call("GET", address);
      expect(answer.body.status).not.toBe("running");
      return answer;
    },
    { timeout: 15_000, interval: 50 },
  );

/** What the player and the contract's replay show of a session. */
async function shown(session: SessionRecord): Promise<string> {
  const address = `sallyport/replays/${session.id}/`;
  const opened = await opening(address);
  if (opened.status !== 200) return `${opened.status} ${opened.body.error}`;
  const key = encodeURIComponent(opened.body.opening);
  const stream = await admin.call("GET", `${address}stream/?opening=${key}`);
  expect(Buffer.byteLength(stream.text)).toBe(opened.body.length);
  const found = await admin.call("GET", `${address}search/?text=the+end&opening=${key}`);
  expect(found.body.hits).toHaveLength(1);
  const described = await admin.call("GET", `terminal/sessions/${session.id}/replay/`);
  expect(described.status).toBe(200);
  const cast = await admin.call("GET", described.body.src);
  const tar = await admin.call("GET", `terminal/sessions/${session.id}/replay/download/`);
  expect(tar.status).toBe(200);
  return cast.text.includes("the end") ? "all of it" : `${cast.status} ${cast.text}`;
}

test("a recording goes to its storage in parts, is read back, leaves this machine and is played from there", async () => {
  const session = await recorded();
  const { size } = await stat(fileOf(session));
  expect(await placeOf(session)).toEqual({ on_this_server: true, storages: [] });
  await upload();
  expect(near.objects.get(keyOf(session))?.length).toBe(size);
  expect(near.requests.filter((one) => one.includes("partNumber"))).toHaveLength(Math.ceil(size / 2000));
  const stored = { name: "near", type: "s3", state: "stored", progress: 1, problem: "" };
  expect(await placeOf(session)).toEqual({ on_this_server: true, storages: [stored] });
  await leaveStoredRecordings(product.services);
  expect(await isThere(fileOf(session))).toBe(false);
  expect(await isThere(recordingKeyFile(fileOf(session)))).toBe(true);
  expect(await placeOf(session)).toEqual({ on_this_server: false, storages: [stored] });
  expect(await shown(session)).toBe("all of it");
  // Nothing but the recording itself is in the storage, and nothing of it in clear.
  expect([...near.objects.keys()]).toEqual([keyOf(session)]);
  expect(near.objects.get(keyOf(session))?.includes("the end")).toBe(false);
});

test("what was asked of a recording away from here says what is wrong with its storage", async () => {
  const session = await recorded();
  await upload();
  await leaveStoredRecordings(product.services);
  near.faults.refuse = { status: 503, code: "SlowDown" };
  expect(await shown(session)).toBe("400 The storage is busy or has an internal error.");
  delete near.faults.refuse;
  near.faults.tamper = (bytes) => {
    const changed = Buffer.from(bytes);
    changed[changed.length - 900] = (changed[changed.length - 900] ?? 0) ^ 1;
    return changed;
  };
  const { body } = await opening(`sallyport/replays/${session.id}/`);
  const stream = await admin
    .call("GET", `sallyport/replays/${session.id}/stream/?opening=${encodeURIComponent(body.opening)}`)
    .catch(() => ({ text: "broken off" }));
  expect(stream.text).not.toContain("the end");
});

test("the evidence of a session has its recording from the storage, as it was written or not at all", async () => {
  const session = await recorded();
  await upload();
  await leaveStoredRecordings(product.services);
  const bundle = () => admin.call("GET", `sallyport/sessions/${session.id}/evidence/`);
  const { status, text } = await bundle();
  expect(status).toBe(200);
  expect(text).toContain("recording.rec");
  near.faults.tamper = (bytes) => Buffer.from(bytes.map((byte, at) => (at === 3000 ? byte ^ 1 : byte)));
  expect(await bundle()).toMatchObject({ status: 400, body: { code: "recording_damaged" } });
  delete near.faults.tamper;
  near.faults.refuse = { status: 503, code: "SlowDown" };
  expect(await bundle()).toMatchObject({ status: 400, body: { code: "storage_failed" } });
});

test("an index that was lost is made anew from the storage", async () => {
  const session = await recorded();
  await upload();
  await leaveStoredRecordings(product.services);
  await rm(`${fileOf(session)}.index`);
  expect(await shown(session)).toBe("all of it");
});

test("a storage that is away, full, slow or has another clock delays and loses nothing", async () => {
  const session = await recorded();
  const problems: [typeof near.faults.refuse, string][] = [
    [{ status: 507, code: "XMinioStorageFull" }, "The storage is full."],
    [
      { status: 403, code: "RequestTimeTooSkewed" },
      "The clocks of this machine and of the storage differ. Correct the time.",
    ],
    [
      { status: 403, code: "AccessDenied" },
      "The storage refuses the keys, or they do not have read and write access.",
    ],
  ];
  for (const [refuse, problem] of problems) {
    near.faults.refuse = refuse as NonNullable<typeof refuse>;
    await upload();
    expect((await placeOf(session)).storages[0]).toMatchObject({ state: "waiting", problem });
    expect(await isThere(fileOf(session))).toBe(true);
    // The next try waits, and the others of this storage with it.
    const before = near.requests.length;
    await uploadRecordings(product.services, small);
    expect(near.requests.length).toBe(before);
  }
  delete near.faults.refuse;
  await upload();
  expect((await placeOf(session)).storages[0]).toMatchObject({ state: "stored", problem: "" });
});

test("a broken upload goes on with the part it was at, and begins anew where the storage dropped it", async () => {
  const session = await recorded();
  near.faults.beforePart = (number) => {
    if (number === 3) throw new Error("the connection breaks");
  };
  await upload();
  const { state, progress } = (await placeOf(session)).storages[0];
  expect(state).toBe("uploading");
  expect(progress).toBeGreaterThan(0);
  delete near.faults.beforePart;
  near.requests.length = 0;
  await upload();
  const parts = near.requests.filter((one) => one.includes("partNumber"));
  expect(parts[0]).toContain("partNumber=3");
  expect((await placeOf(session)).storages[0].state).toBe("stored");

  const other = await recorded();
  near.faults.beforePart = () => {
    throw new Error("the connection breaks");
  };
  await upload();
  delete near.faults.beforePart;
  await sql`update recording_copies set upload_id = 'forgotten' where session_id = ${other.id}`.execute(
    product.database.db,
  );
  await upload();
  expect((await placeOf(other)).storages[0].state).toBe("waiting");
  await upload();
  expect((await placeOf(other)).storages[0].state).toBe("stored");
});

test("what comes back changed is not believed, and sent again", async () => {
  const session = await recorded();
  near.faults.tamper = (bytes) => Buffer.concat([bytes.subarray(0, -3), Buffer.from("xyz")]);
  await upload();
  expect((await placeOf(session)).storages[0]).toMatchObject({ state: "waiting" });
  expect((await placeOf(session)).storages[0].problem).toContain("different data than was uploaded");
  await leaveStoredRecordings(product.services);
  expect(await isThere(fileOf(session))).toBe(true);
  delete near.faults.tamper;
  await upload();
  expect((await placeOf(session)).storages[0].state).toBe("stored");
});

test("two workers do not send the same recording, and one that was killed is followed where it was", async () => {
  const session = await recorded();
  let entered = () => {};
  const isEntered = new Promise<void>((resolve) => {
    entered = resolve;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  near.faults.beforePart = (number) => {
    if (number !== 2) return;
    entered();
    return held;
  };
  await forward();
  const first = uploadRecordings(product.services, small);
  await isEntered;
  const before = near.requests.length;
  await uploadRecordings(product.services, small);
  expect(near.requests.length).toBe(before);
  // Killed, the first would say no more that it is at work; what it had sent is there.
  delete near.faults.beforePart;
  near.requests.length = 0;
  await upload();
  expect(near.requests[0]).toContain("partNumber=2");
  expect((await placeOf(session)).storages[0].state).toBe("stored");
  release();
  await first;
  expect((await placeOf(session)).storages[0].state).toBe("stored");
});

test("a recording that was changed stays here, and says so", async () => {
  const session = await recorded();
  await sql`update sessions set recording_hash = ${"0".repeat(64)} where id = ${session.id}`.execute(
    product.database.db,
  );
  await upload();
  const [place] = (await placeOf(session)).storages;
  expect(place).toMatchObject({
    state: "failed",
    problem: "The recording cannot be read and stays on this server.",
  });
  expect(near.objects.has(keyOf(session))).toBe(false);
  await leaveStoredRecordings(product.services);
  expect(await isThere(fileOf(session))).toBe(true);
});

test("a recording that is not on this node is waited for, and holds nothing up", async () => {
  const [absent, other] = [await recorded(), await recorded()];
  const away = `${fileOf(absent)}.away`;
  await rename(fileOf(absent), away);
  await upload();
  const [place] = (await placeOf(absent)).storages;
  expect(place).toMatchObject({ state: "waiting", problem: "The recording was not found on this server." });
  expect((await placeOf(other)).storages[0].state).toBe("stored");
  await rename(away, fileOf(absent));
  await upload();
  expect((await placeOf(absent)).storages[0].state).toBe("stored");
});

test("recordings are moved between storages, and back, also when that is broken off", async () => {
  const { services, database } = product;
  const move = (from: string, to: string) => moveNamedRecordings(services, { from, to }, small);
  await sql`delete from sessions`.execute(database.db);
  for (const { objects } of [near, far]) (objects as Map<string, Buffer>).clear();
  const sessions = [await recorded(), await recorded(), await recorded()];
  await upload();
  await leaveStoredRecordings(services);
  far.faults.refuse = { status: 503, code: "SlowDown" };
  await expect(move("near", "far")).rejects.toThrow("busy");
  expect(near.objects.size).toBe(3);
  delete far.faults.refuse;
  let sent = 0;
  far.faults.beforePart = () => {
    sent += 1;
    if (sent === 6) throw new Error("the connection breaks");
  };
  await expect(move("near", "far")).rejects.toThrow();
  delete far.faults.beforePart;
  await forward();
  await move("near", "far");
  expect([near.objects.size, far.objects.size]).toEqual([0, 3]);
  for (const session of sessions) expect(await shown(session)).toBe("all of it");
  expect(await move("far", "default")).toEqual({ moved: 3, unreadable: 0, total: 3 });
  expect(far.objects.size).toBe(0);
  for (const session of sessions) {
    expect(await placeOf(session)).toEqual({ on_this_server: true, storages: [] });
    expect(await shown(session)).toBe("all of it");
  }
  // What was moved on purpose is not brought back.
  await upload();
  expect(near.objects.size).toBe(0);
  expect(await move("default", "near")).toMatchObject({ moved: 3, total: 3 });
  expect(await isThere(fileOf(sessions[0] as SessionRecord))).toBe(false);
  await expect(move("near", "nowhere")).rejects.toThrow('no storage "nowhere"');
  const used = (await admin.call("GET", "terminal/replay-storages/?name=near")).body[0];
  const refused = await admin.call("DELETE", `terminal/replay-storages/${used.id}/`);
  expect(refused.status).toBe(400);
});

test("the key of a recording elsewhere is sealed anew with the others", async () => {
  const { resealRecordings } = await import("../../../transport/recording/reseal.ts");
  const folder = product.services.config.dataFolder;
  const names = await readdir(`${folder}/recordings/2026-05-04`);
  expect(names.some((name) => name.endsWith(".rec.key"))).toBe(true);
  expect((await resealRecordings(folder, product.services.secrets)).unreadable).toBe(0);
});

test("gateways that keep nothing leave no recording", async () => {
  const { db } = product.database;
  await sql`update terminals set replay_storage_id = (select id from replay_storages where type = 'null')`.execute(
    db,
  );
  const [session, held] = [await recorded(), await recorded()];
  const hold = `sallyport/sessions/${held.id}/hold/`;
  expect((await admin.call("PUT", hold, { reason: "Case 17" })).status).toBe(200);
  await upload();
  expect(await isThere(fileOf(session))).toBe(false);
  expect((await admin.call("GET", `terminal/sessions/${session.id}/`)).body.has_replay).toBe(false);
  // Its evidence misses nothing: what the chain says of it last is that it has no recording.
  const bundle = await admin.call("GET", `sallyport/sessions/${session.id}/evidence/`);
  expect(bundle.status).toBe(200);
  expect(bundle.text).toMatch(/"recording_hash": null/);
  expect(bundle.text).not.toContain("recording.rec\0");
  expect(await isThere(fileOf(held))).toBe(true);
  expect((await admin.call("DELETE", hold)).status).toBe(204);
  await upload();
  expect(await isThere(fileOf(held))).toBe(false);
});
