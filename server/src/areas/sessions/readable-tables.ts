import { readableTable } from "../../engine/database/index.ts";

/** The sessions of people on assets. */
export const sessionsTable = readableTable("sessions", [
  "id",
  "user_id",
  "org_id",
  "has_replay",
  "date_start",
  "asset",
  "account",
  "asset_id",
  "account_id",
  "date_end",
  "is_finished",
  "end_reason",
]);
