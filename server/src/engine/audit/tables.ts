// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../json.ts";
import type { FieldChange } from "./field-change.ts";

/** What happened to an object. */
export interface ActivityLogsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly resource_id: string;
  readonly action: string;
  readonly user_display: string;
  readonly datetime: Generated<Date>;
}

/** What people changed. */
export interface OperateLogsTable {
  readonly id: Generated<string>;
  readonly user_display: string;
  readonly user_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource: string;
  readonly resource_id: string;
  readonly remote_addr: string;
  readonly diff: ColumnType<FieldChange[], string | undefined, string>;
  readonly org_id: string;
  readonly datetime: Generated<Date>;
  readonly resource_type_label: ColumnType<Json | null, string | null | undefined, string | null>;
}

/** What people and programs were refused. */
export interface RefusalsTable {
  readonly id: Generated<string>;
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly user_display: Generated<string>;
  readonly remote_addr: Generated<string>;
  readonly channel: string;
  readonly kind: string;
  readonly code: string;
  readonly reason: ColumnType<Json, string, string>;
  readonly target: Generated<string>;
  readonly asset: Generated<string>;
  readonly asset_id: string | null;
  readonly account: Generated<string>;
  readonly protocol: Generated<string>;
  readonly rights: Generated<string>;
  readonly count: Generated<number>;
  readonly datetime: Date;
  readonly date_last: Date;
  readonly fold_key: Buffer;
}

declare module "../database/database.ts" {
  interface Database {
    activity_logs: ActivityLogsTable;
    operate_logs: OperateLogsTable;
    refusals: RefusalsTable;
  }
}
