import { readableTable } from "../../engine/database/index.ts";

/** The sessions of people on assets. */
export const sessionsTable = readableTable("sessions", [
  "id",
  "user",
  "user_id",
  "login_from",
  "protocol",
  "remote_addr",
  "org_id",
  "has_replay",
  "recording_path",
  "recording_bytes",
  "recording_hash",
  "date_start",
  "asset",
  "account",
  "asset_id",
  "account_id",
  "date_end",
  "is_finished",
  "is_success",
  "end_reason",
]);

/** Where recordings, and backups of accounts, can be kept. */
export const replayStoragesTable = readableTable("replay_storages", ["id", "name", "type"]);

/** What was run in sessions. */
export const commandsTable = readableTable("commands", [
  "id",
  "org_id",
  "session_id",
  "command",
  "input",
  "date_executed",
  "risk_level",
]);
