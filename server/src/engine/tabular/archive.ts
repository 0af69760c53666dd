import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { withParameters } from "../i18n/messages.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { text } from "./texts.ts";

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = Buffer.from([0x50, 0x4b, 5, 6]);
const stored = 0;
const deflated = 8;

/** Most files in an archive that is a workbook. */
const mostEntries = 2_000;

const mebibyte = 1_048_576;

/** How much larger than itself an archive may be unpacked, beyond the first MiB. Spreadsheets stay below 50. */
const largestRatio = 100;

/** The files of an archive, by name. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  /** The contents of a file, piece by piece; of all files together no more than the limits allow. */
  unpack(name: string): AsyncGenerator<Buffer>;
}

interface Entry {
  readonly method: number;
  readonly packed: Buffer;
}

const notArchive = (): UnreadableFile => new UnreadableFile(text.notWorkbook);

/** Opens an archive; what sizes it claims is not believed. Throws `UnreadableFile`. */
export function openArchive(bytes: Buffer): Archive {
  const entries = readEntries(bytes);
  const byRatio = mebibyte + bytes.length * largestRatio;
  const most = Math.min(limits.inflated * mebibyte, byRatio);
  const beyond =
    most === byRatio
      ? withParameters(text.inflatesTooMuch, { limit: largestRatio })
      : withParameters(text.inflatedTooLarge, { limit: limits.inflated });
  let left = most;
  return {
    names: new Set(entries.keys()),
    async *unpack(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw notArchive();
      for await (const piece of inflate(entry)) {
        left -= piece.length;
        if (left < 0) throw new UnreadableFile(beyond);
        yield piece;
      }
    },
  };
}

async function* inflate({ method, packed }: Entry): AsyncGenerator<Buffer> {
  if (method === stored) {
    yield packed;
    return;
  }
  const unpacked = createInflateRaw({ chunkSize: 65_536 });
  const source = Readable.from([packed], { objectMode: false });
  source.pipe(unpacked);
  try {
    for await (const piece of unpacked) yield piece as Buffer;
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith("Z_") === true ? notArchive() : error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function readEntries(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(endSignature);
  if (end < 0 || end + 22 > bytes.length) throw notArchive();
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > mostEntries) throw notArchive();
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== centralSignature) throw notArchive();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + 46, nameEnd);
    const method = bytes.readUInt16LE(at + 10);
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) !== 0;
    if (isEncrypted) throw new UnreadableFile(text.protectedWorkbook);
    if (entries.has(name) || (method !== stored && method !== deflated)) throw notArchive();
    const packed = packedData(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20));
    entries.set(name, { method, packed });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function packedData(bytes: Buffer, header: number, size: number): Buffer {
  if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== localSignature) throw notArchive();
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (start + size > bytes.length) throw notArchive();
  return bytes.subarray(start, start + size);
}
