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
 * Sessions whose recordings have no whole index yet: those that run, and those that ended; the newest first. A recording
 * that could not be read is not tried again.
 */
async function waiting(db: Services["db"], after: ReadonlySet<string>): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select s.id, s.recording_path, s.is_finished from sessions s
    left join recording_indexes i on i.session_id = s.id
    where s.recording_path is not null and (s.has_replay or not s.is_finished) and i.session_id is null
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

async function follow(services: RecordingServices, session: Waiting, signal: AbortSignal): Promise<void> {
  const { db, secrets } = services;
  const { id, is_finished } = session;
  try {
    const place = await placeOfRecording(services, session);
    if (place === null) {
      // A session that begins has no file yet.
      if (is_finished) await settleIndex(db, id, false);
      return;
    }
    const { end } = await indexRecording(place, secrets, { signal, isLive: !is_finished }).done;
    if (end !== null) await settleIndex(db, id, true);
  } catch (error) {
    // What is brought elsewhere at this very moment is found there by the next run.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    log.warn({ err: error, session: id }, "a recording cannot be indexed");
    if (error instanceof RecordingTampered) await settleIndex(db, id, false);
  }
}

/**
 * Makes the indexes of recordings in the background, and follows those of running sessions, so that a long one opens at
 * once when it is asked for.
 */
export const indexRecordingsJob = defineJob({
  name: "sessions.index-recordings",
  schedule: { everySeconds: 60 },
  async run(services, _payload, { signal }) {
    const seen = new Set<string>();
    for (;;) {
      const sessions = await waiting(services.db, seen);
      if (sessions.length === 0) return;
      for (const session of sessions) {
        if (signal.aborted) return;
        seen.add(session.id);
        await follow(services, session, signal);
      }
    }
  },
});
