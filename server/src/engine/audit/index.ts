export { type ActivityAction, recordActivities } from "./activity-log.ts";
export type { FieldChange } from "./field-change.ts";
export {
  changesBetween,
  type OperateAction,
  type OperateEntry,
  type OperationOrigin,
  recordOperation,
  recordOperations,
  recordPersonOperation,
  recordSystemOperations,
} from "./operate-log.ts";
export { activityLogsTable, operateLogsTable, refusalsTable } from "./readable-tables.ts";
export {
  type Refusal,
  type RefusalChannel,
  type RefusalSubject,
  type RefusedPerson,
  refusalChannels,
  refusalKinds,
} from "./refusal.ts";
export { createRefusalLog } from "./refusal-log.ts";
export { markNoted, refusalKindOf } from "./refusal-of-error.ts";
export {
  activityRetention,
  foreseeOldest,
  operationRetention,
  type Retention,
  refusalRetention,
  removable,
  removedByRetention,
  type TimedTable,
  timedRetention,
} from "./retention.ts";
