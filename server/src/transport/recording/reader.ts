import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import {
  chainHash,
  decodeEvents,
  decodeFrameHeader,
  FRAME_HEADER,
  FRAME_TAG,
  MAGIC,
  MAX_FILE_HEADER,
  MAX_FRAME,
  type RecordingEvent,
  type RecordingHeader,
  RecordingTampered,
} from "./format.ts";
import { openFrame, openRecordingKey, type RecordingKeys, recordingKeyFile } from "./keys.ts";
import { fileOf, placeOf, type RecordingBytes, type RecordingSource } from "./place.ts";

const decompress = promisify(brotliDecompress);

/**
 * How a recording ends: `complete` with its end frame; `unfinished` without one, because the session still
 * runs, or its gateway died, or the end was cut off (compare the hash kept with the session).
 */
export interface RecordingEnd {
  state: "complete" | "unfinished";
  /** Bytes up to and including the last whole frame; the rest of the file is a torn frame. */
  bytes: number;
  /** Frames read, the end frame included. */
  frames: number;
  /** Hash of the last whole frame, hex. */
  hash: string;
  /** Length in microseconds: from the end frame, or the time of the last event. */
  duration: number;
}

/** Where a frame begins, and what it follows on: enough to read on from there. */
export interface FramePosition {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  /** Number of the frame, from 0. */
  readonly sequence: number;
  /** Hash of the frame before, or of the file header, hex. */
  readonly previous: string;
}

/** One whole frame, as it was read. */
export interface RecordingFrame {
  readonly events: readonly RecordingEvent[];
  /** Where the frame after it begins. */
  readonly next: FramePosition;
}

/** An open recording. Read it with `events` or `frames`, then `close` it. */
export interface RecordingReader {
  readonly header: RecordingHeader;
  /** Where the first frame begins. */
  readonly start: FramePosition;
  /** Key of the recording and where its chain begins: for anyone who appends an end frame. */
  readonly chain: { key: Buffer; hash: Buffer };
  /**
   * The events in order, read frame by frame. The generator's return value tells how the recording ends.
   *
   * @throws RecordingTampered at the first frame that was changed, removed or moved
   */
  events(): AsyncGenerator<RecordingEvent, RecordingEnd>;
  /**
   * The frames in order, from a position that was read before or from the first. Throws and returns as `events`.
   *
   * @throws RecordingTampered also when the position is not one of this recording
   */
  frames(from?: FramePosition): AsyncGenerator<RecordingFrame, RecordingEnd>;
  close(): Promise<void>;
}

/**
 * Opens a recording.
 *
 * @throws RecordingTampered when its header is not the one written; the errors of where it is kept otherwise
 */
