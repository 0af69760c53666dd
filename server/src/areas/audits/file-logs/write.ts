import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { FileRecord } from "../../../transport/sessions/index.ts";

/** Longest file name of a record, in characters. */
const longestName = 1024;

/** Stores records, each under its id: a later one replaces what an earlier one could not know yet. */
export async function writeFileLogs(db: Kysely<Database>, logs: readonly FileRecord[]): Promise<void> {
  if (logs.length === 0) return;
  const rows = logs.map((log) => ({
    id: log.id,
    org_id: log.organizationId,
    user: cut(log.user, 128),
    user_id: log.userId,
    remote_addr: cut(log.remoteAddress, 128),
    asset: cut(log.asset, longestName),
    asset_id: log.assetId,
    account: cut(log.account, 128),
    session_id: log.sessionId,
    operate: log.operate,
    filename: cut(log.filename, longestName),
    is_success: log.state === "complete" || log.state === "running",
    has_file: log.copy !== null,
    date_start: log.dateStart,
    date_end: log.dateEnd,
    size: log.size,
    sha256: log.sha256,
    state: log.state,
    reason: log.reason,
    content_path: log.copy?.path ?? null,
    content_key_sealed: log.copy?.sealedKey ?? null,
  }));
  await sql`
    insert into ftp_logs (id, org_id, "user", user_id, remote_addr, asset, asset_id, account, session_id, operate,
      filename, is_success, has_file, date_start, date_end, size, sha256, state, reason, content_path,
      content_key_sealed)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, org_id uuid, "user" text,
      user_id uuid, remote_addr text, asset text, asset_id uuid, account text, session_id uuid, operate text,
      filename text, is_success boolean, has_file boolean, date_start timestamptz, date_end timestamptz, size bigint,
      sha256 text, state text, reason text, content_path text, content_key_sealed text)
    on conflict (id) do update set is_success = excluded.is_success, has_file = excluded.has_file,
      filename = excluded.filename, date_end = excluded.date_end, size = excluded.size, sha256 = excluded.sha256,
      state = excluded.state, reason = excluded.reason, content_path = excluded.content_path,
      content_key_sealed = excluded.content_key_sealed
  `.execute(db);
}

/** Shortens in the middle: the ends of a path tell most. NUL, which texts of the database cannot hold, is left out. */
function cut(value: string, longest: number): string {
  const characters = [...Buffer.from(value.replaceAll("\0", ""), "utf8").toString("utf8")];
  if (characters.length <= longest) return characters.join("");
  const half = Math.floor((longest - 3) / 2);
  return `${characters.slice(0, half).join("")}...${characters.slice(-half).join("")}`;
}
