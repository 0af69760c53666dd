import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { RecordingWriter, resolveRecording } from "../../../transport/recording/index.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { indexRecordings } from "../player/recording-indexes.ts";
import { sessionRetention } from "../purge-sessions.ts";
import { sessionRecord } from "../testing/session-record.ts";
import { gatherSignatures } from "./blocks.ts";
import { findMoments } from "./find-moments.ts";
import { folded, snippetOf } from "./fold.ts";
import { outdateMoments } from "./keep-moments.ts";
import { signatureIn, slicesOf } from "./slices.ts";
import type { Position } from "./wanted.ts";

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
beforeEach(() => sessionRetention.forget(product.services, -100_000));

/** A finished session that shows these texts, one second after the other. */
async function recorded(
  texts: readonly (string | Buffer)[],
  changes: Partial<SessionRecord> = {},
): Promise<SessionRecord> {
  const session = sessionRecord(world, changes);
  await ports.sessions.open(session);
  let now = 0;
  const writer = await RecordingWriter.create(
    resolveRecording(product.services.config.dataFolder, session.recordingPath ?? ""),
    {
      ...{ id: session.id, started: session.dateStart.toISOString(), columns: 80, rows: 24 },
      ...{ title: "admin@front", charset: "utf-8" },
    },
    product.services.secrets,
    { now: () => now, frameBytes: 1 },
  );
  for (const text of texts) {
    writer.add("o", Buffer.from(text as string));
    now += 1000;
  }
  const recording = await writer.close();
  await ports.sessions.finish(session.id, {
    ...{ dateEnd: new Date(session.dateStart.getTime() + now), hasReplay: true, recording },
    ...{ recordingPath: session.recordingPath, reason: "target_closed" },
  });
  return session;
}

const index = () => indexRecordings(product.services);

type Query = Readonly<Record<string, string>>;

const ask = (text: string, query: Query = {}, caller = admin, headers: Query = {}) =>
  caller.call(
    "GET",
    `sallyport/moments/?${new URLSearchParams({ text, ...query }).toString()}`,
    undefined,
    headers,
  );

/** Results of a page, at the most. */
const pageSize = 20;

/** Sessions and seconds of what is found first. A busy machine answers a page in parts: each is cut by its time. */
async function find(text: string, query: Query = {}): Promise<[string, number[]][]> {
  const found: [string, number[]][] = [];
  let after: string | null = "";
  while (after !== null && found.length < pageSize) {
    const { status, body } = await ask(text, after === "" ? query : { ...query, after });
    expect(status).toBe(200);
    const results: { session: string; hits: { time: number }[] }[] = body.results;
    for (const { session, hits } of results) found.push([session, hits.map(({ time }) => time)]);
    after = body.next;
  }
  return found.slice(0, pageSize);
}

test("phrases and parts of words are found in every script, newest session first, at their second", async () => {
  const one = await recorded([
    "Error:   disk FULL\r\n",
    "数据库连接失败\r\n",
    "データベース ｶﾀｶﾅ\r\n",
    "ＦＵＬＬ\r\n",
  ]);
  const later = new Date("2026-05-05T10:00:00Z");
  const two = await recorded(["warm up\r\n", "\u001b[31mdisk \u001b[0mfull again, café Ελλάδος\r\n"], {
    dateStart: later,
  });
  await index();
  expect(await find("disk full")).toEqual([
    [two.id, [1]],
    [one.id, [0]],
  ]);
  expect(await find("isk f")).toHaveLength(2);
  expect(await find("FULL")).toEqual([
    [two.id, [1]],
    [one.id, [0, 3]],
  ]);
  for (const [text, time] of [
    ["库连", 1],
    ["败", 1],
    ["タベ", 2],
    ["カタカナ", 2],
  ] as const) {
    expect(await find(text)).toEqual([[one.id, [time]]]);
  }
  for (const text of ["again, CAFÉ", "ελλάδο", "ΕΛΛΆΔΟΣ", "up", "w"]) {
    expect((await find(text)).map(([session]) => session)).toEqual(text === "w" ? [two.id] : [two.id]);
  }
  expect(await find("absent from all")).toEqual([]);
  const { body } = await ask("disk full");
  expect(body).toMatchObject({ next: null, searched_to: null });
  expect(body.results[0]).toMatchObject({
    ...{ session: two.id, user: "mei(mei)", asset: "front(front.example)", account: "admin(admin)" },
    ...{ protocol: "ssh", has_more: false },
  });
  const [hit] = body.results[0].hits;
  expect(hit).toMatchObject({ time: 1, text: "disk full again, café Ελλάδος", from: 0, to: 9 });
});

