import { rm } from "node:fs/promises";
import { sql } from "kysely";
import type { Services } from "../../engine/services.ts";
import { recordingKeyFile, resolveRecording } from "../../transport/recording/index.ts";
import { indexFileOf } from "../../transport/replay-index/index.ts";

/** Files are removed one by one. */
const mapConcurrent = 500;

/**
 * Forgets finished sessions that began more than so many days ago, with their recordings; the files first, so that
 * none is left of which nobody knows. At most some hundreds at a time.
 *
 * @returns how many; 0 when none is left
 */
export async function purgeSessions(
  { db, config }: Pick<Services, "db" | "config">,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ id: string; recording_path: string | null }>`
    select id, recording_path from sessions
    where is_finished and date_start < now() - make_interval(days => ${days})
    order by date_start limit ${sql.lit(mapConcurrent)}
  `.execute(db);
  for (const { recording_path } of rows) {
    if (recording_path === null) continue;
    const file = resolveRecording(config.dataFolder, recording_path);
    // What shows the recording, or opens it, goes before it does.
    for (const path of [indexFileOf(file), recordingKeyFile(file), file]) await rm(path, { force: true });
  }
  await sql`delete from sessions where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  return rows.length;
}
