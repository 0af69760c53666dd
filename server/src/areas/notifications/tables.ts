// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated, GeneratedAlways } from "kysely";

/** Messages that leave the installation, and what became of them. */
export interface MessageDeliveriesTable {
  readonly id: Generated<string>;
  readonly backend: string;
  readonly receiver: Generated<string>;
  readonly address: string;
  readonly subject: Generated<string>;
  readonly state: Generated<string>;
  readonly attempts: Generated<number>;
  readonly answer: Generated<string>;
  readonly message_sealed: string | null;
  readonly date_created: Generated<Date>;
  readonly date_tried: Date | null;
}

/** Whom it was sent to, and whether they read it. */
export interface SiteMessageUsersTable {
  readonly id: Generated<string>;
  readonly message_id: string;
  readonly user_id: string;
  readonly has_read: Generated<boolean>;
  readonly read_at: Date | null;
  readonly date_created: Generated<Date>;
}

/** What was sent. */
export interface SiteMessagesTable {
  readonly id: Generated<string>;
  readonly subject: string;
  readonly message: string;
  readonly sender: Generated<string>;
  readonly is_broadcast: Generated<boolean>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** System messages that wait to be told together. */
export interface SystemMessageGatheredTable {
  readonly id: string;
  readonly place: GeneratedAlways<number>;
  readonly message_type: string;
  readonly receiver: string;
  readonly summary_sealed: string;
  readonly date_created: Date;
  readonly due: Date;
}

/** Chat channels that are told, beside the people who are. */
export interface SystemMessageRoomsTable {
  readonly message_type: string;
  readonly room: string;
}

/** How many system messages of a kind a receiver got since when. */
export interface SystemMessageWindowsTable {
  readonly message_type: string;
  readonly receiver: string;
  readonly began: Date;
  readonly sent: number;
}

/** Who is told what happens to the installation. */
export interface SystemMessageSubscriptionsTable {
  readonly message_type: string;
  readonly user_ids: Generated<string[]>;
  readonly group_ids: Generated<string[]>;
  readonly receive_backends: Generated<string[]>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    message_deliveries: MessageDeliveriesTable;
    site_message_users: SiteMessageUsersTable;
    site_messages: SiteMessagesTable;
    system_message_gathered: SystemMessageGatheredTable;
    system_message_rooms: SystemMessageRoomsTable;
    system_message_windows: SystemMessageWindowsTable;
    system_message_subscriptions: SystemMessageSubscriptionsTable;
  }
}
