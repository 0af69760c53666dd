export { noteRunner } from "./execution.ts";
export { executionChannel, readLog } from "./execution-log.ts";
export { plainLine } from "./plain-line.ts";
export { publishFor, publishTask } from "./publish-task.ts";
export { taskExecutionsTable, taskSchedulesTable, tasksTable } from "./readable-tables.ts";
export { stopExecution } from "./stop-execution.ts";
export { failLostExecutions, forgetExecutions } from "./sweep.ts";
export { defineTask, type TaskDeclaration, TaskFailure, type TaskRun } from "./task.ts";
export type { TaskState } from "./task-state.ts";
