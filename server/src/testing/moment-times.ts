import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { gatherSignatures } from "../areas/sessions/moments/blocks.ts";
import { findMoments } from "../areas/sessions/moments/find-moments.ts";
import { keepMoments, shownParts } from "../areas/sessions/moments/keep-moments.ts";
import { withDatabase } from "../engine/database/connection.ts";
import { openDatabase } from "../engine/database/database.ts";
import { fixedKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import type { Services } from "../engine/services.ts";
import { startTestServer } from "../engine/testing/server.ts";
import { RecordingWriter } from "../transport/recording/index.ts";
import { buildIndex } from "../transport/replay-index/index.ts";

/** Bytes a busy terminal puts out in a second: two gigabytes a day. */
const busy = 2_000_000_000 / 86_400;

/** How the search in recordings does. */
export interface MomentTimes {
  /** Milliseconds of each search, and how many of them looked through everything. */
  readonly searches: readonly number[];
  readonly complete: number;
  /** Bytes of text that were searched, and bytes the database takes for it. */
  readonly textBytes: number;
  readonly keptBytes: number;
  /** How many seconds of a busy terminal a second indexes, from its recording on. */
  readonly speed: number;
}

/** Numbers that come out the same each time. */
function createNumbers(): (most: number) => number {
  let state = 1;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
}

const syllables =
  "ka to mi ser ver log in re quest time out con nect de ploy up date er ror ok fail db web app".split(" ");

/** Output of programs: logs of words, numbers and digests, in two scripts. */
function createOutput(): () => string {
  const number = createNumbers();
  const words = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 2 + number(3) }, () => syllables[number(syllables.length)]).join(""),
  );
  const characters = "数据库连接失败成功完成处理请求服务启动停止更新错误警告用户权限";
  const chinese = () => Array.from({ length: 4 }, () => characters[number(characters.length)]).join("");
  const word = () => words[Math.min(number(words.length), number(words.length))] ?? "";
  return () =>
    `2026-05-0${1 + number(9)} 10:${10 + number(50)}:${10 + number(50)} ${word()}[${number(30_000)}]: ${Array.from(
      { length: 4 + number(6) },
      word,
    ).join(
      " ",
    )} ${number(4) === 0 ? chinese() : number(1_000_000)} ${number(8) === 0 ? number(2 ** 31).toString(16) : ""}`;
}

/**
 * Fills a database with what sessions showed, searches it, and indexes the recording of a busy terminal.
 *
 * @param sessions how many
 * @param bytes of text each
 * @param searches how many
 * @param seconds of the busy terminal
 */
export async function timeMoments(
  sessions: number,
  bytes: number,
  searches: number,
  seconds: number,
): Promise<MomentTimes> {
  // On the disk, where a product has it.
  const server = await startTestServer(tmpdir());
  const { db, close } = openDatabase(withDatabase(server.connection, server.template), {
    poolSize: 4,
    applicationName: "bench",
  });
  try {
    const services = { db, secrets: createSecretBox(fixedKeyRing(randomBytes(32))) };
    const line = createOutput();
    for (let number = 0; number < sessions; number += 1) {
      const lines: { time: number; text: string }[] = [];
      for (let length = 0; length < bytes; length += lines.at(-1)?.text.length ?? 0) {
        lines.push({ time: lines.length * 100_000, text: line() });
      }
      if (number === Math.floor(sessions / 3))
        lines.push({ time: 0, text: "a phrase that is seen once 只有一次" });
      const id = await addSession(db, number);
      const parts = { count: 1, isEnd: true, from: (part: number) => each(part === 0 ? [lines] : []) };
      await keepMoments(services, id, parts);
      // As the indexing does it.
      if (number % 100 === 99) await gatherSignatures(db);
    }
    await sql`vacuum analyze`.execute(db);
    return {
      ...(await search(services, searches)),
      ...(await sizes(db)),
      speed: await indexed(services, line, seconds),
    };
  } finally {
    await close();
    await server.stop();
  }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function addSession(db: Services["db"], number: number): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, is_success,
      is_finished, has_replay, date_start, date_end)
    values (${id}, '00000000-0000-0000-0000-000000000002', ${`u${number % 50}`}, ${`a${number % 500}`}, 'root', '',
      'ssh', 'WT', true, true, true, now() - ${number} * interval '1 minute', now())
  `.execute(db);
  return id;
}

/** What people look for: what is there once, everywhere, nowhere, parts of words, other scripts. */
const phrases = [
  ...[
    "phrase that is seen once",
    "只有一次",
    "timeoutserver",
    "deployupdate",
    "数据库连",
    "nothing like this anywhere",
  ],
  ...["error", "10:3", "connection refused by peer", "requestto", "失败成功", "rm -rf /srv/backup"],
];

async function search(services: Pick<Services, "db" | "secrets">, count: number) {
  const searches: number[] = [];
  let complete = 0;
  for (let number = 0; number < count; number += 1) {
    const wanted = {
      ...{ text: phrases[number % phrases.length] as string, organization: null, from: null, to: null },
      ...{ user: number % 5 === 4 ? "u7" : "", asset: "", account: "", isTyped: false },
    };
    const begun = performance.now();
    const { next, found } = await findMoments(services, wanted, null);
    searches.push(performance.now() - begun);
    // What fills its page needs no more.
    if (next === null || found.length === 20) complete += 1;
  }
  return { searches, complete };
}

async function sizes(db: Services["db"]) {
  const { rows } = await sql<{ text: number; kept: number }>`
    select (select sum(text_bytes)::bigint from recording_moments) as text,
      (pg_total_relation_size('moment_chunks') + pg_total_relation_size('moment_texts')
        + pg_total_relation_size('moment_blocks') + pg_total_relation_size('moment_signatures')
        + pg_total_relation_size('recording_moments'))::bigint as kept
  `.execute(db);
  return { textBytes: rows[0]?.text ?? 0, keptBytes: rows[0]?.kept ?? 0 };
}

/** Records a busy terminal for so long and indexes that from the beginning. */
async function indexed(
  services: Pick<Services, "db" | "secrets">,
  line: () => string,
  seconds: number,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-moments-"));
  const file = join(folder, "busy.rec");
  try {
    const id = await addSession(services.db, 0);
    let now = 0;
    const header = { columns: 160, rows: 48, title: "bench", charset: "utf-8" };
    const writer = await RecordingWriter.create(
      file,
      { id, started: "2026-01-01T00:00:00.000Z", ...header },
      services.secrets,
      { now: () => now },
    );
    for (let second = 0; second < seconds; second += 1) {
      now = second * 1000;
      let text = "";
      while (text.length < busy) text += `${line()}\r\n`;
      writer.add("o", Buffer.from(text));
      if (second % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await writer.close();
    const begun = performance.now();
    const index = await buildIndex(file, services.secrets);
    await keepMoments(services, id, shownParts(file, index));
    return seconds / ((performance.now() - begun) / 1000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