test("filters narrow it by person, asset, account, time and what was typed", async () => {
  const session = await recorded(["$ make deploy\r\n", "deploy done\r\n"]);
  const other = await recorded(["deploy elsewhere\r\n"], {
    ...{ user: "Li(li)", asset: "back(back.example)", account: "root(root)" },
    dateStart: new Date("2026-06-01T00:00:00Z"),
  });
  await ports.sessions.storeCommands(session.id, [
    {
      ...{ id: "00000000-0000-4000-8000-000000000077", input: "make deploy", output: "", riskLevel: 0 },
      ...{ source: "screen", date: new Date("2026-05-04T10:00:01Z") },
    },
  ]);
  await index();
  expect(await find("deploy")).toHaveLength(2);
  for (const query of [
    { user: "LI(" },
    { asset: "back.ex" },
    { account: "root" },
    { date_from: "2026-05-20T00:00:00Z" },
  ] as const) {
    expect(await find("deploy", query)).toEqual([[other.id, [0]]]);
  }
  expect(await find("deploy", { date_to: "2026-05-04T10:00:00.500Z" })).toEqual([[session.id, [0]]]);
  expect(await find("deploy", { kind: "typed" })).toEqual([[session.id, [0]]]);
  const { body } = await ask("deploy", { user: "mei" });
  expect(body.results[0].hits.map((hit: { is_typed: boolean }) => hit.is_typed)).toEqual([true, false]);
});

test("nobody finds what they may not play, and who looked is a matter of record", async () => {
  const session = await recorded(["the secret word\r\n"]);
  await index();
  expect((await ask("secret word", {}, mei)).status).toBe(403);
  expect((await ask("secret word", {}, product.anonymous)).status).toBe(401);
  expect((await mei.call("GET", "sallyport/moments/state/")).status).toBe(403);
  const elsewhere = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
  const there = { "x-jms-org": elsewhere };
  expect((await ask("secret word", {}, admin, there)).body.results).toEqual([]);
  // A position opens nothing.
  const position = `9000000000000000_${session.id}_0`;
  expect((await ask("secret word", { after: position }, admin, there)).body.results).toEqual([]);
  expect((await admin.call("GET", "sallyport/moments/state/", undefined, there)).body.recordings).toBe(0);
  const root = { "x-jms-org": "00000000-0000-0000-0000-000000000000" };
  expect((await ask("secret word", {}, admin, root)).body.results).toHaveLength(1);
  await ask("secret word", { user: "mei" });
  const { rows } = await sql<{ resource: string }>`
    select resource from operate_logs where resource_type = 'Search in recordings' order by datetime desc limit 1
  `.execute(product.database.db);
  expect(rows).toEqual([{ resource: "secret word · mei" }]);
});

