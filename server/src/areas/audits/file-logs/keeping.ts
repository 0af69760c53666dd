import { sql } from "kysely";
import type { Chore } from "../../../engine/area.ts";
import { removeFileCopies } from "../../../engine/file-copies/file-copies.ts";
import type { Services } from "../../../engine/services.ts";

/** Rows that are removed at a time, so that no statement holds many of them. */
const batch = 5000;

/**
 * Forgets some records older than `days`, and the copies that were kept with them.
 *
 * @returns how many; 0 when none is left
 */
export async function forgetFileLogs(
  { db, config }: Pick<Services, "db" | "config">,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ content_path: string | null }>`
    delete from ftp_logs where id in (
      select id from ftp_logs where date_start < now() - make_interval(days => ${days})
      order by date_start limit ${batch}
    ) returning content_path
  `.execute(db);
  await removeFileCopies(
    config.dataFolder,
    rows.flatMap(({ content_path: path }) => (path === null ? [] : [path])),
  );
  return rows.length;
}

/** A gateway that died told of no end: what was under way has broken off with its session. */
export const finishFileLogs: Chore = {
  name: "finish file records of ended sessions",
  everySeconds: 60,
  run: async ({ db }) => {
    await sql`
      update ftp_logs l set state = 'partial', is_success = false, reason = 'broken_off', date_end = s.date_end
      from sessions s
      where l.state = 'running' and s.id = l.session_id and s.is_finished
        and s.date_end < now() - interval '2 minutes'
    `.execute(db);
  },
};
