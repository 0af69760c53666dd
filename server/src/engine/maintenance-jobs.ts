import { sql } from "kysely";
import { purgeConfirmations } from "./access/confirmation.ts";
import { defineJob, type JobDeclaration } from "./jobs/job.ts";
import { compactCounts } from "./resource/query/compact-counts.ts";
import { purgeSelections } from "./resource/query/selections.ts";

/** What the engine itself keeps tidy. */
export const engineJobs: readonly JobDeclaration[] = [
  compactCounts,
  defineJob({
    name: "engine.prune-sessions",
    schedule: { everySeconds: 600 },
    run: ({ sessions }) => sessions.prune(),
  }),
  defineJob({
    name: "engine.forget-confirmations",
    schedule: { everySeconds: 3_600 },
    run: ({ db }) => purgeConfirmations(db),
  }),
  defineJob({
    name: "engine.forget-failed-jobs",
    schedule: { cron: "45 3 * * *" },
    run: async ({ db }) => {
      await sql`
        select graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
          where attempts >= max_attempts and updated_at < now() - interval '30 days'))
      `.execute(db);
    },
  }),
  defineJob({
    name: "engine.forget-selections",
    schedule: { everySeconds: 300 },
    run: ({ db }) => purgeSelections(db),
  }),
];