test("bad input is refused, and what a hostile target showed does nothing", async () => {
  for (const query of [
    { text: "" },
    { text: " \n\t" },
    { text: "x".repeat(201) },
    { text: "a", date_from: "yesterday" },
    { text: "a", kind: "all" },
    { text: "a", user: "u".repeat(129) },
    { text: "a", after: "1_2_3" },
    { text: "a", after: `1_${"-".repeat(36)}_0` },
  ]) {
    const { status, body } = await ask(query.text, query);
    expect([status, body.code]).toEqual([400, "invalid"]);
  }
  await recorded([
    "\u001b]0;title\u0007\u001b]52;c;aGFjaw==\u0007evil\u202eexe <img src=x onerror=alert(1)>\r\n",
    Buffer.from([0xff, 0xfe, 0x00, 0x65, 0x76, 0x69, 0x6c, 0x0d, 0x0a]),
    `${"evil ".repeat(2000)}\r\n`,
  ]);
  await index();
  const { body } = await ask("evil");
  const texts = body.results[0].hits.map(({ text }: { text: string }) => text);
  expect(texts[0]).toBe("evil\ufffdexe <img src=x onerror=alert(1)>");
  for (const { text, from, to } of body.results[0].hits) {
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.length).toBeLessThan(260);
    expect(text.slice(from, to)).toBe("evil");
  }
});

test("a password that is typed without echo is never kept, and nothing of the rest lies open", async () => {
  await recorded(["login: planted-name\r\n", "Password: ", "\r\nwelcome planted-name\r\n"]);
  await index();
  expect(await find("planted-name")).toHaveLength(1);
  const { rows } = await sql<{ kept: string }>`
    select encode(content, 'escape') || encode(signature, 'escape') as kept from moment_texts
    join moment_signatures using (session_id, place)`.execute(product.database.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.kept).not.toContain("planted");
});

test("pages go on where the last one ended, however short they were cut", async () => {
  for (let number = 0; number < 45; number += 1) {
    await recorded([`common line ${number}\r\n`.repeat(8)], {
      dateStart: new Date(Date.UTC(2026, 4, 1, 0, number)),
    });
  }
  await index();
  const seen: string[] = [];
  let after = "";
  let pages = 0;
  do {
    const { body } = await ask("common", after === "" ? {} : { after });
    for (const { session, hits, has_more } of body.results) {
      seen.push(session);
      expect([hits.length, has_more]).toEqual([5, true]);
    }
    after = body.next ?? "";
    pages += 1;
  } while (after !== "");
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 45, 45]);
  const wanted = { text: "e 1", organization: null, user: "", asset: "", account: "", from: null, to: null };
  const found: string[] = [];
  let position: Position | null = null;
  do {
    const answer = await findMoments(product.services, { ...wanted, isTyped: false }, position, 0);
    found.push(...answer.found.map(({ session }) => session.id));
    position = answer.next;
  } while (position !== null);
  expect(found).toHaveLength(11);
});

test("what is found does not depend on whether signatures are gathered, and nothing stays of what is deleted", async () => {
  const { db } = product.database;
  const sessions: SessionRecord[] = [];
  for (let number = 0; number < 21; number += 1) {
    sessions.push(
      await recorded([`host-${number % 7} 数据库 ${number}\r\nevery one of them\r\n`], {
        dateStart: new Date(Date.UTC(2026, 4, 1, 0, number)),
      }),
    );
  }
  await index();
  const texts = ["host-3", "every one", "数据库 20", "据库", "nowhere", "ho", "host-6 数据库 6"];
  const kept = async () =>
    (
      await sql<{ blocks: number; gathered: number; loose: number }>`
        select (select count(*)::integer from moment_blocks) as blocks, count(block_id)::integer as gathered,
          (select count(*)::integer from moment_signatures) as loose from moment_chunks`.execute(db)
    ).rows[0];
  const search = () => Promise.all(texts.map((text) => find(text)));
  const before = await search();
  expect(before.map((found) => found.length)).toEqual([3, 20, 1, 20, 0, 20, 1]);
  expect(await kept()).toEqual({ blocks: 0, gathered: 0, loose: 21 });
  await gatherSignatures(db, { slots: 8 });
  expect(await kept()).toEqual({ blocks: 2, gathered: 16, loose: 5 });
  expect(await search()).toEqual(before);
  await sql`delete from sessions where id = ${sessions[3]?.id}`.execute(db);
  await gatherSignatures(db, { slots: 16 });
  expect(await kept()).toEqual({ blocks: 1, gathered: 8, loose: 12 });
  await gatherSignatures(db, { slots: 8 });
  expect(await kept()).toEqual({ blocks: 2, gathered: 16, loose: 4 });
  expect(await find("host-3")).toEqual(before[0]?.filter(([id]) => id !== sessions[3]?.id));
  await sql`delete from sessions`.execute(db);
  await gatherSignatures(db);
  expect(await kept()).toEqual({ blocks: 0, gathered: 0, loose: 0 });
});

