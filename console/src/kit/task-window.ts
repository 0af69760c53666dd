import { toastFailure } from "./feedback.ts";
import { refreshShownData } from "./shown-data.ts";
import { taskEnded } from "./task-log/watch-task.ts";

/** How the window a task's log opens in looks. */
export const TASK_WINDOW = "popup,width=900,height=600,noopener";

/** Opens the page that follows a task's log; what the page behind it shows is fetched again when the task has ended. */
export function openTaskLog(task: string): void {
  void taskEnded(task).then((ended) => (ended ? refreshShownData() : undefined), toastFailure);
  showTaskLog(task);
}

/** Opens the page that follows a task's log. */
export function showTaskLog(task: string): void {
  window.open(`/core/ops/celery/task/${encodeURIComponent(task)}/log/?type=celery`, "_blank", TASK_WINDOW);
}
