import { log } from "../../engine/log.ts";
import { FileCopyWriter, fileCopyContext } from "../../transport/file-copies/index.ts";
import type { RecordingKeys } from "../../transport/recording/index.ts";
import type { FileEntry } from "./records.ts";

/** Bytes on their way to the disk beyond which a copy is given up rather than held in memory. */
const mostPending = 16 * 1024 * 1024;

/** Where copies of transferred files are kept. */
export interface FileCopies {
  /** A copy of what passes from now on; null where none is to be kept, of this size or at all. */
  begin(entry: FileEntry, expected: number | null): FileCopy | null;
}

/** The copy of one file while it passes. */
export interface FileCopy {
  /** Whether a file of this size is kept. */
  fits(size: number): boolean;
  /** Adds what passed; false when the copy is given up: too large, or the disk does not take it. */
  add(data: Buffer): boolean;
  /** Completes it; null when that fails. */
  keep(): Promise<{ path: string; sealedKey: string } | null>;
  drop(): void;
}

/**
 * Keeps encrypted copies of files up to a size (setting FTP_FILE_MAX_STORE).
 *
 * @param limit in bytes; 0 keeps none
 */
export function fileCopies(dataFolder: string, keys: RecordingKeys, limit: number): FileCopies {
  return {
    begin: (entry, expected) =>
      limit <= 0 || (expected !== null && expected > limit) ? null : copyOf(dataFolder, keys, limit, entry),
  };
}

function copyOf(dataFolder: string, keys: RecordingKeys, limit: number, entry: FileEntry): FileCopy {
  const writer = new FileCopyWriter(dataFolder, entry.id, entry.started);
  let size = 0;
  let pending = 0;
  let isOver = false;
  const drop = (): void => {
    if (isOver) return;
    isOver = true;
    writer.discard().catch((error: unknown) => log.warn({ err: error }, "a copy of a file was not removed"));
  };
  const failed = (error: unknown): void => {
    log.error({ err: error, record: entry.id }, "a copy of a transferred file could not be written");
    drop();
  };
  return {
    fits: (whole) => whole <= limit,
    add(data) {
      size += data.length;
      pending += data.length;
      if (isOver || size > limit || pending > mostPending) {
        drop();
        return false;
      }
      writer.add(data).then(() => {
        pending -= data.length;
      }, failed);
      return true;
    },
    async keep() {
      if (isOver) return null;
      isOver = true;
      try {
        await writer.close();
        return { path: writer.path, sealedKey: keys.seal(writer.key, fileCopyContext(entry.id)) };
      } catch (error) {
        isOver = false;
        failed(error);
        return null;
      }
    },
    drop,
  };
}
