import type { RecordingBytes, RecordingPlace } from "../../../transport/recording/index.ts";
import type { ObjectStore } from "./object-store.ts";
import { StorageError } from "./storage-error.ts";

/** A recording in a storage. */
export interface StoredRecording {
  readonly store: ObjectStore;
  readonly key: string;
  readonly bytes: number;
  /** Path on this machine beside which its index and key lie. */
  readonly file: string;
}

/** What is fetched at first, and at most, in bytes: whoever reads on gets more at a time. */
const firstBlock = 256 * 1024;
const largestBlock = 8 * 1024 * 1024;

/** A recording that is read from a storage, in ranges. */
export function placeInStorage({ store, key, bytes, file }: StoredRecording): RecordingPlace {
  return {
    file,
    // An object is never written again.
    describe: async () => ({ bytes, modified: null }),
    open: async () => readInBlocks(store, key, bytes),
  };
}

function readInBlocks(store: ObjectStore, key: string, bytes: number): RecordingBytes {
  let block: { readonly offset: number; readonly data: Buffer } = { offset: 0, data: Buffer.alloc(0) };
  let size = firstBlock;

  async function fetchBlock(offset: number, length: number): Promise<void> {
    const isNext = offset === block.offset + block.data.length && block.data.length > 0;
    size = isNext ? Math.min(size * 2, largestBlock) : firstBlock;
    const wanted = Math.min(Math.max(size, length), bytes - offset);
    const data = await store.read(key, offset, wanted);
    if (data.length < wanted) throw new StorageError("changed");
    block = { offset, data };
  }

  return {
    async read(offset, length) {
      const end = Math.min(offset + length, bytes);
      const pieces: Buffer[] = [];
      for (let at = offset; at < end; ) {
        const within = at - block.offset;
        if (within < 0 || within >= block.data.length) {
          await fetchBlock(at, end - at);
          continue;
        }
        const piece = block.data.subarray(within, within + end - at);
        pieces.push(piece);
        at += piece.length;
      }
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    },
    close: async () => undefined,
  };
}
