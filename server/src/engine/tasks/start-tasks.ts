import type { RunningJobs } from "../jobs/start-jobs.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { executionJob } from "./execution-job.ts";
import { createRunningExecutions } from "./running-executions.ts";
import { installSchedules, publishDue } from "./schedules.ts";
import { failLostExecutions } from "./sweep.ts";
import type { TaskDeclaration } from "./task.ts";

/** Executions that one process works on at once. Most of the time they wait for targets. */
const concurrency = 4;
/** Milliseconds between looks at the clock, and at what was lost. */
const clockEvery = 5_000;
const lossEvery = 60_000;
/** Milliseconds an execution may go on when the worker stops. */
const drain = 2_000;

/** The tasks by name. */
export const tasksByName = (tasks: readonly TaskDeclaration[]): ReadonlyMap<string, TaskDeclaration> =>
  new Map(tasks.map((task) => [task.name, task]));

/**
 * Works on executions in this process until stopped, and publishes what the clock says. Executions of a worker that
 * died are begun again, or failed, by another one.
 */
export async function startTasks(
  tasks: readonly TaskDeclaration[],
  services: Services,
): Promise<RunningJobs> {
  const known = tasksByName(tasks);
  await installSchedules(services, tasks);
  const running = createRunningExecutions(services);
  const jobs = await startJobs([executionJob(known, running)], services, concurrency);
  const chores = [
    repeat(clockEvery, "the clock of tasks", () => publishDue(services, known)),
    repeat(lossEvery, "the search for lost executions", () => failLostExecutions(services)),
  ];
  return {
    async stop() {
      await Promise.all(chores.map((chore) => chore.stop()));
      const late = setTimeout(() => running.stopAll(), drain);
      await jobs.stop();
      clearTimeout(late);
      running.close();
    },
  };
}

/** Does something again and again, never twice at once; a failure is logged. */
function repeat(every: number, what: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let now: Promise<void> = Promise.resolve();
  const turn = (): void => {
    now = work().then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, `${what} failed`),
    );
    void now.then(() => {
      if (!isStopped) timer = setTimeout(turn, every);
    });
  };
  turn();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await now;
    },
  };
}
