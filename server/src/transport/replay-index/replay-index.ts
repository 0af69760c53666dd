import { type FileHandle, open, stat } from "node:fs/promises";
import {
  type FramePosition,
  fileOf,
  openRecording,
  placeOf,
  type RecordingHeader,
  type RecordingKeys,
  type RecordingSource,
} from "../recording/index.ts";

import { indexFileOf, indexKey, indexMagic, nextRecord, openRecord, type RecordPlace } from "./index-file.ts";

/** A stretch of a recording that can be played by itself, from the screen it begins with. */
export interface ReplayPart {
  /** Frames of the recording. */
  readonly from: FramePosition;
  readonly to: FramePosition;
  /** First and last moment, in microseconds since the start of the session. */
  readonly begins: number;
  readonly ends: number;
  /** Size of the terminal at the beginning. */
  readonly columns: number;
  readonly rows: number;
  /** Bytes of its text in the stream of parts, the line with its screen included. */
  readonly bytes: number;
  /** Seconds in which something was shown, each with the number of characters. */
  readonly activity: readonly (readonly [second: number, characters: number])[];
  /** The lines that came to stand on the screen. */
  readonly text: RecordPlace;
  /** The screen at the end: the next part begins with it. */
  readonly screen: RecordPlace;
}

/** What a part says at its end, with which the next begins. */
export interface EndScreen {
  readonly columns: number;
  readonly rows: number;
  /** The output that draws it. */
  readonly screen: string;
}

/** The end of an index: which file it was made of. */
export interface IndexEnd {
  /** Size of the recording in bytes, and when it was last written, in milliseconds since 1970. */
  readonly bytes: number;
  readonly modified: number;
  /** Hash of the last frame, hex. */
  readonly hash: string;
  /** Microseconds. */
  readonly duration: number;
  /** Whether the recording had its end frame. */
  readonly isComplete: boolean;
}

/** The index of a recording, without screens and texts: these are read where they are needed. */
export interface ReplayIndex {
  readonly header: RecordingHeader;
  readonly key: Buffer;
  readonly parts: readonly ReplayPart[];
  /** Null while the recording is followed. */
  readonly end: IndexEnd | null;
  /** Where the next record comes, and its number. */
  readonly next: { readonly offset: number; readonly number: number };
}

/** The parts that are whole, in the file of an index. Nothing of a file that is no index. */
async function readParts(
  handle: FileHandle,
  key: Buffer,
  start: FramePosition,
): Promise<Pick<ReplayIndex, "parts" | "end" | "next">> {
  const parts: ReplayPart[] = [];
  const end = null;
  const { size } = await handle.stat();
  const magic = Buffer.alloc(indexMagic.length);
  await handle.read(magic, 0, magic.length, 0);
  let next = { offset: indexMagic.length, number: 0 };
  if (!magic.equals(indexMagic)) return { parts, end, next };
  let { offset, number } = next;
  let expected = start;
  try {
    for (;;) {
      const record = await nextRecord(handle, offset, number, size);
      // An end that is not followed by its place was not written to the end.
      if (record === null || record.kind === "end") break;
      offset += record.length;
      number += 1;
      if (record.kind === "part") {
        const part = (await openRecord(handle, key, record)) as ReplayPart;
        if (part.from.previous !== expected.previous || part.screen.number !== number - 2) break;
        parts.push(part);
        expected = part.to;
        next = { offset, number };
      }
    }
  } catch {
    // What is not whole is made anew.
  }
  return { parts, end, next };
}

/** What the last record of an index says: all of it, so that nothing else is read to open a recording. */
export interface IndexSummary {
  readonly end: IndexEnd;
  readonly parts: readonly ReplayPart[];
}

/** Behind the last record: its offset (8 bytes) and number (4), big endian. */
const trailerBytes = 12;

/** The bytes behind the last record. */
export function trailerOf({ offset, number }: ReplayIndex["next"]): Buffer {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeBigUInt64BE(BigInt(offset), 0);
  trailer.writeUInt32BE(number, 8);
  return trailer;
}

