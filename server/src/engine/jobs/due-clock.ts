import type { WorkerEvents, WorkerPool } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { log } from "../log.ts";

/** Milliseconds between two looks at what has come due, and from the end of a job in a lane to the next look. */
const pause = 2_000;
const afterJob = 10;
/** How much longer each further look waits, until the usual time between them. */
const longer = 4;

/**
 * Wakes as many of the workers announced on `events` as jobs have come due, at most `most` at a time, until stopped.
 * The library has each worker ask for itself: with two dozen of them an idle product asked its database sixteen times
 * a second. And it asks for the next job while it still writes down that the last one ended, so that what waits in the same
 * lane is not found: that is looked for a moment later, and again until it is at work.
 */
export function wakeWhenDue(
  db: Kysely<Database>,
  events: WorkerEvents,
  most: number,
): { stop(): Promise<void> } {
  const pools = new Set<WorkerPool>();
  let looking: Promise<void> = Promise.resolve();
  let wait = pause;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  events.on("pool:create", ({ workerPool }) => pools.add(workerPool));
  events.on("pool:gracefulShutdown", ({ workerPool }) => pools.delete(workerPool));
  const look = async (): Promise<void> => {
    timer = undefined;
    isAsked = false;
    try {
      const due = await countDue(db, most);
      if (due > 0) for (const pool of pools) pool.nudge(due);
      wait = due > 0 ? Math.min(pause, wait * longer) : pause;
    } catch (error) {
      log.warn({ err: error }, "what is due could not be looked at");
      wait = pause;
    }
    if (isAsked) wait = afterJob;
    lookIn(wait);
  };
  const lookIn = (milliseconds: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, milliseconds);
  };
  events.on("job:complete", ({ job }) => {
    if (job.job_queue_id === null) return;
    wait = afterJob;
    // A look that is under way is followed by one more.
    isAsked = true;
    if (timer === undefined) return;
    clearTimeout(timer);
    lookIn(wait);
  });
  lookIn(wait);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function countDue(db: Kysely<Database>, most: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from (
      select from graphile_worker._private_jobs where is_available and run_at <= now() limit ${most}
    ) as jobs
  `.execute(db);
  return rows[0]?.due ?? 0;
}
