// Written by `npm run types:tables`: from the migrated database and owned-tables.json.

/** How far organizations are on the way to a first recorded session. */
export interface GettingStartedTable {
  readonly org_id: string;
  readonly counts_from: Date | null;
  readonly date_completed: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    getting_started: GettingStartedTable;
  }
}