/** The whole of a finished index from its last record; null where there is none. */
async function readSummary(
  handle: FileHandle,
  key: Buffer,
  start: FramePosition,
): Promise<Pick<ReplayIndex, "parts" | "end" | "next"> | null> {
  const { size } = await handle.stat();
  const trailer = Buffer.alloc(trailerBytes);
  const { bytesRead } = await handle.read(trailer, 0, trailerBytes, Math.max(0, size - trailerBytes));
  const offset = Number(trailer.readBigUInt64BE(0));
  if (bytesRead < trailerBytes || offset < indexMagic.length || offset >= size) return null;
  const number = trailer.readUInt32BE(8);
  try {
    const record = await nextRecord(handle, offset, number, size - trailerBytes);
    if (record?.kind !== "end") return null;
    const { end, parts } = (await openRecord(handle, key, record)) as IndexSummary;
    if ((parts[0]?.from.previous ?? start.previous) !== start.previous) return null;
    return { end, parts, next: { offset, number } };
  } catch {
    return null;
  }
}

/** Finished indexes that were used last: a player asks for one part after the other. */
const recent = new Map<string, { readonly stamp: string; readonly index: ReplayIndex }>();
const mostRecent = 16;

/** What tells whether the files of an index are those that were read. */
async function stampOf(source: RecordingSource): Promise<string> {
  const [recording, index] = await Promise.all([
    placeOf(source)
      .describe()
      .catch(() => ({ bytes: -1, modified: 0 })),
    stat(indexFileOf(fileOf(source))).catch(() => ({ size: -1, mtimeMs: 0 })),
  ]);
  return `${recording.bytes}:${recording.modified} ${index.size}:${index.mtimeMs}`;
}

/**
 * The index of a recording as far as it goes; an empty one where there is none, or where it is of another file.
 *
 * @throws RecordingTampered when the recording's header was changed; the file system's errors
 */
export async function loadIndex(source: RecordingSource, keys: RecordingKeys): Promise<ReplayIndex> {
  const file = fileOf(source);
  const stamp = await stampOf(source);
  const known = recent.get(file);
  recent.delete(file);
  const index = known?.stamp === stamp ? known.index : await readIndex(source, keys);
  if (index.end !== null) recent.set(file, { stamp, index });
  for (const old of recent.keys()) {
    if (recent.size <= mostRecent) break;
    recent.delete(old);
  }
  return index;
}

async function readIndex(source: RecordingSource, keys: RecordingKeys): Promise<ReplayIndex> {
  const recording = await openRecording(source, keys);
  await recording.close();
  const key = indexKey(recording.chain.key);
  const empty = { parts: [], end: null, next: { offset: indexMagic.length, number: 0 } };
  const found = await readIndexFile(indexFileOf(fileOf(source)), key, recording.start);
  const index = found ?? empty;
  const { bytes, modified } = await placeOf(source).describe();
  const isOther =
    index.end === null
      ? (index.parts.at(-1)?.to.offset ?? 0) > bytes
      : index.end.bytes !== bytes || (modified !== null && index.end.modified !== modified);
  return { header: recording.header, key, ...(isOther ? empty : index) };
}

async function readIndexFile(path: string, key: Buffer, start: FramePosition) {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return (await readSummary(handle, key, start)) ?? (await readParts(handle, key, start));
  } finally {
    await handle.close();
  }
}

/** Reads records of an index by their place. */
export async function withIndexFile<Result>(
  file: string,
  key: Buffer,
  work: (read: (place: RecordPlace) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const handle = await open(indexFileOf(file), "r");
  try {
    return await work((place) => openRecord(handle, key, place));
  } finally {
    await handle.close();
  }
}

/** Length of what the index covers, in microseconds. */
export const durationOf = ({ end, parts }: Pick<ReplayIndex, "end" | "parts">): number =>
  end?.duration ?? parts.at(-1)?.ends ?? 0;
