import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import {
  openRecording,
  type RecordingKeys,
  type RecordingSource,
  toAsciicast,
  toRaw,
} from "../../transport/recording/index.ts";

/** The asciicast text of a recording; it is closed when the reading ends or is given up. */
export async function* asciicastOf(source: RecordingSource, keys: RecordingKeys): AsyncGenerator<Buffer> {
  const recording = await openRecording(source, keys);
  try {
    yield* toAsciicast(recording);
  } finally {
    await recording.close();
  }
}

/** One direction of a program without a terminal, byte for byte. */
async function* rawOf(source: RecordingSource, keys: RecordingKeys, kind: "i" | "o"): AsyncGenerator<Buffer> {
  const recording = await openRecording(source, keys);
  try {
    yield* toRaw(recording, kind);
  } finally {
    await recording.close();
  }
}

/** Whether a recording keeps both directions of a program without a terminal. */
async function isOfProgram(source: RecordingSource, keys: RecordingKeys): Promise<boolean> {
  const recording = await openRecording(source, keys);
  await recording.close();
  return recording.header.withoutTerminal === true;
}

/** Compresses; doing it twice gives the same bytes. */
export function compressed(text: AsyncIterable<Buffer>): Readable {
  const source = Readable.from(text);
  const gzip = createGzip();
  source.on("error", (error) => gzip.destroy(error));
  gzip.on("close", () => source.destroy());
  return source.pipe(gzip);
}

const blockBytes = 512;

/** Header of one regular file in a tar archive (ustar). */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(name, 0, 100, "utf8");
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.max(0, Math.floor(modified.getTime() / 1000)), 11), 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\0" + "00", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** What follows a file of so many bytes in a tar archive. */
export const tarPadding = (size: number): Buffer =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

/** A recording and the description of its session, for the offline player. */
export interface ReplayArchive {
  readonly sessionId: string;
  readonly dateStart: Date;
  readonly place: RecordingSource;
  readonly keys: RecordingKeys;
  /** JSON text of the session. */
  readonly description: string;
}

/**
 * A tar archive of `<id>.cast.gz` and `<id>.json`; of a program without a terminal also `<id>.input` and `<id>.output`,
 * the bytes as they passed. A tar entry begins with its size, so the recording is read once to measure it and once to
 * send it: nothing readable is put on the disk, nothing large in memory.
 */
export async function* replayArchive(archive: ReplayArchive): AsyncGenerator<Buffer> {
  const { sessionId, dateStart, place, keys, description } = archive;
  async function* entry(name: string, source: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source()) size += chunk.length;
    yield tarHeader(`${sessionId}.${name}`, size, dateStart);
    yield* source();
    yield tarPadding(size);
  }
  yield* entry("cast.gz", () => compressed(asciicastOf(place, keys)));
  if (await isOfProgram(place, keys)) {
    yield* entry("input", () => rawOf(place, keys, "i"));
    yield* entry("output", () => rawOf(place, keys, "o"));
  }
  const json = Buffer.from(description);
  yield tarHeader(`${sessionId}.json`, json.length, dateStart);
  yield json;
  yield Buffer.concat([tarPadding(json.length), Buffer.alloc(2 * blockBytes)]);
}
