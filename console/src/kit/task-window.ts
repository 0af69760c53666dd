/** How the window a task's log opens in looks. */
export const TASK_WINDOW = "popup,width=900,height=600,noopener";

/** Opens the page that follows a task's log. */
export function openTaskLog(task: string): void {
  window.open(`/core/ops/celery/task/${encodeURIComponent(task)}/log/?type=celery`, "_blank", TASK_WINDOW);
}
