// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** The organizations. */
export interface OrganizationsTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    organizations: OrganizationsTable;
  }
}
