// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** Whether the demonstration was seeded. */
export interface DemoSeedTable {
  readonly only_row: Generated<boolean>;
  readonly date_seeded: Generated<Date>;
}

declare module "../engine/database/database.ts" {
  interface Database {
    demo_seed: DemoSeedTable;
  }
}
