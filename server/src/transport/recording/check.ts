import { createHash } from "node:crypto";
import { decodeFrameHeader, FRAME_HEADER, FRAME_TAG, MAGIC, MAX_FILE_HEADER } from "./format.ts";
import { placeOf, type RecordingBytes, type RecordingSource } from "./place.ts";

/** How a recording is not as it was written. */
export type RecordingDamage =
  | { readonly what: "missing" | "truncated" | "extended" }
  /** `frame` is the first that does not fit, -1 the file header. */
  | { readonly what: "changed" | "reordered"; readonly frame: number };

/** What is known of a recording that was closed. */
export interface RecordingSeal {
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Hash of its last frame, hexadecimal. */
  readonly hash: string;
}

/** Read at a time, in bytes. */
const chunk = 1024 * 1024;

/** Reads on through a recording, as fast as it comes. */
class Reader {
  readonly #bytes: RecordingBytes;
  #waiting: Buffer = Buffer.alloc(0);
  #position = 0;
  constructor(bytes: RecordingBytes) {
    this.#bytes = bytes;
  }

  /** So many bytes, or what is left. They hold until the next call. */
  async take(count: number): Promise<Buffer> {
    if (this.#waiting.length < count) {
      const more = await this.#bytes.read(this.#position, Math.max(chunk, count) - this.#waiting.length);
      this.#position += more.length;
      this.#waiting = this.#waiting.length === 0 ? more : Buffer.concat([this.#waiting, more]);
    }
    const taken = this.#waiting.subarray(0, count);
    this.#waiting = this.#waiting.subarray(taken.length);
    return taken;
  }
}

const sha256 = (...parts: readonly Buffer[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

/**
 * Compares a recording with what was kept of it when it was closed. Needs no key: the hashes are of what is stored.
 *
 * @returns what is wrong first; null when every byte is as it was written
 */
export async function checkRecording(
  source: RecordingSource,
  seal: RecordingSeal,
): Promise<RecordingDamage | null> {
  const place = placeOf(source);
  let bytes: RecordingBytes;
  try {
    bytes = await place.open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { what: "missing" };
    throw error;
  }
  try {
    const { bytes: size } = await place.describe();
    const damage = await checkFrames(new Reader(bytes), size, seal);
    // Where it was cut or went on says more than that the frames there do not fit.
    if (damage !== null && damage.what === "changed" && size !== seal.bytes) {
      return { what: size < seal.bytes ? "truncated" : "extended" };
    }
    return damage;
  } finally {
    await bytes.close();
  }
}

async function checkFrames(
  reader: Reader,
  size: number,
  seal: RecordingSeal,
): Promise<RecordingDamage | null> {
  const start = Buffer.from(await reader.take(MAGIC.length + 4));
  const length = start.length === MAGIC.length + 4 ? start.readUInt32BE(MAGIC.length) : 0;
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || length > MAX_FILE_HEADER) {
    return { what: "changed", frame: -1 };
  }
  let previous = sha256(start, await reader.take(length));
  let position = start.length + length;
  for (let frame = 0; position < size; frame += 1) {
    const header = Buffer.from(await reader.take(FRAME_HEADER));
    if (header.length < FRAME_HEADER) return { what: "changed", frame };
    const found = readHeader(header);
    if (found === null) return { what: "changed", frame };
    if (found.sequence !== frame) return { what: "reordered", frame };
    // It names the frame before: that one, or the header, is not the one that was written.
    if (found.previous !== previous) return { what: "changed", frame: frame - 1 };
    const body = await reader.take(found.length + FRAME_TAG);
    if (body.length < found.length + FRAME_TAG) return { what: "changed", frame };
    previous = sha256(header, body);
    position += header.length + body.length;
    if (position >= size && previous !== seal.hash) return { what: "changed", frame };
  }
  return previous === seal.hash && size === seal.bytes ? null : { what: "changed", frame: -1 };
}

/** Null: it was changed. */
function readHeader(
  bytes: Buffer,
): { readonly sequence: number; readonly length: number; readonly previous: string } | null {
  try {
    const { sequence, length, previous } = decodeFrameHeader(bytes, bytes.readUInt32BE(4));
    return { sequence, length, previous: previous.toString("hex") };
  } catch {
    return null;
  }
}
