import type { Chore } from "./area.ts";
import { log } from "./log.ts";
import type { Services } from "./services.ts";

/** Repeats the chores until stopped. A run that is still going is not started again. */
export function startChores(chores: readonly Chore[], services: Services): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const timers = chores.map((chore) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const run = chore
        .run(services)
        .catch((error: unknown) => log.error({ err: error, chore: chore.name }, "a chore failed"))
        .finally(() => {
          busy = false;
          running.delete(run);
        });
      running.add(run);
    }, chore.everySeconds * 1000);
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}
