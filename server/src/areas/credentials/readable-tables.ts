import { readableTable } from "../../engine/database/index.ts";

/** Sign-ins, and attempts at them. */
export const loginLogsTable = readableTable("login_logs", [
  "id",
  "datetime",
  "username",
  "status",
  "reason",
  "ip",
]);
