import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** First bytes of every index. */
export const indexMagic = Buffer.from("SPIDX\x001\n", "latin1");

/** The index of a recording lies beside it. */
export const indexFileOf = (recording: string): string => `${recording}.index`;

/** Kinds of record: lines of text, a screen, a part, the end. */
export type RecordKind = "text" | "screen" | "part" | "end";

const codes: Readonly<Record<RecordKind, number>> = { text: 1, screen: 2, part: 3, end: 4 };
const kindOf: ReadonlyMap<number, RecordKind> = new Map(
  Object.entries(codes).map(([kind, code]) => [code, kind as RecordKind]),
);

const nonceBytes = 12;
const tagBytes = 16;
/** Kind, number, length of the cipher text. */
const headBytes = 9;
const largest = 64 * 1024 * 1024;

/** Where a record lies. */
export interface RecordPlace {
  readonly offset: number;
  /** Bytes, all of it. */
  readonly length: number;
  /** Its number, from 0. */
  readonly number: number;
}

/** A record as it is in the file. */
export interface IndexRecord extends RecordPlace {
  readonly kind: RecordKind;
}

/** The key of an index: it shows what the recording shows, and opens with the recording's key only. */
export const indexKey = (recordingKey: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", recordingKey, "", "sallyport replay index 1", 32));

/** The bytes of a record. */
export async function sealRecord(
  key: Buffer,
  kind: RecordKind,
  number: number,
  value: unknown,
): Promise<Buffer> {
  const plain = await compress(Buffer.from(JSON.stringify(value)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  });
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(codes[kind], 0);
  head.writeUInt32BE(number, 1);
  head.writeUInt32BE(plain.length, 5);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(head);
  return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Where the next record lies and what kind it is; null at the end of what is whole.
 */
export async function nextRecord(
  handle: FileHandle,
  offset: number,
  number: number,
  fileBytes: number,
): Promise<IndexRecord | null> {
  const head = Buffer.alloc(headBytes);
  if ((await handle.read(head, 0, headBytes, offset)).bytesRead < headBytes) return null;
  const kind = kindOf.get(head.readUInt8(0));
  const length = headBytes + nonceBytes + head.readUInt32BE(5) + tagBytes;
  if (kind === undefined || head.readUInt32BE(1) !== number || offset + length > fileBytes) return null;
  return { kind, offset, length, number };
}

/**
 * What a record says.
 *
 * @throws when it was changed or is another one
 */
export async function openRecord(handle: FileHandle, key: Buffer, place: RecordPlace): Promise<unknown> {
  if (place.length > largest) throw new Error("a record of an index is too long");
  const bytes = Buffer.alloc(place.length);
  const { bytesRead } = await handle.read(bytes, 0, place.length, place.offset);
  const head = bytes.subarray(0, headBytes);
  if (bytesRead < place.length || head.readUInt32BE(1) !== place.number) {
    throw new Error("a record of an index is missing");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(headBytes, headBytes + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(head);
  decipher.setAuthTag(bytes.subarray(place.length - tagBytes));
  const cipherText = bytes.subarray(headBytes + nonceBytes, place.length - tagBytes);
  const plain = Buffer.concat([decipher.update(cipherText), decipher.final()]);
  return JSON.parse((await decompress(plain, { maxOutputLength: largest })).toString("utf8"));
}
