import "./tables.ts";
import type { WorkerEvents } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { log } from "../log.ts";
import { isKnownDead, locationOf } from "../process/process-location.ts";

/** Seconds between two signs of life, and without one until somebody else takes a worker's jobs. */
const every = 15;
const presumedDeadAfter = 60;

/**
 * Shows that the workers announced on `events` live, and frees the jobs of those that stopped showing it: the
 * library itself would wait four hours.
 */
export function keepAlive(db: Kysely<Database>, events: WorkerEvents): { stop(): Promise<void> } {
  const own: string[] = [];
  const tend = async (): Promise<void> => {
    await sign(db, own);
    await freeJobsOfTheDead(db);
  };
  events.on("pool:create", ({ workerPool }) => {
    own.push(workerPool.id);
    void quietly(tend);
  });
  const timer = setInterval(() => void quietly(tend), every * 1_000);
  return {
    async stop() {
      clearInterval(timer);
      if (own.length === 0) return;
      await quietly(async () => {
        await db.deleteFrom("job_workers").where("worker_id", "in", own).execute();
      });
    },
  };
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, "the presence of workers could not be noted");
  }
}

async function sign(db: Kysely<Database>, workers: readonly string[]): Promise<void> {
  await sql`
    insert into job_workers (worker_id, process)
    select unnest(${[...workers]}::text[]), ${JSON.stringify(locationOf(process.pid))}::jsonb
    on conflict (worker_id) do update set date_seen = now()
  `.execute(db);
}

/**
 * Gives back to the queue what is held by workers that were not seen lately, or never; at once where this machine
 * knows that their process is gone.
 */
export async function freeJobsOfTheDead(db: Kysely<Database>): Promise<void> {
  const long = sql`now() - make_interval(secs => ${presumedDeadAfter})`;
  const gone = (await db.selectFrom("job_workers").select(["worker_id", "process"]).execute())
    .filter(({ process }) => process !== null && isKnownDead(process))
    .map(({ worker_id }) => worker_id);
  await sql`delete from job_workers where date_seen < ${long} or worker_id = any(${gone}::text[])`.execute(
    db,
  );
  const { rows } = await sql<{ worker_id: string }>`
    select distinct locked_by as worker_id from graphile_worker.jobs
    where (locked_at < ${long} or locked_by = any(${gone}::text[]))
      and locked_by not in (select worker_id from job_workers)
  `.execute(db);
  const dead = [...new Set([...gone, ...rows.map(({ worker_id }) => worker_id)])];
  if (dead.length === 0) return;
  log.warn({ workers: dead.length }, "jobs of workers that are gone are taken up again");
  await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
}
