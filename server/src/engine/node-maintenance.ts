import { log } from "./log.ts";
import type { Services } from "./services.ts";

/** What work on this machine is given: where its files lie, and the rows that tell which of them are needed. */
export type MaintenanceServices = Pick<Services, "config" | "db">;

/**
 * Work on what is on this machine alone, such as files of its data folder: each process repeats it, because nobody
 * else can. Everything that works on the database is a job with a schedule, once per installation.
 */
export interface NodeMaintenance {
  readonly name: string;
  readonly everySeconds: number;
  /** The process that repeats it, also once when it begins; default: the web and worker processes, after that time. */
  readonly carriedBy?: "gateway";
  readonly run: (services: MaintenanceServices) => Promise<void>;
}

/** Repeats the work until stopped. A run that is still going is not started again; a failure is logged. */
export function startNodeMaintenance(
  parts: readonly NodeMaintenance[],
  services: MaintenanceServices,
): { stop(): Promise<void> } {
  const running = new Map<NodeMaintenance, Promise<void>>();
  const runOnce = (part: NodeMaintenance): void => {
    if (running.has(part)) return;
    const run = part
      .run(services)
      .catch((error: unknown) =>
        log.error({ err: error, work: part.name }, "maintenance of this node failed"),
      )
      .finally(() => running.delete(part));
    running.set(part, run);
  };
  for (const part of parts) if (part.carriedBy === "gateway") runOnce(part);
  const timers = parts.map((part) => setInterval(runOnce, part.everySeconds * 1_000, part));
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
