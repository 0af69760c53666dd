import { Logger, type Task, type TaskList } from "graphile-worker";
import { sql } from "kysely";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { JobAbandonedError, type JobDeclaration, JobPostponedError } from "./job.ts";
import { openPayload } from "./queue-job.ts";
import { intervalOf, queueNextRun } from "./schedule.ts";

/** The declared jobs as the queue's library takes them. */
export function taskList(jobs: readonly JobDeclaration[], services: Services): TaskList {
  return Object.fromEntries(jobs.map((job) => [job.name, task(job, services)]));
}

function task(declaration: JobDeclaration, services: Services): Task {
  const comesAgain = intervalOf(declaration) !== null;
  return async (row, { job, abortSignal, abortPromise }) => {
    const attempt = {
      number: job.attempts,
      isLast: job.attempts >= job.max_attempts,
      signal: abortSignal,
    };
    try {
      const payload = openPayload(services.secrets, declaration.name, row);
      // A process that stops does not wait forever: what it leaves is tried again.
      await Promise.race([declaration.run(services, payload, attempt), abortPromise]);
    } catch (error) {
      const told = { err: error, job: declaration.name, attempt: job.attempts };
      if (error instanceof JobAbandonedError) return log.error(told, "a job was given up");
      // Nothing is kept of a failed run of a job that comes at intervals: its next run is the other try.
      if (comesAgain) return log.error(told, "a scheduled job failed");
      log.warn(
        told,
        attempt.isLast ? "a job failed for the last time" : "a job failed and will be tried again",
      );
      if (error instanceof JobPostponedError) await postpone(services.db, job.id, error.seconds);
      throw error;
    } finally {
      await queueNextRun(services.db, declaration, job.run_at);
    }
  };
}

/** Moves a job at work into the future: from there the library counts the pause before its next try. */
async function postpone(db: Services["db"], id: string, seconds: number): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() + ${seconds}::float8 * interval '1 second'
    where id = ${id}::bigint
  `.execute(db);
}

/** What the library itself says. Failures of jobs are reported above, with what is safe to tell. */
export const queueLogger = new Logger(() => (level, message) => {
  if (message.startsWith("Failed task")) return;
  if (level === "error") log.error(message);
  else if (level === "warning") log.warn(message);
  else log.debug(message);
});
