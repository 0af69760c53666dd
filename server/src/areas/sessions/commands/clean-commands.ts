import { sql } from "kysely";
import { defineJob } from "../../../engine/jobs/job.ts";

/** Rows removed by one statement, so that nothing else waits long. */
const batch = 10_000;

/**
 * Removes commands that are older than sessions are kept, each night.
 * Contract: docs/contract/commands.md, section 5.
 */
export const cleanCommandsJob = defineJob<null>({
  name: "sessions.clean-commands",
  at: "02:00",
  async run({ db, settings }, _payload, { signal }) {
    const days = await settings.get<number>("TERMINAL_SESSION_KEEP_DURATION");
    for (let removed = batch; removed === batch && !signal.aborted; ) {
      const { numAffectedRows } = await sql`
        delete from commands where id in (
          select id from commands where date_executed < now() - make_interval(days => ${days})
          order by date_executed limit ${batch}
        )
      `.execute(db);
      removed = Number(numAffectedRows ?? 0);
    }
  },
});
