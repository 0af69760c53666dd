// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { ProcessLocation } from "../process/process-location.ts";

/** The workers of the queue, and when each was last seen. */
export interface JobWorkersTable {
  readonly worker_id: string;
  readonly date_seen: Generated<Date>;
  readonly process: ColumnType<ProcessLocation | null, string | null | undefined, string | null>;
}

declare module "../database/database.ts" {
  interface Database {
    job_workers: JobWorkersTable;
  }
}
