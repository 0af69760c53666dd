// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** The key pairs that browsers encrypt fields with. */
export interface FieldKeysTable {
  readonly id: Generated<string>;
  readonly public_pem: string;
  readonly private_sealed: string;
  readonly date_created: Generated<Date>;
}

/** The keys the data is sealed with, by their ids. */
export interface SecretKeysTable {
  readonly id: string;
  readonly date_created: Generated<Date>;
}

declare module "../database/database.ts" {
  interface Database {
    field_keys: FieldKeysTable;
    secret_keys: SecretKeysTable;
  }
}
