import { EventEmitter } from "node:events";
import { run, runMigrations, type WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { wakeWhenDue } from "./due-clock.ts";
import type { JobDeclaration } from "./job.ts";
import { cronItems, queueNextRun } from "./schedule.ts";
import { queueLogger, taskList } from "./work.ts";
import { keepAlive } from "./worker-presence.ts";

/** Jobs that one process works on at once. Most of a job's time is spent waiting for others. */
const usualConcurrency = 4;

/** Milliseconds after which each worker asks by itself, should it not have been woken. */
const unwoken = 60_000;

/** Running workers of this process. */
export interface RunningJobs {
  /** Takes no new job, waits for those at work, then releases the database. */
  stop(): Promise<void>;
}

/** Brings the queue's own tables up to this build; jobs can be queued from then on. */
export async function installJobQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: queueLogger });
}

/**
 * Works on the queue in this process until stopped. New jobs are noticed at once (NOTIFY), those that are due later
 * within two seconds. Jobs of a process that died are taken up by the others after a minute. Scheduled jobs are
 * queued by the one scheduler of the product, the queue's cron, whichever worker it runs in.
 */
export async function startJobs(
  jobs: readonly JobDeclaration[],
  services: Services,
  concurrency = usualConcurrency,
): Promise<RunningJobs> {
  const parsedCronItems = cronItems(jobs);
  const events: WorkerEvents = new EventEmitter();
  const presence = keepAlive(services.db, events);
  const clock = wakeWhenDue(services.db, events, concurrency);
  const runner = await run({
    pgPool: services.pool,
    taskList: taskList(jobs, services),
    parsedCronItems,
    concurrency,
    pollInterval: unwoken,
    events,
    noHandleSignals: true,
    logger: queueLogger,
    // Without a batch the library does not wait for what it still has to write about the jobs that just ended: a queue
    // that has stopped would leave them locked, and they would be done again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  runner.promise.catch((error: unknown) => log.error({ err: error }, "the workers of the queue ended"));
  for (const job of jobs) await queueNextRun(services.db, job, null);
  return {
    async stop() {
      await clock.stop();
      await runner.stop();
      await presence.stop();
    },
  };
}
