import i18next from "i18next";
import { api } from "./api/client.ts";
import { refreshShownData } from "./shown-data.ts";
import { taskEnded } from "./task-log/watch-task.ts";

/** What came of something that was asked for, in words that stand beside the button. */
export interface ActionOutcome {
  /** Undefined when it is not known. */
  readonly good: boolean | undefined;
  readonly text: string;
  /** The task whose log tells more. */
  readonly task: string;
}

/** Whether a value is what came of an action. */
export function isOutcome(value: unknown): value is ActionOutcome {
  return typeof value === "object" && value !== null && "task" in value && "good" in value && "text" in value;
}

/**
 * Waits for the end of a task, fetches again what the page shows, and says what came of it.
 *
 * @param read reads off what the task was about whether all is well; by default whether the task succeeded
 */
export async function taskOutcome(
  task: string,
  read: () => Promise<Pick<ActionOutcome, "good" | "text">> = () => readState(task),
): Promise<ActionOutcome> {
  if (!(await taskEnded(task))) return { task, good: undefined, text: i18next.t("kit:detail.taskRunning") };
  const [outcome] = await Promise.all([read(), refreshShownData()]);
  return { task, ...outcome };
}

async function readState(task: string): Promise<Pick<ActionOutcome, "good" | "text">> {
  const url = `/api/v1/ops/celery/task/celery/task-execution/${encodeURIComponent(task)}/result/`;
  const good = (await api<{ state: string }>(url)).state === "SUCCESS";
  return { good, text: i18next.t(good ? "kit:detail.taskDone" : "kit:detail.taskFailed") };
}
