import { sql } from "kysely";
import { log } from "../../../engine/log.ts";
import {
  type RecordingBytes,
  type RecordingPlace,
  RecordingTampered,
  verifyRecording,
} from "../../../transport/recording/index.ts";
import type { IndexEnd } from "../../../transport/replay-index/index.ts";
import { indexRecording, settleIndex } from "../player/recording-indexes.ts";
import {
  ClaimLostError,
  type Copy,
  type CopyKey,
  claimCopy,
  giveUp,
  keepClaim,
  noteFailure,
  notePart,
  noteSize,
  noteStored,
  noteUpload,
  noteUploaded,
  releaseCopy,
  startOver,
} from "./copies.ts";
import type { ObjectStore } from "./object-store.ts";
import { findStorage, openStore } from "./open-store.ts";
import { placeInStorage } from "./place-in-storage.ts";
import { placeOfRecording, type RecordingServices } from "./recording-place.ts";
import { StorageError } from "./storage-error.ts";

/** How a recording is sent; the defaults are the product's. */
export interface UploadOptions {
  /** Stops between two parts; what is there so far stays. */
  readonly signal?: AbortSignal;
  /** Bytes of a part. Default 8 MiB; more where a storage would not take so many parts. */
  readonly partBytes?: number;
  /** How long whoever died is waited for, in seconds. Default 90. */
  readonly claimSeconds?: number;
}

/** What became of a try. */
export type UploadResult = "stored" | "busy" | "stopped" | "unreadable" | StorageError;

/** Seconds after which whoever said nothing is taken for dead. */
const claimSeconds = 90;

/** No storage takes more parts than ten thousand. */
const mostParts = 9000;

interface Work {
  readonly services: RecordingServices;
  readonly copy: Copy;
  readonly store: ObjectStore;
  readonly source: RecordingPlace;
  readonly end: IndexEnd;
  readonly options: UploadOptions;
}

/**
 * Brings a recording into a storage, from where an earlier try ended: sends what is missing, part by part, then reads all
 * of it back and compares its chain of hashes with the one it was recorded with.
 */
export async function uploadRecording(
  services: RecordingServices,
  key: CopyKey,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const { db } = services;
  const seconds = options.claimSeconds ?? claimSeconds;
  const copy = await claimCopy(db, key, seconds);
  if (copy === null) return "busy";
  const beat = setInterval(
    () => void keepClaim(db, copy, seconds).catch((error) => log.warn({ err: error }, "a claim is not kept")),
    (seconds * 1000) / 3,
  );
  try {
    return await advance(services, copy, options);
  } catch (error) {
    if (error instanceof ClaimLostError) return "busy";
    return await fail(services, copy, error);
  } finally {
    clearInterval(beat);
  }
}

/** Notes what went wrong, for the next try. */
async function fail({ db }: RecordingServices, copy: Copy, error: unknown): Promise<UploadResult> {
  try {
    if (!(error instanceof StorageError)) {
      await noteFailure(db, copy, "internal");
      throw error;
    }
    // What a storage has forgotten, or gave back changed, is sent again.
    if (error.problem === "no_upload" || error.problem === "changed" || error.problem === "missing") {
      await startOver(db, copy);
    }
    await noteFailure(db, copy, error.problem);
    return error;
  } catch (failure) {
    if (failure instanceof ClaimLostError) return "busy";
    throw failure;
  }
}

async function advance(
  services: RecordingServices,
  copy: Copy,
  options: UploadOptions,
): Promise<UploadResult> {
  const { db } = services;
  const { rows } = await sql<{ id: string; recording_path: string; recording_hash: string | null }>`
    select id, recording_path, recording_hash from sessions where id = ${copy.session_id}::uuid
  `.execute(db);
  const [session] = rows;
  const storage = await findStorage(services, copy.storage_id);
  const source = session === undefined ? null : await placeOfRecording(services, session);
  // It may be on another node, which tries later.
  if (session === undefined || storage === undefined || source === null) throw new StorageError("absent");
  const end = await readableEnd(services, source, session);
  if (end === "stopped") return stop(services, copy);
  if (end === null) {
    await giveUp(db, copy, "unreadable");
    return "unreadable";
  }
  await noteSize(db, copy, end);
  const store = openStore(services, storage);
  const work: Work = { services, copy, store, source, end, options };
  if (copy.state !== "uploaded" && !(await send(work))) return stop(services, copy);
  await readBack(work);
  await noteStored(db, copy);
  return "stored";
}

async function stop({ db }: RecordingServices, copy: Copy): Promise<UploadResult> {
  await releaseCopy(db, copy);
  return "stopped";
}

/**
 * The end of a recording whose frames have all been read, by its index, which stays on this machine; null where the
 * recording was changed.
 */
async function readableEnd(
  { db, secrets }: RecordingServices,
  source: RecordingPlace,
  session: { readonly id: string; readonly recording_hash: string | null },
): Promise<IndexEnd | null | "stopped"> {
  try {
    const { end } = await indexRecording(source, secrets).done;
    if (end === null) return "stopped";
    if (session.recording_hash !== null && end.hash !== session.recording_hash) return null;
    await settleIndex(db, session.id, true);
    return end;
  } catch (error) {
    if (!(error instanceof RecordingTampered)) throw error;
    log.error({ err: error, session: session.id }, "a recording is not brought into its storage");
    return null;
  }
}

/** Sends what is not there yet. Answers whether all of it is. */
async function send({ services, copy, store, source, end, options }: Work): Promise<boolean> {
  const { db } = services;
  const { object_key: key } = copy;
  const wanted =
    copy.part_bytes ?? Math.max(options.partBytes ?? 8 * 1024 * 1024, Math.ceil(end.bytes / mostParts));
  const bytes = await source.open();
  try {
    if (copy.upload_id === null && end.bytes <= wanted) {
      await store.put(key, await whole(bytes, 0, end.bytes));
    } else {
      const upload = copy.upload_id ?? (await store.begin(key));
      if (copy.upload_id === null) await noteUpload(db, copy, upload, wanted);
      const parts = copy.upload_id === null ? [] : [...copy.parts];
      for (let at = parts.length * wanted; at < end.bytes; at += wanted) {
        if (options.signal?.aborted === true) return false;
        const part = await whole(bytes, at, Math.min(wanted, end.bytes - at));
        const tag = await store.part(key, upload, parts.length + 1, part, at);
        parts.push(tag);
        await notePart(db, copy, tag);
      }
      await store.complete(key, upload, parts);
    }
  } finally {
    await bytes.close();
  }
  await noteUploaded(db, copy);
  return true;
}

/** That many bytes: a source that is shorter than its index is another one. */
async function whole(source: RecordingBytes, offset: number, length: number): Promise<Buffer> {
  const bytes = await source.read(offset, length);
  if (bytes.length < length) throw new StorageError("changed");
  return bytes;
}

/** Reads every frame from the storage. Throws where it is not, to the last byte, what was recorded. */
async function readBack({ services, copy, store, source, end, options }: Work): Promise<void> {
  const place = placeInStorage({ store, key: copy.object_key, bytes: end.bytes, file: source.file });
  try {
    const found = await verifyRecording(place, services.secrets);
    if (found.hash === end.hash) return;
  } catch (error) {
    if (!(error instanceof RecordingTampered)) throw error;
  }
  // Another's upload of it would be removed as well.
  await keepClaim(services.db, copy, options.claimSeconds ?? claimSeconds);
  await store.remove(copy.object_key);
  throw new StorageError("changed");
}
