import type { WorkerEvents, WorkerPool } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { log } from "../log.ts";

/** Milliseconds between two looks at what has come due. */
const pause = 2_000;

/**
 * Wakes as many of the workers announced on `events` as jobs have come due, at most `most` at a time, until stopped.
 * The library has each worker ask for itself: with two dozen of them an idle product asked its database sixteen times
 * a second.
 */
export function wakeWhenDue(
  db: Kysely<Database>,
  events: WorkerEvents,
  most: number,
): { stop(): Promise<void> } {
  const pools = new Set<WorkerPool>();
  let looking: Promise<void> = Promise.resolve();
  events.on("pool:create", ({ workerPool }) => pools.add(workerPool));
  events.on("pool:gracefulShutdown", ({ workerPool }) => pools.delete(workerPool));
  const look = async (): Promise<void> => {
    try {
      const due = await countDue(db, most);
      if (due > 0) for (const pool of pools) pool.nudge(due);
    } catch (error) {
      log.warn({ err: error }, "what is due could not be looked at");
    }
    timer.refresh();
  };
  const timer = setTimeout(() => {
    looking = look();
  }, pause);
  return {
    async stop() {
      await looking;
      clearTimeout(timer);
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
