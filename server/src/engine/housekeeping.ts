import { sql } from "kysely";
import type { Chore } from "./area.ts";
import { compactCounts } from "./resource/query/compact-counts.ts";

/** What the engine itself keeps tidy. */
export const engineChores: readonly Chore[] = [
  compactCounts,
  { name: "end old sessions", everySeconds: 600, run: ({ sessions }) => sessions.prune() },
  {
    name: "forget old confirmations",
    everySeconds: 3600,
    run: async ({ db }) => {
      // The setting for how long one counts goes up to ten hours.
      await sql`delete from confirmations where date_confirmed < now() - interval '1 day'`.execute(db);
    },
  },
  {
    name: "forget failed jobs",
    everySeconds: 86_400,
    run: async ({ db }) => {
      await sql`
        select graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
          where attempts >= max_attempts and updated_at < now() - interval '30 days'))
      `.execute(db);
    },
  },
  {
    name: "forget old selections",
    everySeconds: 300,
    run: async ({ db }) => {
      await db.deleteFrom("resource_selections").where("date_expired", "<", new Date()).execute();
    },
  },
];
