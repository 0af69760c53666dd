import { sql } from "kysely";
import { defineJob } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import {
  fileOf,
  type RecordingKeys,
  type RecordingSource,
  RecordingTampered,
} from "../../../transport/recording/index.ts";
import { type BuildOptions, buildIndex, type ReplayIndex } from "../../../transport/replay-index/index.ts";
import { gatherSignatures } from "../moments/blocks.ts";
import {
  forgetMoments,
  forgetSession,
  isSearchOn,
  keepMoments,
  shownParts,
} from "../moments/keep-moments.ts";
import { placeOfRecording, type RecordingServices } from "../storages/recording-place.ts";

/** One making of an index. */
export interface IndexWork {
  /** Bytes of the recording that are covered so far. */
  readonly covered: () => number;
  readonly done: Promise<ReplayIndex>;
}

/** What is at work in this process: whoever needs the same index waits for the same work. */
const atWork = new Map<string, IndexWork>();

/** Makes the index of a recording, or joins who is making it. Throws as `buildIndex`. */
export function indexRecording(
  source: RecordingSource,
  keys: RecordingKeys,
  options: BuildOptions = {},
): IndexWork {
  const file = fileOf(source);
  const known = atWork.get(file);
  if (known !== undefined) return known;
  let covered = 0;
  const onProgress = (bytes: number): void => {
    covered = bytes;
  };
  const done = buildIndex(source, keys, { ...options, onProgress }).finally(() => atWork.delete(file));
  const work = { covered: () => covered, done };
  atWork.set(file, work);
  return work;
}

interface Waiting {
  readonly id: string;
  readonly recording_path: string;
  readonly is_finished: boolean;
}

/** Sessions looked at in one go. */
const some = 100;

/**
 * Sessions whose recordings have no whole index yet, or are not found by what they showed: those that run, and those that
 * ended; the newest first. A recording that could not be read is not tried again.
 */
async function waiting(db: Services["db"], after: ReadonlySet<string>, isKept: boolean): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select s.id, s.recording_path, s.is_finished from sessions s
    left join recording_indexes i on i.session_id = s.id
    left join recording_moments m on m.session_id = s.id
    where s.recording_path is not null and (s.has_replay or not s.is_finished)
      and (i.session_id is null or (${isKept} and i.is_readable and s.is_finished and m.is_whole is not true))
      and not s.id = any(${[...after]}::uuid[])
    order by s.date_start desc limit ${sql.lit(some)}
  `.execute(db);
  return rows;
}

/** Remembers that there is nothing more to do for a recording. */
export async function settleIndex(db: Services["db"], session: string, isReadable: boolean): Promise<void> {
  await sql`
    insert into recording_indexes (session_id, is_readable) select id, ${isReadable} from sessions where id = ${session}
    on conflict (session_id) do update set is_readable = excluded.is_readable, date_indexed = now()
  `.execute(db);
}

type IndexServices = RecordingServices & Pick<Services, "settings">;

/** Makes the index of one recording, and keeps what it showed. */
async function follow(
  services: IndexServices,
  session: Waiting,
  isKept: boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { db, secrets } = services;
  const { id, is_finished } = session;
  const giveUp = async (): Promise<void> => {
    await settleIndex(db, id, false);
    await forgetSession(db, id);
  };
  try {
    const place = await placeOfRecording(services, session);
    if (place === null) {
      // A session that begins has no file yet.
      if (is_finished) await giveUp();
      return 0;
    }
    const options = { isLive: !is_finished, ...(signal === undefined ? {} : { signal }) };
    const index = await indexRecording(place, secrets, options).done;
    if (index.end === null) return 0;
    await settleIndex(db, id, true);
    return isKept ? await keepMoments(services, id, shownParts(place.file, index), signal) : 0;
  } catch (error) {
    // What is brought elsewhere at this very moment is found there by the next run.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    log.warn({ err: error, session: id }, "a recording cannot be indexed");
    if (error instanceof RecordingTampered) await giveUp();
    return 0;
  }
}

/** How far an indexing of all recordings is. */
export interface IndexingProgress {
  readonly recordings: number;
  /** Bytes of text that were added. */
  readonly textBytes: number;
}

/** What one process holds while it goes through all recordings. */
const lock = 7_150_330;

/**
 * Makes the indexes of all recordings that have none, and keeps what they showed to be found. May be stopped anywhere and
 * begun again.
 *
 * @param options.waits for another process that is at it; else it is left to that one. Default false
 * @param options.onProgress called after each recording
 */
export async function indexRecordings(
  services: IndexServices,
  options: {
    readonly signal?: AbortSignal;
    readonly waits?: boolean;
    readonly onProgress?: (progress: IndexingProgress) => void;
  } = {},
): Promise<void> {
  await services.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`
      select ${options.waits === true ? sql`pg_advisory_lock(${lock}) is not null` : sql`pg_try_advisory_lock(${lock})`} as held
    `.execute(connection);
    if (rows[0]?.held !== true) return;
    try {
      await goThrough(services, options.signal, options.onProgress ?? (() => undefined));
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

async function goThrough(
  services: IndexServices,
  signal: AbortSignal | undefined,
  onProgress: (progress: IndexingProgress) => void,
): Promise<void> {
  const isKept = await isSearchOn(services);
  if (!isKept) await forgetMoments(services.db, signal);
  const seen = new Set<string>();
  let textBytes = 0;
  for (;;) {
    const sessions = await waiting(services.db, seen, isKept);
    // After each hundred, so that the signatures of many recordings do not wait as they are.
    if (isKept) await gatherSignatures(services.db, { signal });
    if (sessions.length === 0) return;
    for (const session of sessions) {
      if (signal?.aborted === true) return;
      seen.add(session.id);
      textBytes += await follow(services, session, isKept, signal);
      onProgress({ recordings: seen.size, textBytes });
    }
  }
}

/**
 * Indexes recordings in the background, and follows those of running sessions, so that a long one opens at once when it
 * is asked for, and what any of them showed is found.
 */
export const indexRecordingsJob = defineJob({
  name: "sessions.index-recordings",
  schedule: { everySeconds: 60 },
  run: (services, _payload, { signal }) => indexRecordings(services, { signal }),
});
