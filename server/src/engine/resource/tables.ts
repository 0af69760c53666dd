// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";

/** Ids that a later request refers to by a token. */
export interface ResourceSelectionsTable {
  readonly token: Generated<string>;
  readonly user_id: string;
  readonly ids: ColumnType<string[], string, string>;
  readonly date_expired: Date;
}

/** Differences of the number of rows of tracked tables; their sum is the number. */
export interface RowCountsTable {
  readonly table_name: string;
  readonly org_id: string | null;
  readonly partition_value: string | null;
  readonly difference: number;
}

declare module "../database/database.ts" {
  interface Database {
    resource_selections: ResourceSelectionsTable;
    row_counts: RowCountsTable;
  }
}
