// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** Commands and expressions that rules name together. */
export interface CommandGroupsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly ignore_case: boolean;
  readonly comment: Generated<string>;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    command_groups: CommandGroupsTable;
  }
}
