import type { Area } from "../area.ts";
import { type RunningJobs, startJobs } from "../jobs/start-jobs.ts";
import type { Services } from "../services.ts";
import { startTasks } from "./start-tasks.ts";

/** Works in this process on what is queued and on what people watch, of every area, until stopped. */
export async function startWork(areas: readonly Area[], services: Services): Promise<RunningJobs> {
  const running = [
    await startJobs(
      areas.flatMap((area) => area.jobs ?? []),
      services,
    ),
    await startTasks(
      areas.flatMap((area) => area.tasks ?? []),
      services,
    ),
  ];
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
