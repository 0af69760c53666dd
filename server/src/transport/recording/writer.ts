import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { measures } from "../../engine/measures/index.ts";
import { chainHash, type EventKind, encodeEvent, MAGIC, type RecordingHeader } from "./format.ts";
import { createRecordingKey, type RecordingKeys, sealFrame } from "./keys.ts";

const compress = promisify(brotliCompress);

// Quality 1 keeps several hundred MB/s on one core; higher levels would make the recorder the bottleneck.
const compression = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** Compresses the events of a frame. */
export function compressFrame(plain: Buffer): Promise<Buffer> {
  return compress(plain, compression);
}

/** What is known of a recording once it is closed. */
export interface RecordingSummary {
  /** Size of the file, in bytes. */
  bytes: number;
  /** Hash of the last frame, hex: kept elsewhere, it proves that nothing was cut off the end. */
  hash: string;
  /** Length of the session, in microseconds. */
  duration: number;
}

/** How a writer behaves; the defaults are the product's. */
export interface RecordingWriterOptions {
  /** A frame is written when this many bytes wait, in bytes. Default 64 KiB. */
  frameBytes?: number;
  /** A frame is written and the file synced at least this often, in milliseconds. Default 1000. */
  flushInterval?: number;
  /** `onPressure(true)` when more than this waits, in bytes. Default 1 MiB. */
  pressureBytes?: number;
  /** Called when the disk falls behind, and again when it has caught up. */
  onPressure?: (behind: boolean) => void;
  /** Called once when the file cannot be written any more (disk full, file gone). */
  onError?: (error: Error) => void;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
}

const mostInFrame = 512 * 1024;

/**
 * Writes one recording: append-only frames, each compressed and encrypted on its own and chained by hash to
 * the one before. What was given to it more than a flush interval ago survives a kill of the process and a
 * loss of power. Implements docs/recording-format.md.
 */
export class RecordingWriter {
  readonly file: string;
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  readonly #options: Required<RecordingWriterOptions>;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #behind = false;
  #sequence = 0;
  #previous: Buffer;
  #bytes: number;
  #unsynced = false;
  #syncDue = false;
  #working: Promise<void> | null = null;
  #failure: Error | null = null;
  #closed = false;

  private constructor(
    file: string,
    handle: FileHandle,
    key: Buffer,
    header: Buffer,
    options: Required<RecordingWriterOptions>,
  ) {
    this.file = file;
    this.#handle = handle;
    this.#key = key;
    this.#options = options;
    this.#previous = chainHash(header);
    this.#bytes = header.length;
    this.#started = options.now();
    this.#timer = setInterval(() => this.#flush(), options.flushInterval);
    this.#timer.unref();
  }

