import type { Area } from "../area.ts";
import type { RunningJobs } from "../jobs/start-jobs.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { startTasks } from "./start-tasks.ts";

/** Milliseconds until another attempt to begin. */
const again = 2_000;

/**
 * Works in a gateway on the executions it carries, until stopped. Sessions do not wait for it: where the queue cannot
 * be read yet, it begins a little later.
 */
export function startGatewayWork(areas: readonly Area[], services: Services): RunningJobs {
  const tasks = areas.flatMap((area) => area.tasks ?? []).filter(({ carriedBy }) => carriedBy === "gateway");
  let isStopped = false;
  let wake: () => void = () => undefined;
  const starting = (async (): Promise<RunningJobs | null> => {
    while (!isStopped) {
      try {
        return await startTasks(tasks, services, "gateway");
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
