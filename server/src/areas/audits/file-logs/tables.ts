import type { Generated } from "kysely";

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
  /** Id of the component that told of it; null for our own gateways. */
  readonly created_by: Generated<string | null>;
}

declare module "../../../engine/database/database.ts" {
  interface Database {
    ftp_logs: FtpLogsTable;
  }
}
