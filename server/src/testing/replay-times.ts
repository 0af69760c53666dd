import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { placeInStorage } from "../areas/sessions/storages/place-in-storage.ts";
import { createS3Store } from "../areas/sessions/storages/s3-store.ts";
import {
  type RecordingKeys,
  type RecordingPlace,
  type RecordingSource,
  type RecordingSummary,
  RecordingWriter,
  verifyRecording,
} from "../transport/recording/index.ts";
import {
  buildIndex,
  loadIndex,
  partOffsets,
  type ReplayIndex,
  readStream,
} from "../transport/replay-index/index.ts";

/** Length of the recording, in seconds. */
const day = 24 * 3600;

const plainKeys: RecordingKeys = {
  seal: (text: string) => Buffer.from(text).toString("base64"),
  open: (sealed: string) => Buffer.from(sealed, "base64").toString(),
};

/** How long the server takes for a recording of a day. */
export interface ReplayTimes {
  /** Milliseconds until a player has the index and the first part. */
  readonly opened: number;
  /** Milliseconds until it has the part of a moment, for moments all over the day. */
  readonly sought: readonly number[];
  /** The same where the recording is in a storage of S3 at loopback. */
  readonly soughtFar: readonly number[];
  /** How much of what was shown is read back from a recording in a storage and verified, in bytes a second. */
  readonly readBack: number;
  /** Seconds its index takes, and how many seconds of the recording a second indexes. */
  readonly indexed: { readonly seconds: number; readonly speed: number };
}

/**
 * Records a day of output and plays it. The index is made beforehand, as it is while a session runs.
 *
 * @param bytes of output in the recording
 * @param seeks how many moments are looked for
 */
export async function timeReplays(bytes: number, seeks: number): Promise<ReplayTimes> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-replays-"));
  try {
    const file = join(folder, "day.rec");
    await recordDay(file, bytes);
    const begun = performance.now();
    const index = await buildIndex(file, plainKeys);
    const seconds = (performance.now() - begun) / 1000;
    const opened = await timed(async () => readPart(file, await loadIndex(file, plainKeys), 0));
    const sought: number[] = [];
    for (let seek = 0; seek < seeks; seek += 1) {
      const part = Math.floor(((seek + 0.5) / seeks) * index.parts.length);
      sought.push(await timed(async () => readPart(file, await loadIndex(file, plainKeys), part)));
    }
    const far = await inStorage(file);
    try {
      const soughtFar: number[] = [];
      for (let seek = 0; seek < seeks; seek += 1) {
        const part = Math.floor(((seek + 0.25) / seeks) * index.parts.length);
        soughtFar.push(
          await timed(async () => readPart(far.place, await loadIndex(far.place, plainKeys), part)),
        );
      }
      const read = await timed(() => verifyRecording(far.place, plainKeys));
      // The file itself says little: the repeated lines of this recording pack to a hundredth.
      const readBack = (bytes / read) * 1000;
      return { opened, sought, soughtFar, readBack, indexed: { seconds, speed: day / seconds } };
    } finally {
      far.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Reads a part as the player does. */
async function readPart(file: RecordingSource, index: ReplayIndex, part: number): Promise<number> {
  const offsets = partOffsets(index.parts);
  let bytes = 0;
  for await (const chunk of readStream(file, plainKeys, index, offsets[part] ?? 0, offsets[part + 1] ?? 0)) {
    bytes += chunk.length;
  }
  return bytes;
}

/** The file as an object of a bucket that is read without keys. */
async function inStorage(file: string): Promise<{ readonly place: RecordingPlace; close(): void }> {
  const { size } = await stat(file);
  const server = createServer(({ headers }, response) => {
    const [, from = 0, to = size - 1] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    response.writeHead(206, { "content-type": "application/octet-stream" });
    createReadStream(file, { start: Number(from), end: Number(to) }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keyless = { bucket: "bench", region: "bench", accessKey: "", secretKey: "", isNamedByHost: false };
  const store = createS3Store({ endpoint, ...keyless });
  return {
    place: placeInStorage({ store, key: "day.rec", bytes: size, file }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes a log that goes on evenly all day. */
export async function recordDay(
  file: string,
  bytes: number,
  keys: RecordingKeys = plainKeys,
): Promise<RecordingSummary> {
  let now = 0;
  let isBehind = false;
  let release = (): void => undefined;
  const writer = await RecordingWriter.create(
    file,
    {
      ...{ id: "00000000-0000-4000-8000-000000000001", started: "2026-01-01T00:00:00.000Z" },
      ...{ columns: 120, rows: 40, title: "bench", charset: "utf-8" },
    },
    keys,
    {
      now: () => now,
      onPressure: (behind) => {
        isBehind = behind;
        if (!behind) release();
      },
    },
  );
  const lines = Array.from(
    { length: 200 },
    (_, at) =>
      `\u001b[3${at % 8}m${at}\u001b[0m request ${randomBytes(24).toString("hex")} took 12 ms 成功\r\n`,
  ).join("");
  const chunk = Buffer.from(lines);
  const count = Math.ceil(bytes / chunk.length);
  for (let at = 0; at < count; at += 1) {
    now = (at / count) * day * 1000;
    writer.add("o", chunk);
    if (isBehind) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
  }
  return writer.close();
}
