/** Opens the log of a task in a tab of its own. */
export function openTaskLog(task: string): void {
  window.open(`/core/ops/celery/task/${encodeURIComponent(task)}/log/?type=celery`, "_blank", "noopener");
}
