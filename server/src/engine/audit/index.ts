export { type ActivityAction, recordActivities } from "./activity-log.ts";
export {
  changesBetween,
  type FieldChange,
  type OperateAction,
  recordOperation,
  recordOperations,
  recordSystemOperations,
} from "./operate-log.ts";
export { activityLogsTable, operateLogsTable } from "./readable-tables.ts";
export { forgetActivities, forgetOldest, forgetOperations } from "./retention.ts";
