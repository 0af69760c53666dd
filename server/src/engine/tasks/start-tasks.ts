import type { RunningJobs } from "../jobs/start-jobs.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import type { Services } from "../services.ts";
import { executionJob } from "./execution-job.ts";
import { createRunningExecutions } from "./running-executions.ts";
import type { TaskCarrier, TaskDeclaration } from "./task.ts";

/** Executions that one process works on at once. Most of the time they wait for targets. */
const concurrency: Readonly<Record<TaskCarrier, number>> = { worker: 4, gateway: 16 };
/** Milliseconds an execution may continue when the worker stops. */
const drain = 2_000;

/** The tasks by name. */
export const tasksByName = (tasks: readonly TaskDeclaration[]): ReadonlyMap<string, TaskDeclaration> =>
  new Map(tasks.map((task) => [task.name, task]));

/**
 * Works on executions in this process, of the kind `carrier`, until stopped. Executions of a worker that died are begun again, or failed, by
 * another one.
 */
export async function startTasks(
  tasks: readonly TaskDeclaration[],
  services: Services,
  carrier: TaskCarrier,
): Promise<RunningJobs> {
  const known = tasksByName(tasks);
  const running = createRunningExecutions(services);
  const jobs = await startJobs([executionJob(known, running, carrier)], services, concurrency[carrier]);
  return {
    async stop() {
      const late = setTimeout(() => running.stopAll(), drain);
      await jobs.stop();
      clearTimeout(late);
      running.close();
    },
  };
}
