import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import {
  leaveRecording,
  placeOf,
  RecordingTampered,
  resolveRecording,
  verifyRecording,
} from "../../../transport/recording/index.ts";
import { addCopy } from "./copies.ts";
import { type KeptStorage, openStore } from "./open-store.ts";
import { placeInStorage } from "./place-in-storage.ts";
import type { RecordingServices } from "./recording-place.ts";
import { StorageError } from "./storage-error.ts";
import { type UploadOptions, uploadRecording } from "./upload.ts";

/** A recording that is to be moved. */
interface Movable {
  readonly id: string;
  readonly recording_path: string;
  readonly recording_hash: string | null;
  /** Null: it is not in the storage it is moved from. */
  readonly object_key: string | null;
  readonly bytes: string | null;
  readonly hash: string | null;
}

/** What has been moved so far. */
export interface MoveProgress {
  readonly moved: number;
  /** Recordings that cannot be read: they stay where they are. */
  readonly unreadable: number;
  readonly total: number;
}

/** From where, to where, and who is told. */
export interface MoveOptions extends UploadOptions {
  readonly from: KeptStorage;
  readonly to: KeptStorage;
  readonly onProgress?: (progress: MoveProgress) => void;
}

/** Recordings that are read at once. */
const some = 200;

const isServer = ({ type }: KeptStorage): boolean => type === "server";

/** Sessions, `s`, whose recording is in a storage to be moved; `c` is its copy there. */
const inStorage = (from: KeptStorage) =>
  isServer(from)
    ? sql<boolean>`s.is_finished and s.has_replay and s.recording_path is not null
        and not exists (select from recording_copies o where o.session_id = s.id and not o.is_local)`
    : sql<boolean>`c.state = 'stored'`;

async function movable(
  { db }: RecordingServices,
  from: KeptStorage,
  after: string,
): Promise<readonly Movable[]> {
  const { rows } = await sql<Movable>`
    select s.id, s.recording_path, s.recording_hash, c.object_key, c.bytes, c.hash from sessions s
    left join recording_copies c on c.session_id = s.id and c.storage_id = ${from.id}::uuid
    where s.id > ${after}::uuid and ${inStorage(from)} order by s.id limit ${some}
  `.execute(db);
  return rows;
}

async function countMovable({ db }: RecordingServices, from: KeptStorage): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions s
    left join recording_copies c on c.session_id = s.id and c.storage_id = ${from.id}::uuid where ${inStorage(from)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Moves every recording of ended sessions from one storage to another: each is brought there, read back and compared, and
 * only then removed where it was. Broken off at any moment, it goes on where it was when it is run again.
 *
 * @throws StorageError when a storage does not do its part
 */
export async function moveRecordings(
  services: RecordingServices,
  options: MoveOptions,
): Promise<MoveProgress> {
  const { from, to, onProgress } = options;
  const progress = { moved: 0, unreadable: 0, total: await countMovable(services, from) };
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const recordings = await movable(services, from, after);
    if (recordings.length === 0) return progress;
    for (const recording of recordings) {
      if (options.signal?.aborted === true) return progress;
      after = recording.id;
      const isMoved = isServer(to)
        ? await bringHere(services, from, recording)
        : await bringThere(services, recording, options);
      if (isMoved) {
        await leave(services, from, to, recording);
        progress.moved += 1;
      } else progress.unreadable += 1;
      onProgress?.(progress);
    }
  }
}

/** Whether the recording is in the other storage. */
async function bringThere(
  services: RecordingServices,
  { id }: Movable,
  { to, ...options }: MoveOptions,
): Promise<boolean> {
  const key = { session_id: id, storage_id: to.id };
  await addCopy(services.db, key);
  const result = await uploadRecording(services, key, options);
  if (result === "stored") return true;
  if (result === "unreadable") return false;
  if (typeof result !== "string") {
    if (result.problem === "absent") return false;
    throw result;
  }
  const { rows } = await sql<{ state: string }>`
    select state from recording_copies where session_id = ${id}::uuid and storage_id = ${to.id}::uuid
  `.execute(services.db);
  // Somebody else may have brought it there, or be at it.
  if (rows[0]?.state === "stored") return true;
  if (rows[0]?.state === "failed") return false;
  throw new StorageError("busy");
}

/** Whether the recording is on this machine, as it was recorded. */
async function bringHere(
  services: RecordingServices,
  from: KeptStorage,
  recording: Movable,
): Promise<boolean> {
  const file = resolveRecording(services.config.dataFolder, recording.recording_path);
  const isHere = await access(file).then(
    () => true,
    () => false,
  );
  const store = openStore(services, from);
  const place = placeInStorage({
    store,
    key: recording.object_key ?? "",
    bytes: Number(recording.bytes),
    file,
  });
  const draft = `${file}.draft`;
  try {
    if (!isHere) {
      await mkdir(dirname(file), { recursive: true });
      const bytes = await place.open();
      const handle = await open(draft, "w", 0o600);
      try {
        for (let at = 0; ; ) {
          const piece = await bytes.read(at, 8 * 1024 * 1024);
          if (piece.length === 0) break;
          await handle.write(piece, 0, piece.length, at);
          at += piece.length;
        }
        await handle.datasync();
      } finally {
        await handle.close();
        await bytes.close();
      }
    }
    const local = placeOf(isHere ? file : draft);
    const { hash } = await verifyRecording({ ...local, file }, services.secrets);
    if (hash !== recording.hash) return false;
    if (!isHere) await rename(draft, file);
    return true;
  } catch (error) {
    if (error instanceof RecordingTampered) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a recording where it was moved from, now that it is elsewhere. */
async function leave(
  services: RecordingServices,
  from: KeptStorage,
  to: KeptStorage,
  { id, recording_path, object_key }: Movable,
): Promise<void> {
  const { db, config } = services;
  const goesTo = isServer(to) ? null : to.id;
  await sql`update sessions set replay_storage_id = ${goesTo}::uuid where id = ${id}::uuid`.execute(db);
  if (isServer(from)) {
    await leaveRecording(resolveRecording(config.dataFolder, recording_path));
    await sql`update recording_copies set is_local = false where session_id = ${id}::uuid`.execute(db);
    return;
  }
  await openStore(services, from).remove(object_key ?? "");
  await sql`
    delete from recording_copies where session_id = ${id}::uuid and storage_id = ${from.id}::uuid
  `.execute(db);
}
