import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { openBytesUnder, sealBytesUnder } from "../../../engine/secrets/index.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import { folded } from "./fold.ts";
import type { MomentKeys } from "./moment-key.ts";
import { Grams, roomFor, signatureOf } from "./signature.ts";

const deflate = promisify(deflateRaw);
/** Kept for years and written once: the last percent is worth the time. */
const compress = (bytes: Buffer): Promise<Buffer> => deflate(bytes, { level: 9, memLevel: 9 });
const decompress = promisify(inflateRaw);

/** A chunk ends once it has this much text, in characters. */
const chunkLength = 64 * 1024;

/** No chunk is larger once it is opened, in bytes; a damaged one is no reason to allocate. */
const largest = 64 * 1024 * 1024;

/** A line of a recording, as it stood on the screen from a moment on, in microseconds. */
export interface Line {
  readonly time: number;
  readonly text: string;
}

/** Lines as they are kept. */
export interface Chunk {
  readonly place: number;
  readonly begins: number;
  readonly ends: number;
  readonly signature: Buffer;
  readonly sealed: Buffer;
  /** Bytes of its lines. */
  readonly textBytes: number;
}

const contextOf = (session: string, place: number): string => `moment_texts:${session}:${place}`;

/** A stretch of lines, and the parts of words in it. */
interface Stretch {
  readonly lines: readonly Line[];
  readonly signature: Buffer;
}

/** Lines of a session in stretches that belong into one chunk each. */
function* stretches(key: Buffer, lines: readonly Line[]): Generator<Stretch> {
  const grams = new Grams();
  let from = 0;
  let length = 0;
  for (const [at, { text }] of lines.entries()) {
    grams.add(folded(text));
    length += text.length + 1;
    const isFull = length >= chunkLength || grams.count >= roomFor;
    if (!isFull && at < lines.length - 1) continue;
    yield { lines: lines.slice(from, at + 1), signature: signatureOf(key, grams) };
    grams.clear();
    from = at + 1;
    length = 0;
  }
}

/**
 * Lines of a session as chunks.
 *
 * @param place of the first; each further one is one lower
 */
export async function makeChunks(
  keys: MomentKeys,
  session: string,
  place: number,
  lines: readonly Line[],
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const pause = createYield();
  for (const { lines: some, signature } of stretches(keys.words, lines)) {
    const at = place - chunks.length;
    const times = some.map(({ time }) => time);
    const text = some.map((line) => line.text).join("\n");
    const written = await compress(Buffer.from(`${writeTimes(times)}\n${text}`));
    chunks.push({
      place: at,
      begins: times.reduce((least, time) => Math.min(least, time)),
      ends: times.reduce((most, time) => Math.max(most, time)),
      signature,
      sealed: sealBytesUnder(keys.text, written, contextOf(session, at)),
      textBytes: Buffer.byteLength(text),
    });
    await pause();
  }
  return chunks;
}

/** Times in milliseconds, each as its distance from the one before. */
const writeTimes = (times: readonly number[]): string => {
  let before = 0;
  return times
    .map((time) => {
      const now = Math.round(time / 1000);
      const distance = (now - before).toString(36);
      before = now;
      return distance;
    })
    .join(",");
};

/** A chunk as it is looked through. */
export interface OpenChunk {
  /** Its lines. */
  readonly text: string;
  /** When each came to stand on the screen, in milliseconds since the start of the session. */
  readonly times: () => number[];
}

/**
 * The lines of a chunk.
 *
 * @throws when it was changed, or is another one
 */
export async function openChunk(
  keys: MomentKeys,
  session: string,
  place: number,
  sealed: Buffer,
): Promise<OpenChunk> {
  const written = openBytesUnder(keys.text, sealed, contextOf(session, place));
  const plain = (await decompress(written, { maxOutputLength: largest })).toString("utf8");
  const end = plain.indexOf("\n");
  const times = (): number[] => {
    let now = 0;
    return plain
      .slice(0, end)
      .split(",")
      .map((distance) => {
        now += Number.parseInt(distance, 36);
        return now;
      });
  };
  return { text: plain.slice(end + 1), times };
}
