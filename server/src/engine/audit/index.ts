export { type ActivityAction, recordActivities } from "./activity-log.ts";
export {
  changesBetween,
  type FieldChange,
  type OperateAction,
  recordOperation,
  recordOperations,
  recordSystemOperations,
} from "./operate-log.ts";
export { forgetOldest, type TimedTable } from "./retention.ts";
