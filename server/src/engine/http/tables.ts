// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { FlashMessage } from "./flash-message.ts";
import type { SessionData } from "./session-data.ts";

/** Messages for the page that is shown next. */
export interface FlashMessagesTable {
  readonly code: Generated<string>;
  readonly message: ColumnType<FlashMessage, string, string>;
  readonly date_expired: Date;
}

/** Browser sessions, by the hash of their cookie. */
export interface HttpSessionsTable {
  readonly key: Buffer;
  readonly user_id: string | null;
  readonly csrf_token: string;
  readonly data: ColumnType<SessionData, string | undefined, string>;
  readonly date_created: Generated<Date>;
  readonly date_touched: Generated<Date>;
  readonly date_expired: Date;
  readonly id: Generated<string>;
  readonly remote_addr: Generated<string>;
  readonly user_agent: Generated<string>;
}

declare module "../database/database.ts" {
  interface Database {
    flash_messages: FlashMessagesTable;
    http_sessions: HttpSessionsTable;
  }
}
