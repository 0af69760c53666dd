// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated, GeneratedAlways } from "kysely";

/** Text messages that were sent, for the limits. */
export interface SmsSendsTable {
  readonly id: GeneratedAlways<number>;
  readonly number_hash: Buffer;
  readonly user_id: string | null;
  readonly remote_address: string;
  readonly date_sent: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    sms_sends: SmsSendsTable;
  }
}
