export { type ActivityAction, recordActivities } from "./activity-log.ts";
export type { FieldChange } from "./field-change.ts";
export {
  changesBetween,
  type OperateAction,
  recordOperation,
  recordOperations,
  recordPersonOperation,
  recordSystemOperations,
} from "./operate-log.ts";
export { activityLogsTable, operateLogsTable } from "./readable-tables.ts";
export {
  activityRetention,
  foreseeOldest,
  operationRetention,
  type Retention,
  removable,
  removedByRetention,
  type TimedTable,
  timedRetention,
} from "./retention.ts";
