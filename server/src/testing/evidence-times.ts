import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { exportBundle } from "../areas/evidence/bundle/bundle.ts";
import { advanceChain } from "../areas/evidence/chain/checkpoints.ts";
import { storeSessionCommands } from "../areas/sessions/index.ts";
import { loadConfig } from "../engine/config/config.ts";
import { type DatabaseHandle, openDatabase } from "../engine/database/database.ts";
import { startEmbedded } from "../engine/database/embedded/embedded.ts";
import { migrate } from "../engine/database/migrate.ts";
import { migrationsFolder } from "../engine/database/migrations-folder.ts";
import { staticFolder } from "../engine/http/static-folder.ts";
import { openKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import {
  checkRecording,
  RecordingWriter,
  recordingPath,
  resolveRecording,
} from "../transport/recording/index.ts";
import { recordDay } from "./replay-times.ts";

/** What the evidence costs, and how fast it is verified. */
export interface EvidenceTimes {
  /** Milliseconds that recording a busy hour takes: its frames, one sync to the disk a second, and its commands. */
  readonly recording: number;
  /** Milliseconds that its records take to enter the chain, noting them included. */
  readonly chain: number;
  /** Megabytes a second: a recording of the installation, and a bundle by the script in it. */
  readonly verified: { readonly recording: number; readonly bundle: number };
}

/** A busy hour: what is shown in a second, in bytes, and how many commands are run. */
const busy = { seconds: 3600, shown: 10_000, commands: 120 };

/**
 * Measures on a database of its own.
 * @param bytes of output in the recording that is verified
 * @param hours that are recorded, with and without the chain in turns, and of which the middle is taken
 */
export async function timeEvidence(bytes: number, hours: number): Promise<EvidenceTimes> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-evidence-times-"));
  const config = loadConfig({ SALLYPORT_DATA: folder });
  const server = await startEmbedded({ dataFolder: folder, binariesFolder: null });
  const database = openDatabase(server.connection, { poolSize: 2, applicationName: "evidence times" });
  try {
    await migrate(database.db, migrationsFolder());
    const services = { config, db: database.db, secrets: createSecretBox(openKeyRing(config)) };
    const frames: number[] = [];
    const withChain: number[] = [];
    const without: number[] = [];
    for (let round = 0; round < hours; round += 1) {
      frames.push(await timed(() => recordHour(join(folder, `${round}.rec`), services.secrets)));
      without.push(await timed(() => storeHour(database, false)));
      withChain.push(
        (await timed(() => storeHour(database, true))) + (await timed(() => advanceChain(services))),
      );
    }
    const rows = middle(without);
    const synced = (await timeSync(join(folder, "synced"))) * busy.seconds;
    const verified = await timeVerification(services, bytes);
    return {
      recording: middle(frames) + synced + rows,
      chain: Math.max(0, middle(withChain) - rows),
      verified,
    };
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const middle = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Milliseconds that one sync of a recording takes, in the middle. */
async function timeSync(file: string): Promise<number> {
  const handle = await open(file, "w");
  const times: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    await handle.write(Buffer.alloc(2000, at));
    times.push(await timed(() => handle.datasync()));
  }
  await handle.close();
  return middle(times);
}

/** The frames of an hour, one a second, without waiting for the disk. */
async function recordHour(file: string, keys: Parameters<typeof recordDay>[2] & object): Promise<void> {
  const header = { id: randomUUID(), started: new Date().toISOString(), columns: 120, rows: 40 };
  const options = { frameBytes: busy.shown, flushInterval: 3_600_000 };
  const writer = await RecordingWriter.create(
    file,
    { ...header, title: "bench", charset: "utf-8" },
    keys,
    options,
  );
  const lines = Buffer.from(
    Array.from({ length: 130 }, (_, at) => `${at} GET /orders/${at * 7919} 200 took ${at % 97} ms 成功\r\n`)
      .join("")
      .padEnd(busy.shown, "."),
  );
  for (let second = 0; second < busy.seconds; second += 1) {
    writer.add("o", lines);
    if (second % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await writer.close();
}

/** The rows of an hour; without the chain no trigger of it runs. */
async function storeHour({ db, pool }: DatabaseHandle, isChained: boolean): Promise<string> {
  const id = randomUUID();
  const toggle = isChained ? "enable" : "disable";
  for (const table of ["sessions", "commands"]) {
    await pool.query(`alter table ${table} ${toggle} trigger note_evidence`);
  }
  await pool.query(
    `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, date_start)
     values ($1, '00000000-0000-0000-0000-000000000002', 'Mei(mei)', 'web(192.0.2.1)', 'root', 'a', 'ssh', 'WT', now())`,
    [id],
  );
  for (let at = 0; at < busy.commands; at += 1) {
    await storeSessionCommands(db, id, [
      {
        id: randomUUID(),
        input: `tail -n 100 /var/log/orders/${at}.log`,
        output: "2026-05-04T10:00:00Z order accepted\n".repeat(20),
        riskLevel: 0,
        source: "exact",
        date: new Date(),
      },
    ]);
  }
  return id;
}

async function timeVerification(
  services: Parameters<typeof exportBundle>[0],
  bytes: number,
): Promise<EvidenceTimes["verified"]> {
  const { config, db, secrets } = services;
  const id = "00000000-0000-4000-8000-000000000001";
  const started = new Date("2026-01-01T00:00:00.000Z");
  const relative = recordingPath(id, started);
  const file = resolveRecording(config.dataFolder, relative);
  await mkdir(dirname(file), { recursive: true });
  const summary = await recordDay(file, bytes, secrets);
  const speed = (size: number, milliseconds: number) => size / 1e6 / (milliseconds / 1000);
  const recording = await timed(() => checkRecording(file, summary));
  await db
    .insertInto("sessions")
    .values({
      id,
      org_id: "00000000-0000-0000-0000-000000000002",
      ...{ user: "Mei(mei)", asset: "web(192.0.2.1)", account: "root", account_id: "a", protocol: "ssh" },
      ...{ user_id: null, asset_id: null, terminal_id: null, login_from: "WT", end_reason: null },
      ...{ is_finished: true, has_replay: true, date_start: started, date_end: new Date() },
      ...{ recording_path: relative, recording_bytes: summary.bytes, recording_hash: summary.hash },
      recording_duration: summary.duration,
    })
    .execute();
  const bundle = join(config.dataFolder, "bundle.tar");
  await pipeline(Readable.from(await exportBundle(services, id)), createWriteStream(bundle));
  const script = pathToFileURL(join(staticFolder(), "evidence", "verify.mjs")).href;
  const { verifyBundle } = (await import(script)) as {
    verifyBundle: (path: string) => { readonly problems: readonly string[]; readonly bytes: number };
  };
  let size = 0;
  const milliseconds = await timed(async () => {
    const { problems, bytes: read } = verifyBundle(bundle);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    size = read;
  });
  return { recording: speed(summary.bytes, recording), bundle: speed(size, milliseconds) };
}
