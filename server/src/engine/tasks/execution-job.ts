import { translate, withParameters } from "../i18n/messages.ts";
import type { JobAttempt, JobDeclaration } from "../jobs/job.ts";
import type { JsonObject } from "../json.ts";
import { log as productLog } from "../log.ts";
import { endOrphanProcesses } from "../process/end-orphans.ts";
import { writeInstant } from "../resource/instants.ts";
import type { Services } from "../services.ts";
import {
  type ExecutionEnd,
  endExecution,
  returnExecution,
  type TakenExecution,
  takeExecution,
} from "./execution.ts";
import { executionChannel, type LogWriter, openLog } from "./execution-log.ts";
import { queuedExecution } from "./publish-task.ts";
import type { RunningExecutions, StopReason } from "./running-executions.ts";
import { type TaskCarrier, type TaskDeclaration, TaskFailure } from "./task.ts";
import { text } from "./texts.ts";

/** Seconds an execution may take that does not say. */
const usualTimeout = 3_600;
/** Milliseconds in which work has to end after it was asked to. */
const stopTimeout = 2_000;

/** The job that works on executions, of whatever task, in processes of that kind. */
export function executionJob(
  tasks: ReadonlyMap<string, TaskDeclaration>,
  running: RunningExecutions,
  carrier: TaskCarrier,
): JobDeclaration<{ readonly execution: string }> {
  return {
    ...queuedExecution(carrier),
    async run(services, { execution: id }, attempt) {
      const taken = await takeExecution(services.db, id);
      if (taken === null) return;
      const { db, events } = services;
      const log = await openLog({
        db,
        events,
        executionId: id,
        fullText: translate(text.full, taken.language),
      });
      // What the worker before left at work would continue beside this one.
      endOrphanProcesses(taken.runners);
      try {
        await work({ services, tasks, running, taken, log, attempt });
      } finally {
        await log.flush();
        await events.publish(executionChannel, id);
      }
    },
  };
}

interface Work {
  readonly services: Services;
  readonly tasks: ReadonlyMap<string, TaskDeclaration>;
  readonly running: RunningExecutions;
  readonly taken: TakenExecution;
  readonly log: LogWriter;
  readonly attempt: JobAttempt;
}

/** Thrown to have the queue try again; the log has told why. */
class AnotherAttempt extends Error {}

async function work({ services, tasks, running, taken, log, attempt }: Work): Promise<void> {
  const { language } = taken;
  const say = (message: Parameters<typeof translate>[0]) => translate(message, language);
  const finish = async (end: ExecutionEnd): Promise<void> => {
    log.conclude();
    const seconds = ((Date.now() - taken.date_start.getTime()) / 1_000).toFixed(1);
    const outcome = { SUCCESS: text.finished, FAILURE: text.failed, REVOKED: text.revoked }[end.state];
    log.line(say(withParameters(outcome, { seconds })), end.state === "SUCCESS" ? "strong" : "bad");
    await log.flush();
    await endExecution(services.db, taken.id, end);
  };
  const fail = async (reason: string, line: string, result: JsonObject | null = null): Promise<void> => {
    log.conclude();
    log.line(line, "bad");
    await finish({ state: "FAILURE", reason, result });
  };

  const task = tasks.get(taken.name);
  if (task === undefined) {
    return fail("unknown_task", say(withParameters(text.unknownTask, { name: taken.name })));
  }
  if (taken.was_running && !task.repeatable) return fail("worker_died", say(text.workerDied));
  if (taken.stop_requested) {
    log.line(say(text.stopped), "bad");
    return finish({ state: "REVOKED", reason: "stopped", result: null });
  }
  if (taken.was_running) log.line(say(text.beginsAgain), "quiet");
  const time = writeInstant(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  log.line(say(withParameters(text.begins, { task: say(task.label), time })), "strong");

  const kwargs = task.readKwargs === undefined ? taken.kwargs : task.readKwargs(taken.kwargs);
  if (kwargs === null) return fail("task_args_error", say(text.wrongKwargs));
  const timeout = task.timeoutSeconds ?? usualTimeout;
  const handle = running.begin(taken.id, timeout);
  try {
    const result = await untilStopped(
      task.run(
        {
          id: taken.id,
          services,
          organizationId: taken.org_id,
          userId: taken.user_id,
          language,
          log,
          signal: handle.signal,
        },
        kwargs,
      ),
      handle.signal,
    );
    if (handle.stoppedBy() !== null) throw new Error("stopped");
    await finish({ state: "SUCCESS", reason: "", result });
  } catch (error) {
    await explain(error, handle.stoppedBy());
  } finally {
    handle.end();
  }

  async function explain(error: unknown, stoppedBy: StopReason | null): Promise<void> {
    if (stoppedBy === "stopped") {
      log.line(say(text.stopped), "bad");
      return finish({ state: "REVOKED", reason: "stopped", result: null });
    }
    if (stoppedBy === "timeout") {
      return fail("timeout", say(withParameters(text.timeout, { seconds: timeout })));
    }
    if (stoppedBy === "worker_stops") {
      if (task?.repeatable !== true || attempt.isLast) return fail("worker_stopped", say(text.workerStopped));
      log.line(say(text.workerStops), "quiet");
      await log.flush();
      await returnExecution(services.db, taken.id);
      throw new AnotherAttempt("the worker stops");
    }
    if (error instanceof TaskFailure) return fail(error.code, error.message, error.result);
    productLog.error({ err: error, execution: taken.id, task: taken.name }, "an execution failed");
    await fail("fault", say(withParameters(text.fault, { id: taken.id })));
  }
}

/** The outcome of `work`; after `signal` it has a little time left to end by itself, and is then left alone. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const arm = () => {
      timer = setTimeout(() => reject(new Error("it did not end when it was told to")), stopTimeout);
    };
    if (signal.aborted) arm();
    else signal.addEventListener("abort", arm, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    clearTimeout(timer);
  }
}
