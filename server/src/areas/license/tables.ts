import type { Generated } from "kysely";

declare module "../../engine/database/database.ts" {
  interface Database {
    licenses: LicensesTable;
  }
}

/** The one license of the installation. */
export interface LicensesTable {
  only_row: Generated<boolean>;
  document: string;
  imported_by: string;
  date_imported: Generated<Date>;
  date_seen: Generated<Date>;
}
