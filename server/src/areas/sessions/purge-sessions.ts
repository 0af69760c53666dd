import { rm } from "node:fs/promises";
import { sql } from "kysely";
import {
  foreseeOldest,
  type Retention,
  removable,
  removedByRetention,
  type TimedTable,
} from "../../engine/audit/index.ts";
import type { Services } from "../../engine/services.ts";
import { recordingKeyFile, resolveRecording } from "../../transport/recording/index.ts";
import { indexFileOf } from "../../transport/replay-index/index.ts";
import { isHeld } from "./holds/held.ts";

/** Where sessions are, and their recordings. */
type SessionKeepers = Pick<Services, "config" | "db">;

/** Files are removed one by one. */
const batch = 500;

const sessions: TimedTable = {
  table: "sessions",
  column: "date_start",
  only: sql<boolean>`t.is_finished`,
  held: isHeld("t.id"),
};

/**
 * Forgets finished sessions that began more than so many days ago, with their recordings; the files first, so that
 * none is left of which nobody knows. At most some hundreds at a time. Who would hold one of them meanwhile waits, and
 * then finds it gone.
 */
function forget({ db, config }: SessionKeepers, days: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await removedByRetention.execute(transaction);
    const { rows } = await sql<{ id: string; recording_path: string | null }>`
      select t.id, t.recording_path from sessions t
      where ${removable(sessions, days)}
      order by t.date_start limit ${sql.lit(batch)} for update
    `.execute(transaction);
    for (const { recording_path } of rows) {
      if (recording_path === null) continue;
      const file = resolveRecording(config.dataFolder, recording_path);
      // What shows the recording, or opens it, goes before it does.
      for (const path of [indexFileOf(file), recordingKeyFile(file), file]) await rm(path, { force: true });
    }
    await sql`delete from sessions where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(transaction);
    return rows.length;
  });
}

/** Sessions with their recordings. */
export const sessionRetention: Retention<SessionKeepers> = {
  forget,
  foresee: (services, days) =>
    foreseeOldest(services, sessions, days, sql<number>`coalesce(t.recording_bytes, 0)`),
};
