import type { Area } from "../area.ts";
import { type RunningJobs, startJobs } from "../jobs/start-jobs.ts";
import { engineJobs } from "../maintenance-jobs.ts";
import type { Services } from "../services.ts";
import { installSchedules, publishDueJob } from "./schedules.ts";
import { startTasks, tasksByName } from "./start-tasks.ts";
import { failLostExecutionsJob } from "./sweep.ts";

/**
 * Works in this process on what is queued, by somebody or by its schedule, and on what people watch, until stopped.
 * Executions have workers of their own: they may take hours, and jobs do not wait for them.
 */
export async function startWork(areas: readonly Area[], services: Services): Promise<RunningJobs> {
  const tasks = areas.flatMap((area) => area.tasks ?? []);
  const jobs = areas.flatMap((area) => area.jobs ?? []);
  await installSchedules(services, tasks);
  const running = [
    await startTasks(
      tasks.filter(({ carriedBy }) => carriedBy !== "gateway"),
      services,
      "worker",
    ),
    await startJobs(
      [...engineJobs, publishDueJob(tasksByName(tasks)), failLostExecutionsJob, ...jobs],
      services,
    ),
  ];
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
