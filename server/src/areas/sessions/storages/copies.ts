import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";

/** How far a recording is on its way into a storage. */
export type CopyState = "waiting" | "uploading" | "uploaded" | "stored" | "failed";

/** A recording on its way into a storage, as whoever works on it holds it. */
export interface Copy {
  readonly session_id: string;
  readonly storage_id: string;
  readonly object_key: string;
  readonly state: CopyState;
  readonly upload_id: string | null;
  readonly part_bytes: number | null;
  readonly parts: readonly string[];
  /** Whose it is; a later claim is another one. */
  readonly claim: string;
}

/** Which copy. */
export type CopyKey = Pick<Copy, "session_id" | "storage_id">;

/** Somebody else works on the copy by now: it took too long to say that one still does. */
export class ClaimLostError extends Error {
  override readonly name = "ClaimLostError";
}

const own = ({ session_id, storage_id }: CopyKey) =>
  sql<boolean>`session_id = ${session_id}::uuid and storage_id = ${storage_id}::uuid`;

/** Changes a copy that is still one's own. Throws `ClaimLostError`. */
async function change(db: Kysely<Database>, copy: Copy, columns: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await sql`
    update recording_copies set ${columns} where ${own(copy)} and claim = ${copy.claim}::uuid
  `.execute(db);
  if (numAffectedRows === 0n) throw new ClaimLostError();
}

/** A try that failed is followed by another after this, in seconds, doubled each time up to half an hour. */
const firstPause = 15;
const longestPause = 1800;

/** Has recordings of ended sessions wait for the storages they are meant for. */
export async function addDueCopies(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into recording_copies (session_id, storage_id, object_key)
    select s.id, s.replay_storage_id, substring(s.recording_path from 'recordings/(.*)$') from sessions s
    join replay_storages r on r.id = s.replay_storage_id and r.type <> 'null'
    where s.is_finished and s.has_replay and s.recording_path is not null
      and not exists (select from recording_copies c where c.session_id = s.id)
    on conflict do nothing
  `.execute(db);
}

/** Has a recording wait for a storage. */
export async function addCopy(db: Kysely<Database>, { session_id, storage_id }: CopyKey): Promise<void> {
  await sql`
    insert into recording_copies (session_id, storage_id, object_key)
    select id, ${storage_id}::uuid, substring(recording_path from 'recordings/(.*)$') from sessions
    where id = ${session_id}::uuid and recording_path is not null
    on conflict (session_id, storage_id) do update set date_next = now()
    where recording_copies.state <> 'stored'
  `.execute(db);
}

/** Copies that are due, the oldest first, but for storages that have just failed. */
export async function dueCopies(
  db: Kysely<Database>,
  without: ReadonlySet<string>,
  most: number,
): Promise<readonly CopyKey[]> {
  const { rows } = await sql<CopyKey>`
    select session_id, storage_id from recording_copies
    where state in ('waiting', 'uploading', 'uploaded') and date_next <= now()
      and (claimed_until is null or claimed_until < now()) and not storage_id = any(${[...without]}::uuid[])
    order by date_next limit ${most}
  `.execute(db);
  return rows;
}

/** Takes a copy to work on it; null where somebody else does, or nothing is left to do. */
export async function claimCopy(db: Kysely<Database>, key: CopyKey, seconds: number): Promise<Copy | null> {
  const { rows } = await sql<Copy>`
    update recording_copies set claim = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds})
    where ${own(key)} and state in ('waiting', 'uploading', 'uploaded')
      and (claimed_until is null or claimed_until < now())
    returning session_id, storage_id, object_key, state, upload_id, part_bytes, parts, claim
  `.execute(db);
  return rows[0] ?? null;
}

/** Says that one is still at work on it. */
export const keepClaim = (db: Kysely<Database>, copy: Copy, seconds: number): Promise<void> =>
  change(db, copy, sql`claimed_until = now() + make_interval(secs => ${seconds})`);

/** What is known of the recording, before any of it is sent. */
export const noteSize = (
  db: Kysely<Database>,
  copy: Copy,
  { bytes, hash }: { readonly bytes: number; readonly hash: string },
): Promise<void> => change(db, copy, sql`bytes = ${bytes}, hash = ${hash}`);

/** An upload in parts has begun. */
export const noteUpload = (
  db: Kysely<Database>,
  copy: Copy,
  upload: string,
  partBytes: number,
): Promise<void> =>
  change(db, copy, sql`state = 'uploading', upload_id = ${upload}, part_bytes = ${partBytes}, parts = '[]'`);

/** A part is there. */
export const notePart = (db: Kysely<Database>, copy: Copy, tag: string): Promise<void> =>
  change(db, copy, sql`parts = parts || to_jsonb(${tag}::text)`);

/** All of it is there, and has to be read back. */
export const noteUploaded = (db: Kysely<Database>, copy: Copy): Promise<void> =>
  change(db, copy, sql`state = 'uploaded', upload_id = null, parts = '[]'`);

/** It was read back and is what was sent. */
export const noteStored = (db: Kysely<Database>, copy: Copy): Promise<void> =>
  change(db, copy, sql`state = 'stored', date_stored = now(), last_error = '', claimed_until = null`);

/** It has to be sent again from the beginning. */
export const startOver = (db: Kysely<Database>, copy: Copy): Promise<void> =>
  change(db, copy, sql`state = 'waiting', upload_id = null, parts = '[]'`);

/** A try failed; the next comes after a pause. */
export const noteFailure = (db: Kysely<Database>, copy: Copy, problem: string): Promise<void> =>
  change(
    db,
    copy,
    sql`last_error = ${problem}, attempts = attempts + 1, claimed_until = null,
      date_next = now() + make_interval(secs => least(${longestPause}, ${firstPause} * power(2, least(attempts, 10))))`,
  );

/** It cannot be read, and is not tried again. */
export const giveUp = (db: Kysely<Database>, copy: Copy, problem: string): Promise<void> =>
  change(db, copy, sql`state = 'failed', last_error = ${problem}, claimed_until = null`);

/** Leaves it for whoever comes next, at once. */
export const releaseCopy = (db: Kysely<Database>, copy: Copy): Promise<void> =>
  change(db, copy, sql`claimed_until = null`);
