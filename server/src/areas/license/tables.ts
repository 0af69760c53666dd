// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** The one license of the installation. */
export interface LicensesTable {
  readonly only_row: Generated<boolean>;
  readonly document: string;
  readonly imported_by: string;
  readonly date_imported: Generated<Date>;
  readonly date_seen: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    licenses: LicensesTable;
  }
}
