import { access, readFile, stat, truncate } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { RecordingWriter, resolveRecording } from "../../../transport/recording/index.ts";
import { indexFileOf, loadIndex } from "../../../transport/replay-index/index.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { sessionRetention } from "../purge-sessions.ts";
import { sessionRecord } from "../testing/session-record.ts";
import { parseRange } from "./byte-range.ts";
import { indexRecordingsJob } from "./recording-indexes.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
let ports: GatewayPorts;
let admin: TestCaller;
let mei: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, organizationId);
  ports = await createGatewayPorts(product.services);
  admin = product.administrator;
  mei = await product.signIn(world.ids.mei as string);
});
afterAll(() => product.close());

const fileOf = (session: SessionRecord): string =>
  resolveRecording(product.services.config.dataFolder, session.recordingPath ?? "");

/** A session that shows these texts, one second after the other; goes on where asked. */
async function recorded(texts: readonly string[], isRunning = false): Promise<SessionRecord> {
  const session = sessionRecord(world);
  await ports.sessions.open(session);
  let now = 0;
  const writer = await RecordingWriter.create(
    fileOf(session),
    {
      ...{ id: session.id, started: session.dateStart.toISOString(), columns: 80, rows: 24 },
      ...{ title: "admin@front", charset: "utf-8" },
    },
    product.services.secrets,
    { now: () => now },
  );
  for (const text of texts) {
    writer.add("o", Buffer.from(text));
    now += 1000;
  }
  const recording = await writer.close();
  if (!isRunning) {
    await ports.sessions.finish(session.id, {
      ...{ dateEnd: new Date("2026-05-04T10:01:00Z"), hasReplay: true, recording },
      ...{ recordingPath: session.recordingPath, reason: "target_closed" },
    });
  }
  return session;
}

const address = (session: SessionRecord): string => `sallyport/replays/${session.id}/`;

