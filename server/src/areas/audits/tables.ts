// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** Files that were moved to and from assets. */
export interface FtpLogsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly user: string;
  readonly user_id: string | null;
  readonly remote_addr: Generated<string>;
  readonly asset: string;
  readonly asset_id: string | null;
  readonly account: string;
  readonly session_id: string | null;
  readonly operate: string;
  readonly filename: string;
  readonly is_success: Generated<boolean>;
  readonly has_file: Generated<boolean>;
  readonly date_start: Generated<Date>;
  readonly date_end: Date | null;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly state: Generated<string>;
  readonly reason: Generated<string>;
  readonly content_path: string | null;
  readonly content_key_sealed: string | null;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    ftp_logs: FtpLogsTable;
  }
}
