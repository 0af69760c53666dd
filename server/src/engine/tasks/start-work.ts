import type { Area } from "../area.ts";
import { type RunningJobs, startJobs } from "../jobs/start-jobs.ts";
import { log } from "../log.ts";
import { engineJobs } from "../maintenance-jobs.ts";
import { startNodeMaintenance } from "../node-maintenance.ts";
import type { Services } from "../services.ts";
import { startScheduleClock } from "./schedule-clock.ts";
import { installSchedules } from "./schedules.ts";
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
    await startJobs([...engineJobs, failLostExecutionsJob, ...jobs], services),
    startScheduleClock(services, tasksByName(tasks)),
  ];
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

/** Milliseconds until another attempt to begin. */
const again = 2_000;

/**
 * Works in a gateway on the executions it carries, until stopped. Sessions do not wait for it: where the queue cannot
 * be read yet, it begins a little later.
 */
export function startGatewayWork(areas: readonly Area[], services: Services): RunningJobs {
  const tasks = areas.flatMap((area) => area.tasks ?? []).filter(({ carriedBy }) => carriedBy === "gateway");
  const repeated = areas
    .flatMap((area) => area.nodeMaintenance ?? [])
    .filter(({ carriedBy }) => carriedBy === "gateway");
  let isStopped = false;
  let wake: () => void = () => undefined;
  const starting = (async (): Promise<RunningJobs | null> => {
    while (!isStopped) {
      try {
        const working = await startTasks(tasks, services, "gateway");
        const maintenance = startNodeMaintenance(repeated, services);
        return { stop: async () => void (await Promise.all([maintenance.stop(), working.stop()])) };
      } catch (error) {
        log.warn({ err: error }, "the queue cannot be worked on yet");
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, again).unref();
        });
      }
    }
    return null;
  })();
  return {
    async stop() {
      isStopped = true;
      wake();
      await (await starting)?.stop();
    },
  };
}
