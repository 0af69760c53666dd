import type { Pool } from "pg";

/** What exists once the tests begin. */
interface Stage {
  readonly pool: Pick<Pool, "query">;
  /** Id of an asset. */
  readonly host: string;
}

/** How runs of jobs are written by, for the test of what is written down: each call is about a run of its own. */
export const jobRunCalls = (
  newRun: () => Promise<string>,
  newJob: () => Promise<string>,
  stage: () => Stage,
) => ({
  "ops/job-executions/": async () => ({ url: "ops/job-executions/", body: { job: await newJob() } }),
  "sallyport/job-executions/:id/retry/": async () => {
    const id = await newRun();
    const { pool, host } = stage();
    await pool.query(
      `update ops_job_executions set status = 'failed', date_finished = now(),
         snapshot = jsonb_set(snapshot, '{assets}', jsonb_build_array($2::text)) where id = $1`,
      [id, host],
    );
    return { url: `sallyport/job-executions/${id}/retry/`, body: {} };
  },
  "sallyport/job-executions/:id/stop/": async () => ({
    url: `sallyport/job-executions/${await newRun()}/stop/`,
    body: {},
  }),
});
