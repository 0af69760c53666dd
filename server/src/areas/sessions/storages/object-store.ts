import { randomUUID } from "node:crypto";
import { StorageError } from "./storage-error.ts";

/** A storage of objects, whatever its protocol. Every call throws `StorageError`. */
export interface ObjectStore {
  /** Writes an object that is small enough for one request. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Begins an upload in parts; answers what the storage calls it. */
  begin(key: string): Promise<string>;
  /**
   * Uploads a part; answers what names it at the end. Numbers count from 1; `offset` is where its bytes begin in the object. A
   * part sent again replaces itself.
   */
  part(key: string, upload: string, number: number, bytes: Buffer, offset: number): Promise<string>;
  /** Makes the object of its parts. */
  complete(key: string, upload: string, parts: readonly string[]): Promise<void>;
  /** Up to `length` bytes from `offset`. */
  read(key: string, offset: number, length: number): Promise<Buffer>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
}

/** Bytes that are sent in one request. */
const largestPut = 8 * 1024 * 1024;

/** Writes an object of any size, in parts where it is large. @throws StorageError */
export async function putWhole(store: ObjectStore, key: string, bytes: Buffer): Promise<void> {
  if (bytes.length <= largestPut) return await store.put(key, bytes);
  const upload = await store.begin(key);
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += largestPut) {
    const part = bytes.subarray(offset, offset + largestPut);
    parts.push(await store.part(key, upload, parts.length + 1, part, offset));
  }
  await store.complete(key, upload, parts);
}

/** Goes through what a recording needs: writes a small object, reads it back and removes it. */
export async function checkStore(store: ObjectStore): Promise<void> {
  const key = `sallyport-check/${randomUUID()}`;
  const bytes = Buffer.from(key);
  await store.put(key, bytes);
  if (!(await store.read(key, 0, bytes.length)).equals(bytes)) throw new StorageError("changed");
  await store.remove(key);
}
