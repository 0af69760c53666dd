import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { translate } from "../../../../engine/i18n/index.ts";
import { defineJob } from "../../../../engine/jobs/index.ts";
import { isUuid } from "../../../../engine/resource/index.ts";
import {
  defineTask,
  setSchedule,
  type TaskDeclaration,
  TaskFailure,
  taskExecutionsTable,
} from "../../../../engine/tasks/index.ts";
import type { UnattendedRunner } from "../../../../transport/connections/index.ts";
import { type ExecutionChoice, keepExecution, loadJob } from "../start-execution.ts";
import { runText, text } from "../texts.ts";
import { endedHosts } from "./host-rows.ts";
import { runExecution } from "./run-execution.ts";
import { summarize } from "./summary.ts";

/** Seconds an execution may take at most. */
const timeoutSeconds = 3 * 3_600;

/** What the schedule of a job names. */
type ScheduledChoice = { readonly job: string };

/** How the contract calls the schedule of a job. */
export const scheduleName = (jobId: string): string => `run_ops_job_period_${jobId}`;

/** Name of the task that a schedule publishes. */
export const scheduledTaskName = "ops.tasks.run_ops_job";

/** The tasks that run jobs. Contract: docs/contract/job-centre.md, "Executions". */
export interface RunTasks {
  readonly execute: TaskDeclaration<ExecutionChoice>;
  readonly scheduled: TaskDeclaration<ScheduledChoice>;
}

/** @param runner asked for where executions are worked on: in a gateway */
export function createRunTasks(runner: () => UnattendedRunner): RunTasks {
  const common = {
    queue: "ansible",
    carriedBy: "gateway",
    // What ran on hosts is not run again because a process died.
    repeatable: false,
    timeoutSeconds,
  } as const;
  return {
    execute: defineTask<ExecutionChoice>({
      ...common,
      name: "ops.tasks.run_ops_job_execution",
      label: text.runTask,
      readKwargs: ({ execution }) =>
        typeof execution === "string" && isUuid(execution) ? { execution } : null,
      run: (run, { execution }) => runExecution(run, execution, runner()),
    }),
    scheduled: defineTask<ScheduledChoice>({
      ...common,
      name: scheduledTaskName,
      label: text.scheduledTask,
      readKwargs: ({ job }) => (typeof job === "string" && isUuid(job) ? { job } : null),
      async run(run, { job: jobId }) {
        const { db } = run.services;
        const job = await loadJob(db, jobId);
        if (job === null) {
          await setSchedule(db, { name: scheduleName(jobId), task: "", description: "", schedule: null });
          throw new TaskFailure("job_gone", translate(runText.jobGone, run.language));
        }
        const id = randomUUID();
        await keepExecution(db, {
          ...{ id, job, taskId: run.id, parameters: {} },
          remoteAddress: job.remote_addr,
        });
        return runExecution(run, id, runner());
      },
    }),
  };
}

/**
 * Ends executions whose task ended, or is gone, without their being told: the process that ran them died. What was at
 * work then has failed, and says so.
 */
export const settleExecutionsJob = defineJob({
  name: "jobs.settle-executions",
  schedule: { everySeconds: 15 },
  run: async ({ db }) => {
    const { rows } = await sql<{ id: string }>`
      select x.id from ops_job_executions x
      where x.date_finished is null and (
        exists (select from ${taskExecutionsTable} e where e.id = x.task_id
          and e.date_finished < now() - interval '10 seconds')
        or (x.date_created < now() - interval '1 hour'
          and not exists (select from ${taskExecutionsTable} e where e.id = x.task_id))
      )
    `.execute(db);
    const reason = translate(runText.interrupted, "en");
    for (const { id } of rows) {
      await sql`
        update ops_job_hosts set state = 'stopped', reason = ${reason}, date_finished = now()
        where execution_id = ${id}::uuid and state in ('waiting', 'running')
      `.execute(db);
      await sql`
        update ops_job_executions set status = 'failed', date_finished = now(),
          summary = ${JSON.stringify(summarize(await endedHosts(db, id), reason))}::jsonb
        where id = ${id}::uuid and date_finished is null
      `.execute(db);
    }
  },
});
