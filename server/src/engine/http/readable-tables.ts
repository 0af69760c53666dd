import { readableTable } from "../database/readable-table.ts";

/** The browser sessions; their data stays with the session store. */
export const httpSessionsTable = readableTable("http_sessions", [
  "key",
  "id",
  "user_id",
  "date_created",
  "date_touched",
  "date_expired",
]);
