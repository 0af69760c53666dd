import { open, stat } from "node:fs/promises";

/** The bytes of a recording, wherever they are. */
export interface RecordingBytes {
  /** Up to `length` bytes from `offset`; fewer at the end alone. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Where a recording is read from. Its index and its key lie beside `file` on this machine, also where the recording
 * itself is kept elsewhere.
 */
export interface RecordingPlace {
  /** Path on this machine. */
  readonly file: string;
  /** Size in bytes, and when it was last written, in milliseconds since 1970; null where it never changes. */
  describe(): Promise<{ readonly bytes: number; readonly modified: number | null }>;
  open(): Promise<RecordingBytes>;
}

/** A recording by its path on this machine, or by where else it is. */
export type RecordingSource = string | RecordingPlace;

/** The path on this machine beside which the index and the key of a recording lie. */
export const fileOf = (source: RecordingSource): string =>
  typeof source === "string" ? source : source.file;

/** A recording on this machine is a place like others. */
export function placeOf(source: RecordingSource): RecordingPlace {
  if (typeof source !== "string") return source;
  return {
    file: source,
    describe: async () => {
      const { size, mtimeMs } = await stat(source);
      return { bytes: size, modified: mtimeMs };
    },
    open: () => openFile(source),
  };
}

async function openFile(file: string): Promise<RecordingBytes> {
  const handle = await open(file, "r");
  return {
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}

/** Read at a time, in bytes. */
const chunk = 1024 * 1024;

/** All bytes of a recording, as they are stored. Throws what reading throws. */
export async function* bytesOf(source: RecordingSource): AsyncGenerator<Buffer> {
  const bytes = await placeOf(source).open();
  try {
    for (let offset = 0; ; ) {
      const piece = await bytes.read(offset, chunk);
      if (piece.length === 0) return;
      yield piece;
      offset += piece.length;
    }
  } finally {
    await bytes.close();
  }
}