export async function openRecording(source: RecordingSource, keys: RecordingKeys): Promise<RecordingReader> {
  const file = fileOf(source);
  const handle = await placeOf(source).open();
  try {
    const bytes = await readFileHeader(handle);
    const { key: first, ...header } = parseFileHeader(bytes);
    const key = openRecordingKey(keys, header.id, (await readKeyBeside(file)) ?? first);
    const hash = chainHash(bytes);
    const start = { offset: bytes.length, sequence: 0, previous: hash.toString("hex") };
    return {
      header,
      start,
      chain: { key, hash },
      events: () => readEvents(handle, key, start),
      frames: (from = start) => readFrames(handle, key, from),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a whole recording without keeping it, and reports how it ends. Throws as `openRecording`. */
export async function verifyRecording(source: RecordingSource, keys: RecordingKeys): Promise<RecordingEnd> {
  const recording = await openRecording(source, keys);
  try {
    const events = recording.events();
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
    }
  } finally {
    await recording.close();
  }
}

async function* readEvents(
  handle: RecordingBytes,
  key: Buffer,
  start: FramePosition,
): AsyncGenerator<RecordingEvent, RecordingEnd> {
  const frames = readFrames(handle, key, start);
  for (;;) {
    const step = await frames.next();
    if (step.done) return step.value;
    yield* step.value.events;
  }
}

async function* readFrames(
  handle: RecordingBytes,
  key: Buffer,
  from: FramePosition,
): AsyncGenerator<RecordingFrame, RecordingEnd> {
  const { offset: bytes, sequence: frames } = from;
  const end: RecordingEnd = { state: "unfinished", bytes, frames, hash: "", duration: 0 };
  let previous: Buffer = Buffer.from(from.previous, "hex");
  for (;;) {
    end.hash = previous.toString("hex");
    const headerBytes = await handle.read(end.bytes, FRAME_HEADER);
    if (headerBytes.length === 0) return end;
    if (end.state === "complete") throw new RecordingTampered(end.frames, "follows the end");
    if (await isTorn(handle, end.bytes, headerBytes)) return end;
    const header = decodeFrameHeader(headerBytes, end.frames);
    if (!header.previous.equals(previous)) throw new RecordingTampered(end.frames, "does not follow");
    const body = await handle.read(end.bytes + FRAME_HEADER, header.length + FRAME_TAG);
    if (body.length < header.length + FRAME_TAG) return end;
    const plain = await inflate(openFrame(key, header, headerBytes, body), end.frames);
    const events = header.type === "end" ? null : decodeEvents(plain, end.frames);
    previous = chainHash(headerBytes, body);
    end.frames += 1;
    end.bytes += headerBytes.length + body.length;
    if (events === null) {
      end.state = "complete";
      end.duration = Math.max(end.duration, durationOf(plain));
    } else {
      end.duration = events.at(-1)?.time ?? end.duration;
      const next = { offset: end.bytes, sequence: end.frames, previous: previous.toString("hex") };
      yield { events, next };
    }
  }
}

/** A header cut short, or a tail of zeros a file system left after a loss of power. */
async function isTorn(handle: RecordingBytes, offset: number, headerBytes: Buffer): Promise<boolean> {
  if (headerBytes.length < FRAME_HEADER) return true;
  if (headerBytes.some((byte) => byte !== 0)) return false;
  for (let at = offset; ; ) {
    const bytes = await handle.read(at, 64 * 1024);
    if (bytes.length === 0) return true;
    if (bytes.some((byte) => byte !== 0)) return false;
    at += bytes.length;
  }
}

async function inflate(compressed: Buffer, frame: number): Promise<Buffer> {
  try {
    return await decompress(compressed, { maxOutputLength: MAX_FRAME });
  } catch {
    throw new RecordingTampered(frame, "does not decompress");
  }
}

function durationOf(plain: Buffer): number {
  const { duration } = JSON.parse(plain.toString("utf8")) as { duration?: unknown };
  return typeof duration === "number" ? duration : 0;
}

async function readFileHeader(handle: RecordingBytes): Promise<Buffer> {
  const start = await handle.read(0, MAGIC.length + 4);
  if (start.length < MAGIC.length + 4 || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new RecordingTampered(-1, "not a recording");
  }
  const length = start.readUInt32BE(MAGIC.length);
  if (length > MAX_FILE_HEADER) throw new RecordingTampered(-1, "damaged length");
  const bytes = await handle.read(0, start.length + length);
  if (bytes.length < start.length + length) throw new RecordingTampered(-1, "cut short");
  return bytes;
}

/** The sealed key of a recording as it stands now, and whose it is. Throws as `openRecording`. */
export async function readSealedKey(file: string): Promise<{ id: string; sealed: string }> {
  const handle = await placeOf(file).open();
  try {
    const { id, key } = parseFileHeader(await readFileHeader(handle));
    return { id, sealed: (await readKeyBeside(file)) ?? key };
  } finally {
    await handle.close();
  }
}

async function readKeyBeside(file: string): Promise<string | null> {
  try {
    return await readFile(recordingKeyFile(file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parseFileHeader(bytes: Buffer): RecordingHeader & { key: string } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8", MAGIC.length + 4));
  } catch {
    throw new RecordingTampered(-1, "not readable");
  }
  if (typeof value !== "object" || value === null) throw new RecordingTampered(-1, "not readable");
  const { id, started, columns, rows, title, charset, withoutTerminal, key } = value as Record<
    string,
    unknown
  >;
  if (
    typeof id !== "string" ||
    typeof started !== "string" ||
    typeof columns !== "number" ||
    typeof rows !== "number" ||
    typeof title !== "string" ||
    typeof charset !== "string" ||
    typeof key !== "string"
  ) {
    throw new RecordingTampered(-1, "not readable");
  }
  return {
    ...{ id, started, columns, rows, title, charset, key },
    ...(withoutTerminal === true ? { withoutTerminal } : {}),
  };
}
