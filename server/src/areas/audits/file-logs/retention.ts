import { sql } from "kysely";
import {
  foreseeOldest,
  type Retention,
  removable,
  removedByRetention,
  type TimedTable,
} from "../../../engine/audit/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import type { MaintenanceServices, NodeMaintenance } from "../../../engine/node-maintenance.ts";
import { copyPath, idleFileCopies, removeFileCopies } from "../../../transport/file-copies/index.ts";
import { isHeld, sessionsTable } from "../../sessions/index.ts";

/** Rows that are removed at a time, so that no statement holds many of them. */
const batch = 5000;

const fileLogs: TimedTable = { table: "ftp_logs", column: "date_start", held: isHeld("t.session_id") };

/** Forgets some records older than `days`, and the copies that were kept with them. */
async function forget({ db, config }: MaintenanceServices, days: number): Promise<number> {
  const rows = await db.transaction().execute(async (transaction) => {
    await removedByRetention.execute(transaction);
    const removed = await sql<{ content_path: string | null }>`
      delete from ftp_logs where id in (
        select t.id from ftp_logs t where ${removable(fileLogs, days)} order by t.date_start limit ${batch}
      ) returning content_path
    `.execute(transaction);
    return removed.rows;
  });
  await removeFileCopies(
    config.dataFolder,
    rows.flatMap(({ content_path: path }) => (path === null ? [] : [path])),
  );
  return rows.length;
}

/** Records of files with their copies. */
export const fileRetention: Retention<MaintenanceServices> = {
  forget,
  foresee: (services, days) =>
    foreseeOldest(
      services,
      fileLogs,
      days,
      sql<number>`case when t.content_path is null then 0 else t.size end`,
    ),
};

/**
 * What was under way when a gateway died has broken off with its session, and what was kept of those files goes. Other
 * gateways have a while to tell the end themselves.
 */
export async function breakOffFileLogs({ db, config }: MaintenanceServices): Promise<void> {
  const { rows } = await sql<{ id: string; date_start: Date }>`
    update ftp_logs l set state = 'partial', is_success = false, reason = 'broken_off', date_end = s.date_end
    from ${sessionsTable} s
    where l.state = 'running' and s.id = l.session_id and s.is_finished
      and (s.end_reason = 'gateway_died' or s.date_end < now() - interval '2 minutes')
    returning l.id, l.date_start
  `.execute(db);
  await removeFileCopies(
    config.dataFolder,
    rows.map(({ id, date_start: started }) => copyPath(id, started)),
  );
}

/** Closes the records nobody closed. */
export const finishFileLogs = defineJob({
  name: "audits.finish-file-logs",
  schedule: { everySeconds: 60 },
  run: breakOffFileLogs,
});

/** How long nothing is written to a copy that is not under way any more, in milliseconds. */
const abandoned = 3_600_000;

/** Removes the copies in this data folder whose records were never stored: the process died first. */
export const removeUnknownCopies: NodeMaintenance = {
  name: "remove copies of files without a record",
  everySeconds: 3600,
  run: async ({ db, config }) => {
    for await (const paths of idleFileCopies(config.dataFolder, abandoned)) {
      const { rows } = await sql<{ path: string }>`
        select given.path from unnest(${paths}::text[]) as given (path)
        where not exists (
          select from ftp_logs l where l.content_path = given.path
            or (l.id = right(given.path, 36)::uuid and l.state = 'running')
        )
      `.execute(db);
      await removeFileCopies(
        config.dataFolder,
        rows.map(({ path }) => path),
      );
    }
  },
};
