// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** Uses of the system tools, for their limits. */
export interface ToolUsesTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly date_began: Generated<Date>;
  readonly date_ended: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    tool_uses: ToolUsesTable;
  }
}
