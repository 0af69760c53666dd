import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** First bytes of every recording: the format's name and its version. */
export const MAGIC = Buffer.from("SPREC\x001\n", "latin1");

/** Bytes of a frame's plain header, before its cipher text. */
export const FRAME_HEADER = 48;

/** Bytes of the AES-GCM tag after a frame's cipher text. */
export const FRAME_TAG = 16;

/** No frame is larger than this, in bytes; a length beyond it is damage and not a reason to allocate. */
export const MAX_FRAME = 16 * 1024 * 1024;

/** No file header is larger than this, in bytes. */
export const MAX_FILE_HEADER = 64 * 1024;

const FRAME_MAGIC = 0x5346;

/** What a frame holds: events, or the end of the recording. */
export type FrameType = "events" | "end";

const frameTypes: Readonly<Record<FrameType, number>> = { events: 1, end: 2 };

/** The plain header of one frame. docs/recording-format.md, section 3. */
export interface FrameHeader {
  type: FrameType;
  /** Position in the file, from 0. */
  sequence: number;
  /** Bytes of cipher text that follow, without the tag. */
  length: number;
  /** SHA-256 over the whole previous frame, or over the file header for the first frame. */
  previous: Buffer;
}

/** What is in clear at the start of a recording. docs/recording-format.md, section 2. */
export interface RecordingHeader {
  /** Session id (UUID). */
  id: string;
  /** Start of the session, ISO 8601; the times of events count from here. */
  started: string;
  /** First size of the terminal, in character cells. */
  columns: number;
  rows: number;
  /** Title shown by a player; no secret. */
  title: string;
  /** Encoding of the output bytes, a label of the WHATWG encoding standard, e.g. `utf-8`. */
  charset: string;
  /**
   * Whether what was recorded ran without a terminal: both directions are kept, lines end as programs end them, and
   * bytes may be anything. Absent: a terminal.
   */
  withoutTerminal?: true;
}

/** What passed in one direction of a program without a terminal, of which the first bytes are kept. */
export interface DirectionSummary {
  /** All that passed, in bytes. */
  readonly bytes: number;
  /** How much of it is in the recording, in bytes, from its beginning. */
  readonly kept: number;
  /** SHA-256 of all that passed, in hexadecimal digits. */
  readonly sha256: string;
}

/** The text of an event of kind `s`, as JSON. */
export interface TransferSummary {
  readonly input: DirectionSummary;
  readonly output: DirectionSummary;
}

/**
 * Kind of an event: `o` output of the target, raw; `i` input of a program without a terminal (what is typed into a
 * terminal is not recorded, it carries passwords); `r` a new size, `COLUMNSxROWS`; `m` text of the gateway itself,
 * UTF-8; `s` what passed in all, JSON of a TransferSummary.
 */
export type EventKind = "o" | "i" | "r" | "m" | "s";

/** One recorded event. */
export interface RecordingEvent {
  kind: EventKind;
  /** Microseconds since the start of the session. */
  time: number;
  data: Buffer;
}

const kindCodes: Readonly<Record<EventKind, number>> = { o: 0x6f, i: 0x69, r: 0x72, m: 0x6d, s: 0x73 };
const kinds: ReadonlyMap<number, EventKind> = new Map(
  Object.entries(kindCodes).map(([kind, code]) => [code, kind as EventKind]),
);

/** The recording was changed after it was written: a byte, a frame, their order, or the key. */
export class RecordingTampered extends Error {
  /** Position of the first frame that does not fit; -1 for the file header. */
  readonly frame: number;
  constructor(frame: number, what: string) {
    super(frame < 0 ? `recording header: ${what}` : `recording frame ${frame}: ${what}`);
    this.name = "RecordingTampered";
    this.frame = frame;
  }
}

/** SHA-256 over the parts, as the chain of frames uses it. */
export function chainHash(...parts: readonly Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The nonce of a frame. Each recording has a key of its own, so the sequence never repeats under one key. */
export function frameNonce(sequence: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(sequence, 8);
  return nonce;
}

/** Writes a frame header, its checksum last. */
export function encodeFrameHeader(header: FrameHeader): Buffer {
  const bytes = Buffer.alloc(FRAME_HEADER);
  bytes.writeUInt16BE(FRAME_MAGIC, 0);
  bytes.writeUInt8(frameTypes[header.type], 2);
  bytes.writeUInt32BE(header.sequence, 4);
  bytes.writeUInt32BE(header.length, 8);
  header.previous.copy(bytes, 12);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, FRAME_HEADER - 4)), FRAME_HEADER - 4);
  return bytes;
}

/**
 * Reads a frame header. The checksum distinguishes a changed length from a file that was cut short.
 *
 * @throws RecordingTampered when it is not one
 */
export function decodeFrameHeader(bytes: Buffer, expected: number): FrameHeader {
  if (crc32(bytes.subarray(0, FRAME_HEADER - 4)) !== bytes.readUInt32BE(FRAME_HEADER - 4)) {
    throw new RecordingTampered(expected, "damaged header");
  }
  const code = bytes.readUInt8(2);
  const type = code === frameTypes.events ? "events" : code === frameTypes.end ? "end" : null;
  const sequence = bytes.readUInt32BE(4);
  const length = bytes.readUInt32BE(8);
  if (bytes.readUInt16BE(0) !== FRAME_MAGIC || type === null || length > MAX_FRAME) {
    throw new RecordingTampered(expected, "not a frame");
  }
  if (sequence !== expected) throw new RecordingTampered(expected, `found frame ${sequence} in its place`);
  return { type, sequence, length, previous: Buffer.from(bytes.subarray(12, 44)) };
}

function writeVariable(value: number, into: number[]): void {
  let rest = value;
  while (rest >= 0x80) {
    into.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  into.push(rest);
}

/** The bytes of an event inside a frame: kind, time, length (both variable), data. */
export function encodeEvent(event: RecordingEvent): [prefix: Buffer, data: Buffer] {
  const prefix = [kindCodes[event.kind]];
  writeVariable(event.time, prefix);
  writeVariable(event.data.length, prefix);
  return [Buffer.from(prefix), event.data];
}

/**
 * The events of one frame's plain text.
 *
 * @throws RecordingTampered on anything that is not an event; it cannot occur in a frame whose tag was right
 */
export function decodeEvents(plain: Buffer, frame: number): RecordingEvent[] {
  const events: RecordingEvent[] = [];
  let offset = 0;
  const variable = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = plain[offset++];
      if (byte === undefined || scale > 2 ** 49) throw new RecordingTampered(frame, "event cut short");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  };
  while (offset < plain.length) {
    const kind = kinds.get(plain[offset++] ?? 0);
    if (kind === undefined) throw new RecordingTampered(frame, "unknown event");
    const time = variable();
    const length = variable();
    if (offset + length > plain.length) throw new RecordingTampered(frame, "event cut short");
    events.push({ kind, time, data: plain.subarray(offset, offset + length) });
    offset += length;
  }
  return events;
}
