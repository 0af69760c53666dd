import { type FileHandle, open } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { TransformStream } from "node:stream/web";
import { configure, type FileEntry, Reader, ZipReader } from "@zip.js/zip.js";
import { BackupError, type BackupManifest, entryNames, parseManifest } from "./manifest.ts";

configure({ useWebWorkers: false });

/** An archive that was opened. */
export interface OpenBackup {
  readonly manifest: BackupManifest;
  /** The locked keys; null when the backup was made without them. */
  readonly keys: string | null;
  /** The data of a table, as COPY writes it. Ends in an error when the archive is damaged. */
  table(name: string): ReadableStream<Uint8Array>;
  /** The files of the data folder, by their path in it. */
  readonly files: readonly { readonly path: string; content(): ReadableStream<Uint8Array> }[];
  close(): Promise<void>;
}

/** @throws BackupError when the file is no whole backup this build can read */
export async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`Cannot read ${path} (${error.code}).`);
  });
  try {
    return await readBackup(file);
  } catch (error) {
    await file.close();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} is damaged, incomplete or not a Sallyport backup.`);
  }
}

async function readBackup(file: FileHandle): Promise<OpenBackup> {
  const { size } = await file.stat();
  const archive = new ZipReader(new FileReader(file, size), { checkSignature: true });
  const entries = new Map<string, FileEntry>();
  for (const entry of await archive.getEntries()) if (!entry.directory) entries.set(entry.filename, entry);
  const content = (name: string): ReadableStream<Uint8Array> => {
    const entry = entries.get(name);
    if (entry === undefined) throw new BackupError(`The backup is incomplete: ${name} is missing.`);
    return streamOf(entry);
  };
  const text = (name: string): Promise<string> => textOf(content(name) as Parameters<typeof textOf>[0]);
  const prefix = entryNames.file("");
  return {
    manifest: parseManifest(await text(entryNames.manifest)),
    keys: entries.has(entryNames.keys) ? await text(entryNames.keys) : null,
    table: (name) => content(entryNames.table(name)),
    files: [...entries.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ path: name.slice(prefix.length), content: () => content(name) })),
    close: async () => {
      await archive.close();
      await file.close();
    },
  };
}

function streamOf(entry: FileEntry): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  entry
    .getData(writable as WritableStream<Uint8Array>)
    .catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable as ReadableStream<Uint8Array>;
}

/** Reads parts of a file of any size where they are. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(file);
    this.#file = file;
    this.size = size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }
}
