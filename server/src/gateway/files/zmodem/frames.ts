import { crc32 } from "node:zlib";

/*
 * The frames of ZMODEM (Chuck Forsberg, "The ZMODEM Inter Application File Transfer Protocol", public domain): a header
 * says what comes, and behind some headers follow pieces of data, each with a checksum.
 */

/** Types of headers. */
export const frameType = {
  requestInit: 0,
  init: 1,
  senderInit: 2,
  acknowledge: 3,
  file: 4,
  skip: 5,
  negative: 6,
  abort: 7,
  finish: 8,
  position: 9,
  data: 10,
  endOfFile: 11,
  fileError: 12,
  fileCrc: 13,
  command: 18,
} as const;

/** What a piece of data says of what follows: the end of the frame or more, and whether it is to be acknowledged. */
export const pieceEnd = {
  frameEnds: 0x68,
  goesOn: 0x69,
  goesOnAcknowledged: 0x6a,
  frameEndsAcknowledged: 0x6b,
} as const;

/** How a header was written: in hexadecimal digits, or in bytes with a checksum of 16 or 32 bits. */
export type FrameFormat = "hex" | "binary16" | "binary32";

/** A header. */
export interface FrameHeader {
  readonly type: number;
  /** Four bytes: a position, lowest byte first, or flags, the first flag last. */
  readonly content: Buffer;
  readonly format: FrameFormat;
}

/** The byte that begins headers and escapes, and cancels when it comes five times in a row. */
export const escapeByte = 0x18;

/** The byte before a header. */
export const padByte = 0x2a;

/** Flags of the one who receives: it can take data while it sends, and while it writes, and knows 32-bit checksums. */
export const initFlag = { fullDuplex: 1, overlapsWriting: 2, crc32: 32, escapesControl: 64 } as const;

/** Types of headers that data follows. */
const withData: ReadonlySet<number> = new Set([
  frameType.senderInit,
  frameType.file,
  frameType.data,
  frameType.command,
]);

/** Whether data follows a header. */
export const hasData = ({ type }: Pick<FrameHeader, "type">): boolean => withData.has(type);

/** A position as the content of a header. */
export function positionBytes(position: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(position);
  return bytes;
}

/** The position a header has. */
export const positionOf = ({ content }: FrameHeader): number => content.readUInt32LE(0);

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** The checksum of 16 bits (CCITT, from 0), as its bytes are sent. */
function crc16Bytes(parts: readonly Buffer[]): Buffer {
  let crc = 0;
  for (const data of parts) {
    for (let at = 0; at < data.length; at++) {
      crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ (data[at] as number)] as number);
    }
  }
  return Buffer.from([crc >> 8, crc & 0xff]);
}

function crc32Bytes(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(parts.reduce((value, data) => crc32(data, value), 0) >>> 0);
  return bytes;
}

/** The checksum of what comes with a header of this format, as one piece after the other. */
export const checksum = (format: FrameFormat, ...parts: readonly Buffer[]): Buffer =>
  format === "binary32" ? crc32Bytes(parts) : crc16Bytes(parts);

/** How many bytes of checksum come with a format. */
export const checksumLength = (format: FrameFormat): number => (format === "binary32" ? 4 : 2);

/** What each byte is sent as: one byte, or an escape and another. */
const escapes = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x7f) return 0x6c;
  if (byte === 0xff) return 0x6d;
  return (byte & 0x60) === 0 ? byte ^ 0x40 : 0;
});

/**
 * Bytes as they are sent: every control character is escaped, so that in a shell, which perhaps runs instead of
 * a program that receives, they can neither end a line nor interrupt anything.
 */
export function escaped(data: Buffer): Buffer {
  const sent = Buffer.allocUnsafe(data.length * 2);
  let length = 0;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] as number;
    const behind = escapes[byte] as number;
    if (behind !== 0) {
      sent[length] = escapeByte;
      length += 1;
    }
    sent[length] = behind === 0 ? byte : behind;
    length += 1;
  }
  return sent.subarray(0, length);
}

/** A header in bytes, never in digits: those would end with a line break. */
export function headerBytes(type: number, content: Buffer, format: FrameFormat): Buffer {
  const header = Buffer.concat([Buffer.from([type]), content]);
  const kind = format === "binary32" ? 0x43 : 0x41;
  return Buffer.concat([
    Buffer.from([padByte, escapeByte, kind]),
    escaped(Buffer.concat([header, checksum(format, header)])),
  ]);
}

/** A piece of data behind a header of this format. */
export function pieceBytes(data: Buffer, end: number, format: FrameFormat): Buffer {
  const sum = checksum(format, data, Buffer.from([end]));
  return Buffer.concat([escaped(data), Buffer.from([escapeByte, end]), escaped(sum)]);
}

/** What ends a transfer, whoever sends it; the backspaces take it off a line it was echoed to. */
export const cancelBytes: Buffer = Buffer.concat([Buffer.alloc(8, escapeByte), Buffer.alloc(8, 0x08)]);
