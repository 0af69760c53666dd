// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Changes of the secrets of accounts on their assets. */
export interface SecretChangesTable {
  readonly id: string;
  readonly org_id: string;
  readonly kind: string;
  readonly execution_id: string;
  readonly asset_id: string | null;
  readonly account_id: string | null;
  readonly account_version: number;
  readonly operating_id: string | null;
  readonly user_id: string | null;
  readonly key_strategy: string;
  readonly params: ColumnType<Json, string | undefined, string>;
  readonly former_sealed: string | null;
  readonly secret_sealed: string;
  readonly state: string;
  readonly error: Generated<string>;
  readonly attempts: Generated<number>;
  readonly lease: string | null;
  readonly leased_until: Date;
  readonly date_created: Generated<Date>;
  readonly date_started: Date | null;
  readonly date_finished: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    secret_changes: SecretChangesTable;
  }
}
