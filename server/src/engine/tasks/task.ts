import type { Language, Message } from "../i18n/messages.ts";
import type { JsonObject } from "../json.ts";
import type { Services } from "../services.ts";
import type { ExecutionLog } from "./execution-log.ts";

/** When the clock publishes a task: `HH:MM` and the like as cron in the server's time zone, or a distance. */
export type TaskSchedule = { readonly crontab: string } | { readonly everySeconds: number };

/** Processes that work on executions. */
export type TaskCarrier = "worker" | "gateway";

/**
 * Work that people can watch: each time it is published there is an execution, with a state, a log and a result.
 * Contract: docs/contract/jobs.md, "Tasks".
 */
export interface TaskDeclaration<Kwargs extends JsonObject = JsonObject> {
  /** Dotted, as the contract names it; clients and stored executions refer to it. */
  readonly name: string;
  /** What people read. */
  readonly label: Message;
  /** `ansible`: reaches targets. Default `default`. */
  readonly queue?: "ansible" | "default";
  /**
   * The process its executions are worked on in. `gateway`: beside the sessions it opens; executions of one person wait
   * for each other, and for nobody else's. Default `worker`.
   */
  readonly carriedBy?: TaskCarrier;
  /** Whether it may begin again from the start when its worker died halfway. */
  readonly repeatable: boolean;
  /** When it publishes itself, for the installation and without `kwargs`. */
  readonly schedule?: TaskSchedule;
  /** After these it is given up. Default 3600. */
  readonly timeoutSeconds?: number;
  /** Reads stored or sent `kwargs`; null: they are not what this task works on. Default: takes them as they are. */
  readKwargs?(kwargs: JsonObject): Kwargs | null;
  /**
   * Does the work and answers a summary that whoever sees the execution may read. Stops soon after `run.signal`.
   * @throws TaskFailure when it failed for a reason people should read; anything else is a fault of ours.
   */
  run(run: TaskRun, kwargs: Kwargs): Promise<JsonObject>;
}

/** One execution at work. */
export interface TaskRun {
  /** Of the execution; clients call it the task's id. */
  readonly id: string;
  readonly services: Services;
  /** Null: the installation's. */
  readonly organizationId: string | null;
  /** Who asked for it; null: the clock. */
  readonly userId: string | null;
  /** Language of the log. */
  readonly language: Language;
  readonly log: ExecutionLog;
  /** Aborted when it is stopped by somebody, took too long, or the worker stops. */
  readonly signal: AbortSignal;
}

/** Declares a task; the area lists it in `tasks`. */
export function defineTask<Kwargs extends JsonObject>(
  task: TaskDeclaration<Kwargs>,
): TaskDeclaration<Kwargs> {
  return task;
}

/** The execution failed; the text goes to its log, the code is kept with it. */
export class TaskFailure extends Error {
  override readonly name = "TaskFailure";
  readonly code: string;
  /** What is kept of it nevertheless, as of one that succeeded. */
  readonly result: JsonObject | null;

  constructor(code: string, text: string, result: JsonObject | null = null) {
    super(text);
    this.code = code;
    this.result = result;
  }
}
