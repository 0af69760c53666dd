import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

/*
 * A copy is a row of frames: length of the data (4 bytes, the highest bit set on the last frame), the data under
 * AES-256-GCM, the tag (16 bytes). The nonce is the number of the frame and the length is authenticated with it, so
 * no frame can be left out, moved or cut off the end. Each copy has a key of its own.
 */

/** Folder of the copies, below the data folder. */
export const fileCopiesFolder = "ftp-files";
const frameSize = 64 * 1024;
const tagSize = 16;
const lastFrame = 0x8000_0000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the sealed key of a copy is bound to. */
export const fileCopyContext = (id: string): string => `ftp_logs.content_key:${id}`;

/**
 * Where the copy of a transferred file lies, relative to the data folder; the day in UTC.
 *
 * @throws RangeError when the id is not a UUID, so that no path can be smuggled in
 */
export function copyPath(id: string, started: Date): string {
  if (!uuid.test(id)) throw new RangeError("the id of a copy is not a UUID");
  return path.posix.join(fileCopiesFolder, started.toISOString().slice(0, 10), id.toLowerCase());
}

/** A stored relative path as one on this machine; throws RangeError when it would leave the folder of copies. */
function resolveCopy(dataFolder: string, relative: string): string {
  const root = path.resolve(dataFolder, fileCopiesFolder);
  const resolved = path.resolve(dataFolder, relative);
  if (!resolved.startsWith(root + path.sep)) throw new RangeError("the path of a copy leaves its folder");
  return resolved;
}

function nonceOf(sequence: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(sequence, 6, 6);
  return nonce;
}

/** Writes the encrypted copy of a file while it passes. Memory is bounded by callers that wait for `add`. */
export class FileCopyWriter {
  /** Below the data folder. */
  readonly path: string;
  /** To be sealed and kept by the row; base64. */
  readonly key: string;
  readonly #key = randomBytes(32);
  readonly #file: string;
  #handle: FileHandle | null = null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #sequence = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(dataFolder: string, id: string, started: Date) {
    this.path = copyPath(id, started);
    this.#file = resolveCopy(dataFolder, this.path);
    this.key = this.#key.toString("base64");
  }

  /** Adds what passes next; settles when it has been written. Rejects when the disk does not take it. */
  add(data: Buffer): Promise<void> {
    this.#waiting.push(data);
    this.#waitingBytes += data.length;
    if (this.#waitingBytes <= frameSize) return Promise.resolve();
    const all = Buffer.concat(this.#waiting);
    const whole = all.length - (all.length % frameSize || frameSize);
    const frames: Buffer[] = [];
    for (let at = 0; at < whole; at += frameSize)
      frames.push(...this.#seal(all.subarray(at, at + frameSize), false));
    const rest = Buffer.from(all.subarray(whole));
    this.#waiting = [rest];
    this.#waitingBytes = rest.length;
    return this.#write(frames);
  }

  /** Completes the copy. */
  async close(): Promise<void> {
    await this.#write(this.#seal(Buffer.concat(this.#waiting), true));
    await this.#handle?.close();
  }

  /** Gives the copy up and removes what was written. */
  async discard(): Promise<void> {
    this.#waiting = [];
    await this.#writing.catch(() => undefined);
    await this.#handle?.close();
    await rm(this.#file, { force: true });
  }

  #seal(data: Buffer, isLast: boolean): Buffer[] {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((data.length | (isLast ? lastFrame : 0)) >>> 0);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonceOf(this.#sequence++));
    cipher.setAAD(length);
    return [length, cipher.update(data), cipher.final(), cipher.getAuthTag()];
  }

  #write(frames: readonly Buffer[]): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.#handle === null) {
        await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
        this.#handle = await open(this.#file, "wx", 0o600);
      }
      await this.#handle.writev([...frames]);
    });
    return this.#writing;
  }
}

async function* readFrames(file: FileHandle, key: Buffer): AsyncGenerator<Buffer> {
  try {
    for (let sequence = 0; ; sequence++) {
      const length = Buffer.alloc(4);
      await readFully(file, length);
      const told = length.readUInt32BE();
      const isLast = (told & lastFrame) !== 0;
      const size = told & (lastFrame - 1);
      if (size > frameSize) throw new Error("a frame of a copy is too long");
      const body = Buffer.alloc(size + tagSize);
      await readFully(file, body);
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(sequence), { authTagLength: tagSize });
      decipher.setAAD(length);
      decipher.setAuthTag(body.subarray(size));
      yield Buffer.concat([decipher.update(body.subarray(0, size)), decipher.final()]);
      if (isLast) return;
    }
  } finally {
    await file.close();
  }
}

async function readFully(file: FileHandle, into: Buffer): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at);
    if (bytesRead === 0) throw new Error("the end of a copy is missing");
    at += bytesRead;
  }
}

/**
 * Opens a copy for reading; a copy that was changed breaks off. Null when it is not there any more.
 *
 * @param key as `FileCopyWriter.key` gave it
 */
export async function openFileCopy(
  dataFolder: string,
  relative: string,
  key: string,
): Promise<Readable | null> {
  try {
    const file = await open(resolveCopy(dataFolder, relative));
    return Readable.from(readFrames(file, Buffer.from(key, "base64")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Removes copies and the folders of days that are empty then. */
export async function removeFileCopies(dataFolder: string, paths: readonly string[]): Promise<void> {
  for (const relative of paths) await rm(resolveCopy(dataFolder, relative), { force: true });
  const days = new Set(paths.map((relative) => path.dirname(resolveCopy(dataFolder, relative))));
  for (const day of days) await rmdir(day).catch(() => undefined);
}

/**
 * Finds copies nothing was written to for a while, so that those can be removed that no record knows of: a process
 * that is killed leaves what it had begun.
 *
 * @param idle in milliseconds
 * @returns their paths relative to the data folder, each ending in the id of its record; a day at a time
 */
export async function* idleFileCopies(dataFolder: string, idle: number): AsyncGenerator<string[]> {
  const root = path.resolve(dataFolder, fileCopiesFolder);
  for (const day of await namesIn(root)) {
    const found: string[] = [];
    for (const name of await namesIn(path.join(root, day))) {
      if (!uuid.test(name)) continue;
      const written = await stat(path.join(root, day, name)).catch(() => null);
      const isIdle = written !== null && Date.now() - written.mtimeMs > idle;
      if (isIdle) found.push(path.posix.join(fileCopiesFolder, day, name));
    }
    if (found.length > 0) yield found;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