async function actionsOn(session: SessionRecord): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from operate_logs where resource_id = ${session.id} order by datetime`.execute(
    product.database.db,
  );
  return rows.map(({ action }) => action);
}

const range = (url: string, value: string, caller = admin) =>
  product.app.fastify.inject({
    url: `/api/v1/${url}`,
    headers: {
      cookie: `jms_sessionid=${caller.cookies.jms_sessionid}`,
      range: value,
      "x-jms-org": organizationId,
    },
  });

test("a recording is opened once, and read in ranges that belong to the opening", async () => {
  const session = await recorded(["$ hello 世界\r\n", "second\r\n", "third\r\n"]);
  const { status, body } = await admin.call("GET", address(session));
  expect(status).toBe(200);
  expect(body).toMatchObject({ session: session.id, columns: 80, rows: 24, is_complete: true, duration: 3 });
  expect(body.parts).toEqual([[0, 0]]);
  expect(body.activity.filter((characters: number) => characters > 0)).toHaveLength(3);
  const stream = `${address(session)}stream/?opening=${encodeURIComponent(body.opening)}`;
  const whole = await admin.call("GET", stream);
  expect(Buffer.byteLength(whole.text)).toBe(body.length);
  const lines = whole.text.trimEnd().split("\n");
  expect(lines.map((line: string) => JSON.parse(line)[1])).toEqual(["k", "o", "o", "o"]);
  const some = await range(stream, "bytes=5-40");
  expect([some.statusCode, some.headers["content-range"]]).toEqual([206, `bytes 5-40/${body.length}`]);
  expect(some.rawPayload).toEqual(Buffer.from(whole.text).subarray(5, 41));
  expect((await range(stream, `bytes=${body.length}-`)).statusCode).toBe(416);
  await admin.call(
    "GET",
    `${address(session)}search/?text=second&opening=${encodeURIComponent(body.opening)}`,
  );
  expect(await actionsOn(session)).toEqual(["view"]);
});

test("nothing is read without opening, by others, or from another organization", async () => {
  const [session, other] = [await recorded(["hello\r\n"]), await recorded(["other\r\n"])];
  const { opening } = (await admin.call("GET", address(session))).body;
  const ways = ["stream/?", "search/?text=hello&"];
  for (const way of ways) {
    for (const given of ["", "opening=forged", `opening=${encodeURIComponent(opening)}x`]) {
      const { status, body } = await admin.call("GET", `${address(session)}${way}${given}`);
      expect([status, body.code]).toEqual([400, "replay_not_opened"]);
    }
    const token = `opening=${encodeURIComponent(opening)}`;
    expect((await admin.call("GET", `${address(other)}${way}${token}`)).status).toBe(400);
    expect((await mei.call("GET", `${address(session)}${way}${token}`)).status).toBe(403);
    expect((await admin.call("GET", `${address(session)}${way}${token}`)).status).toBe(200);
  }
  const elsewhere = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
  for (const way of ["", "asciicast/", "text/"]) {
    expect((await mei.call("GET", address(session) + way)).status).toBe(403);
    expect((await product.anonymous.call("GET", address(session) + way)).status).toBe(401);
    const there = await admin.call("GET", address(session) + way, undefined, { "x-jms-org": elsewhere });
    expect(there.status).toBe(404);
  }
  expect(await actionsOn(session)).toEqual(["view"]);
  expect(await actionsOn(other)).toEqual([]);
});

test("a text is found with its moments, in parts and whatever its case or script", async () => {
  const session = await recorded([
    "Error: disk FULL\r\n",
    "数据库连接失败\r\n",
    "データベース\r\n",
    "disk full again\r\n",
  ]);
  const { opening } = (await admin.call("GET", address(session))).body;
  const find = async (text: string, from = 0) =>
    (
      await admin.call(
        "GET",
        `${address(session)}search/?text=${encodeURIComponent(text)}&from=${from}&opening=${encodeURIComponent(opening)}`,
      )
    ).body;
  expect(await find("disk full")).toEqual({
    hits: [
      { time: 0, text: "Error: disk FULL" },
      { time: 3, text: "disk full again" },
    ],
    next: null,
  });
  expect((await find("disk full", 1)).hits).toHaveLength(1);
  expect((await find("库连")).hits).toEqual([{ time: 1, text: "数据库连接失败" }]);
  expect((await find("タベ")).hits).toEqual([{ time: 2, text: "データベース" }]);
  expect((await find("absent")).hits).toEqual([]);
  const bad = (query: string) =>
    admin.call("GET", `${address(session)}search/?${query}&opening=${encodeURIComponent(opening)}`);
  for (const query of ["text=", `text=${"x".repeat(201)}`, "text=a&from=-1", "text=a&from=soon"]) {
    expect((await bad(query)).status).toBe(400);
  }
});

test("is downloaded as asciicast and as text that does nothing, each recorded", async () => {
  const session = await recorded([
    "\u001b[31mred\u001b[0m <script>alert(1)</script>\r\n",
    "\u001b]0;title\u0007\u001b]52;c;aGFjaw==\u0007a\u202eb\u0085c\r\n",
  ]);
  const cast = await admin.call("GET", `${address(session)}asciicast/`);
  expect(JSON.parse(cast.text.split("\n")[0] ?? "")).toMatchObject({ version: 2, width: 80 });
  const { src } = (await admin.call("GET", `terminal/sessions/${session.id}/replay/`)).body;
  expect((await admin.call("GET", src)).text).toBe(cast.text);
  const plain = await product.app.fastify.inject({
    url: `/api/v1/${address(session)}text/`,
    headers: { cookie: `jms_sessionid=${admin.cookies.jms_sessionid}`, "x-jms-org": organizationId },
  });
  expect(plain.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-disposition": `attachment; filename="${session.id}.txt"`,
  });
  expect(plain.body.split("\n")).toEqual([
    "[0:00:00] red <script>alert(1)</script>",
    "[0:00:01] a\ufffdb",
    "[0:00:01] c",
    "",
  ]);
  expect(await actionsOn(session)).toEqual(["download", "view", "download"]);
});

test("what was changed or cut is not played, also when it was opened before", async () => {
  const session = await recorded(["hello\r\n", "end\r\n"]);
  const { opening } = (await admin.call("GET", address(session))).body;
  const file = fileOf(session);
  await truncate(file, (await stat(file)).size - 60);
  const answers = await Promise.all(
    ["", `stream/?opening=${encodeURIComponent(opening)}`, "asciicast/", "text/"].map((way) =>
      admin.call("GET", address(session) + way),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(answers[0]?.body.error).toContain("altered or truncated");
  const running = await recorded(["hello\r\n"], true);
  expect((await admin.call("GET", address(running))).status).toBe(404);
});

test("indexes are made in the background, follow what runs, and go with the recording", async () => {
  const [ended, running] = [await recorded(["ended\r\n"]), await recorded(["runs\r\n"], true)];
  const run = () =>
    indexRecordingsJob.run(product.services, null, {
      ...{ number: 1, isLast: false, signal: new AbortController().signal },
    });
  await run();
  const indexOf = (session: SessionRecord) => loadIndex(fileOf(session), product.services.secrets);
  expect((await indexOf(ended)).end).not.toBeNull();
  expect(await indexOf(running)).toMatchObject({ end: null, parts: [expect.anything()] });
  expect((await readFile(indexFileOf(fileOf(ended)))).includes("ended")).toBe(false);
  const { rows } = await sql<{ session_id: string; is_readable: boolean }>`
    select session_id, is_readable from recording_indexes where session_id in (${ended.id}, ${running.id})`.execute(
    product.database.db,
  );
  expect(rows).toEqual([{ session_id: ended.id, is_readable: true }]);
  await run();
  expect((await indexOf(running)).parts).toHaveLength(1);
  await sessionRetention.forget(product.services, -100_000);
  for (const path of [fileOf(ended), indexFileOf(fileOf(ended))]) {
    await expect(access(path)).rejects.toMatchObject({ code: "ENOENT" });
  }
});

test("ranges are read as HTTP has them", () => {
  expect(parseRange(undefined, 10)).toEqual({ from: 0, to: 10 });
  expect(parseRange("bytes=0-3", 10)).toEqual({ from: 0, to: 4 });
  expect(parseRange("bytes=4-", 10)).toEqual({ from: 4, to: 10 });
  expect(parseRange("bytes=-3", 10)).toEqual({ from: 7, to: 10 });
  expect(parseRange("bytes=8-99", 10)).toEqual({ from: 8, to: 10 });
  for (const bad of ["bytes=10-", "bytes=5-2", "bytes=-0", "bytes=-", "lines=1-2", "bytes=0-1,3-4", "x"]) {
    expect(parseRange(bad, 10)).toBeNull();
  }
});
