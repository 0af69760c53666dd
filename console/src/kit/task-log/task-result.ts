import { isRecord } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { taskEnded } from "./watch-task.ts";

/** How a task on a single target ended. */
export interface TaskResult {
  readonly succeeded: boolean;
  /** What was wrong, in words; empty where the server does not tell. */
  readonly problem: string;
}

/**
 * Waits for the end of a task that works on one target, and reads what came of it.
 *
 * @throws Error when the connection broke before the end
 */
export async function taskResult(task: string): Promise<TaskResult> {
  if (!(await taskEnded(task))) throw new Error(`the log of ${task} broke off`);
  const { result } = await api<{ readonly result: unknown }>(
    `/api/v1/ops/celery/task/${task}/task-execution/${task}/result/`,
  );
  if (!isRecord(result)) return { succeeded: false, problem: "" };
  const { success, failed, first_problem: problem } = result;
  return {
    succeeded: Number(success) > 0 && !(Number(failed) > 0),
    problem: typeof problem === "string" ? problem : "",
  };
}
