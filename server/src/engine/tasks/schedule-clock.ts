import { sql } from "kysely";
import type { JobQueue } from "../jobs/queue-job.ts";
import type { RunningJobs } from "../jobs/start-jobs.ts";
import { log } from "../log.ts";
import { publishDue } from "./schedules.ts";
import type { TaskDeclaration } from "./task.ts";
import "./tables.ts";

/** Milliseconds between looks at what is due. */
const pause = 1_000;

/** Milliseconds after a whole second: what is due at it is due by every clock then. */
const after = 20;

/**
 * Publishes what people and the product scheduled, looking each second, until stopped. A queued job would look later:
 * those that are due later are noticed up to two seconds late, and each costs more than the look at an index.
 */
export function startScheduleClock(
  services: JobQueue,
  tasks: ReadonlyMap<string, TaskDeclaration>,
): RunningJobs {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      if (await isAnyDue(services)) await publishDue(services, tasks);
    } catch (error) {
      log.warn({ err: error }, "what is scheduled could not be looked at");
    }
    if (!isStopped) wait();
  };
  const wait = (): void => {
    timer = setTimeout(
      () => {
        looking = look();
      },
      pause - (Date.now() % pause) + after,
    );
  };
  wait();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function isAnyDue({ db }: Pick<JobQueue, "db">): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from task_schedules where enabled and next_run_at <= now()) as due
  `.execute(db);
  return rows[0]?.due === true;
}
