// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** One number, which grows with every change of what somebody may do. */
export interface AccessVersionTable {
  readonly only_row: Generated<boolean>;
  readonly version: number;
}

/** When a credential was last confirmed, and how strongly. */
export interface ConfirmationsTable {
  readonly credential_key: Buffer;
  readonly level: number;
  readonly date_confirmed: Generated<Date>;
}

declare module "../database/database.ts" {
  interface Database {
    access_version: AccessVersionTable;
    confirmations: ConfirmationsTable;
  }
}
