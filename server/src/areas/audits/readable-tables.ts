import { readableTable } from "../../engine/database/index.ts";

/** Files that were moved to and from assets. */
export const fileLogsTable = readableTable("ftp_logs", ["org_id", "date_start"]);