  /**
   * Creates the file and writes its header to disk.
   *
   * @throws when the file exists or cannot be written
   */
  static async create(
    file: string,
    header: RecordingHeader,
    keys: RecordingKeys,
    options: RecordingWriterOptions = {},
  ): Promise<RecordingWriter> {
    const { key, sealed } = createRecordingKey(keys, header.id);
    const text = Buffer.from(JSON.stringify({ ...header, compression: "brotli", key: sealed }));
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length);
    const bytes = Buffer.concat([MAGIC, size, text]);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, "ax", 0o600);
    try {
      await writeAll(handle, [bytes]);
      await handle.datasync();
    } catch (error) {
      await handle.close();
      await rm(file, { force: true });
      throw error;
    }
    return new RecordingWriter(file, handle, key, bytes, {
      frameBytes: 64 * 1024,
      flushInterval: 1000,
      pressureBytes: 1024 * 1024,
      onPressure: () => undefined,
      onError: () => undefined,
      now: () => performance.now(),
      ...options,
    });
  }

  /** Adds an event, stamped with the current time. The bytes must not be changed afterwards. */
  add(kind: EventKind, data: Buffer): void {
    if (this.#closed || this.#failure !== null) return;
    const [prefix, body] = encodeEvent({ kind, time: this.#time(), data });
    this.#waiting.push(prefix, body);
    this.#waitingBytes += prefix.length + body.length;
    measures.recorder.waits(prefix.length + body.length);
    if (!this.#behind && this.#waitingBytes > this.#options.pressureBytes) {
      this.#behind = true;
      this.#options.onPressure(true);
    }
    if (this.#waitingBytes >= this.#options.frameBytes) this.#work();
  }

  /** Writes what waits, an end frame and syncs. Throws the error that stopped the writer, if one did. */
  async close(): Promise<RecordingSummary> {
    if (this.#closed) throw new Error("recording is closed");
    this.#closed = true;
    clearInterval(this.#timer);
    const duration = this.#time();
    try {
      while (this.#working !== null || (this.#waiting.length > 0 && this.#failure === null)) {
        await this.#flush();
      }
      if (this.#failure !== null) throw this.#failure;
      await this.#write("end", Buffer.from(JSON.stringify({ duration, reason: "closed" })));
      await this.#handle.datasync();
    } finally {
      await this.#handle.close();
    }
    return { bytes: this.#bytes, hash: this.#previous.toString("hex"), duration };
  }

  /** Closes and removes the file: for a session that never reached its target. */
  async discard(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#forget();
    await this.#working;
    await this.#handle.close();
    await rm(this.file, { force: true });
  }

  #time(): number {
    return Math.max(0, Math.round((this.#options.now() - this.#started) * 1000));
  }

  #flush(): Promise<void> {
    this.#syncDue = true;
    return this.#work();
  }

  #work(): Promise<void> {
    if (this.#working === null && this.#failure === null && (this.#waiting.length > 0 || this.#unsynced)) {
      this.#working = this.#drain()
        .catch((error: unknown) => this.#fail(error))
        .finally(() => {
          this.#working = null;
          // What arrived during the last step, when it alone would have started a write.
          if (!this.#closed && this.#waitingBytes >= this.#options.frameBytes) this.#work();
        });
    }
    return this.#working ?? Promise.resolve();
  }

  async #drain(): Promise<void> {
    do {
      if (this.#waiting.length > 0) await this.#write("events", this.#take());
      if (this.#behind && this.#waitingBytes < this.#options.pressureBytes / 4) {
        this.#behind = false;
        this.#options.onPressure(false);
      }
      if (this.#syncDue) {
        this.#syncDue = false;
        this.#unsynced = false;
        await this.#handle.datasync();
      }
    } while (this.#waitingBytes >= this.#options.frameBytes);
  }

  #take(): Buffer {
    let count = 0;
    let bytes = 0;
    while (count < this.#waiting.length && bytes < mostInFrame) {
      bytes += (this.#waiting[count]?.length ?? 0) + (this.#waiting[count + 1]?.length ?? 0);
      count += 2;
    }
    const taken = this.#waiting.splice(0, count);
    this.#waitingBytes -= bytes;
    measures.recorder.waits(-bytes);
    return Buffer.concat(taken, bytes);
  }

  async #write(type: "events" | "end", plain: Buffer): Promise<void> {
    const started = performance.now();
    const compressed = await compressFrame(plain);
    const { parts, hash } = sealFrame(this.#key, type, this.#sequence, this.#previous, compressed);
    const written = await writeAll(this.#handle, parts);
    measures.recorder.written(written, (performance.now() - started) / 1000);
    this.#bytes += written;
    this.#sequence += 1;
    this.#previous = hash;
    this.#unsynced = true;
  }

  /** What waits is not going to be written. */
  #forget(): void {
    measures.recorder.waits(-this.#waitingBytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    measures.recorder.failed();
    this.#forget();
    clearInterval(this.#timer);
    if (this.#behind) {
      this.#behind = false;
      this.#options.onPressure(false);
    }
    if (!this.#closed) this.#options.onError(this.#failure);
  }
}

/** Writes all bytes; a short write of a full disk continues and so becomes its error. Returns the count. */
export async function writeAll(handle: FileHandle, parts: readonly Buffer[]): Promise<number> {
  const bytes = Buffer.concat(parts);
  let written = 0;
  while (written < bytes.length) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
  }
  return bytes.length;
}