test("a signature comes out of a block as it went in", async () => {
  const bytes = fc.uint8Array({ minLength: 7, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 16, maxLength: 16 }), async (all) => {
      const signatures = all.map((one) => Buffer.from(one));
      const slices = await slicesOf(signatures);
      expect(signatures.map((_, slot) => signatureIn(slices, 16, slot))).toEqual(signatures);
    }),
  );
});

test("indexing goes on where it was stopped, never twice, and can be made anew", async () => {
  const long = "0123456789abcdef".repeat(4);
  const lines = Array.from({ length: 12_000 }, (_, at) => `${long} line-${at}-\r\n`);
  const session = await recorded([lines.slice(0, 8_000).join(""), lines.slice(8_000).join("")]);
  const state = async () =>
    (
      await sql<{ parts: number; chunks: number; is_whole: boolean; text_bytes: number; texts: number }>`
        select parts, chunks, is_whole, text_bytes, (select count(*)::integer from moment_texts) as texts
        from recording_moments where session_id = ${session.id}`.execute(product.database.db)
    ).rows[0];
  // Stopped after the index of the recording, before anything of it is kept.
  const stopping = new AbortController();
  stopping.abort();
  await indexRecordings(product.services, { signal: stopping.signal });
  await Promise.all([index(), index()]);
  const whole = await state();
  expect(whole).toMatchObject({ is_whole: true });
  expect(whole?.parts).toBeGreaterThan(1);
  // As a process leaves it that dies after the first part.
  await sql`delete from moment_chunks where place <= -(select chunks / parts from recording_moments)`.execute(
    product.database.db,
  );
  await sql`
    update recording_moments set is_whole = false, parts = 1, chunks = (select count(*) from moment_chunks)
  `.execute(product.database.db);
  await index();
  const again = await state();
  expect(again).toMatchObject({ is_whole: true, parts: whole?.parts, chunks: again?.texts });
  expect(await find("line-11999-")).toHaveLength(1);
  await outdateMoments(product.database.db);
  expect(await find("line-11999-")).toHaveLength(1);
  await index();
  expect(await state()).toEqual(whole);
  expect((await find("line-42-")).flatMap(([, times]) => times)).toHaveLength(1);
  await sessionRetention.forget(product.services, -100_000);
  expect(await state()).toBeUndefined();
  expect(await find("line-42-")).toEqual([]);
});

test("turned off, nothing is found and nothing is kept", async () => {
  await recorded(["some words\r\n"]);
  await index();
  const { body } = await admin.call("GET", "sallyport/moments/state/");
  expect(body).toEqual({ is_enabled: true, recordings: 1, indexed: 1, unreadable: 0 });
  await product.configure({ SECURITY_SESSION_SEARCH_ENABLED: false });
  expect((await ask("some words")).status).toBe(404);
  await index();
  const { rows } = await sql`select from moment_texts`.execute(product.database.db);
  expect(rows).toHaveLength(0);
  await product.configure({ SECURITY_SESSION_SEARCH_ENABLED: true });
  await index();
  expect(await find("some words")).toHaveLength(1);
});

test("the marked part of a line is what was found, in any script", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      (before, found, after) => {
        const line = `${before} ${found} ${after}`.replaceAll("\n", " ");
        const wanted = folded(found.replaceAll("\n", " ")).trim();
        fc.pre(wanted !== "");
        const snippet = snippetOf(line, wanted);
        if (snippet === null) return folded(line).indexOf(wanted) < 0;
        const { text, from, to } = snippet;
        return folded(text.slice(from, to)).includes(wanted) || folded(text).includes(wanted);
      },
    ),
    { numRuns: 300 },
  );
});
