import { sql } from "kysely";
import type { Json } from "../json.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";

/** Asks whoever works on an execution to stop; the payload is its id. */
export const stopChannel = "tasks.stop";

/** Why an execution is given up although it has not ended. */
export type StopReason = "stopped" | "timeout" | "worker_stops";

/** An execution at work here. */
export interface RunningExecution {
  readonly signal: AbortSignal;
  stoppedBy(): StopReason | null;
  end(): void;
}

/** The executions at work in this process. */
export interface RunningExecutions {
  begin(id: string, timeoutSeconds: number): RunningExecution;
  /** Stops all of them because the worker stops. */
  stopAll(): void;
  close(): void;
}

/** Milliseconds between looks at what was to be stopped while events could not be heard. */
const lookEvery = 10_000;

/** What executions are followed with: their rows, and what is informed of them. */
export type ExecutionServices = Pick<Services, "db" | "events">;

/** Keeps the executions at work here, and stops those that somebody wants stopped. */
export function createRunningExecutions({ db, events }: ExecutionServices): RunningExecutions {
  const running = new Map<string, (reason: StopReason) => void>();
  const look = async (): Promise<void> => {
    if (running.size === 0) return;
    const { rows } = await sql<{ id: string }>`
      select id from task_executions where id = any(${[...running.keys()]}::uuid[]) and stop_requested
    `.execute(db);
    for (const { id } of rows) running.get(id)?.("stopped");
  };
  const lookQuietly = (): void => {
    look().catch((error: unknown) => log.warn({ err: error }, "stop requests could not be read"));
  };
  const unsubscribe = events.subscribe(
    stopChannel,
    (id: Json) => running.get(String(id))?.("stopped"),
    lookQuietly,
  );
  const timer = setInterval(lookQuietly, lookEvery).unref();
  return {
    begin(id, timeoutSeconds) {
      const controller = new AbortController();
      let why: StopReason | null = null;
      const stop = (reason: StopReason): void => {
        why ??= reason;
        controller.abort();
      };
      const late = setTimeout(() => stop("timeout"), timeoutSeconds * 1_000);
      running.set(id, stop);
      // It may have been asked for between the claim and this line.
      lookQuietly();
      return {
        signal: controller.signal,
        stoppedBy: () => why,
        end() {
          clearTimeout(late);
          running.delete(id);
        },
      };
    },
    stopAll() {
      for (const stop of running.values()) stop("worker_stops");
    },
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
