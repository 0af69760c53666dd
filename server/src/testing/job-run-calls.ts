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
  newPlaybook: () => Promise<string>,
  stage: () => Stage,
) => ({
  "ops/playbook/:id/file/": async (method: string) => {
    const file = `ops/playbook/${await newPlaybook()}/file/`;
    if (method === "POST") return { url: file, body: { key: "root", name: "x.yml" } };
    if (method === "PATCH") return { url: file, body: { key: "main.yml", content: "# changed" } };
    const { pool } = stage();
    await pool.query(
      `insert into ops_playbook_files (playbook_id, path, content) values ($1, 'gone.yml', '')`,
      [file.split("/")[2]],
    );
    return { url: `${file}?key=gone.yml` };
  },
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
