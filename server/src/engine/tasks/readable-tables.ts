import { readableTable } from "../database/readable-table.ts";

/** The runs of tasks. */
export const taskExecutionsTable = readableTable("task_executions", [
  "state",
  "date_published",
  "task_id",
  "id",
  "org_id",
  "user_id",
  "kwargs",
  "result",
  "date_start",
  "date_finished",
]);

/** The kinds of tasks. */
export const tasksTable = readableTable("tasks", ["name", "id"]);

/** When tasks publish themselves. */
export const taskSchedulesTable = readableTable("task_schedules", ["name", "enabled", "next_run_at"]);
