import { readableTable } from "../database/readable-table.ts";

/** What happened to an object. */
export const activityLogsTable = readableTable("activity_logs", [
  "id",
  "datetime",
  "user_display",
  "action",
  "resource_id",
]);

/** What people changed. */
export const operateLogsTable = readableTable("operate_logs", [
  "id",
  "datetime",
  "user_display",
  "action",
  "resource_id",
  "user_id",
  "org_id",
]);

/** What people and programs were refused. */
export const refusalsTable = readableTable("refusals", ["id", "datetime", "user_id", "asset_id", "org_id"]);
