import type { Generated } from "kysely";

declare module "../../engine/database/database.ts" {
  interface Database {
    site_messages: SiteMessagesTable;
    site_message_users: SiteMessageUsersTable;
    system_message_subscriptions: SystemMessageSubscriptionsTable;
  }
}

/** What was sent. */
export interface SiteMessagesTable {
  id: Generated<string>;
  subject: string;
  message: string;
  sender: string;
  is_broadcast: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

/** Who is told what happens to the installation. */
export interface SystemMessageSubscriptionsTable {
  message_type: string;
  user_ids: string[];
  group_ids: string[];
  receive_backends: string[];
  date_updated: Generated<Date>;
}

/** Whom it was sent to, and whether they read it. */
export interface SiteMessageUsersTable {
  id: Generated<string>;
  message_id: string;
  user_id: string;
  has_read: Generated<boolean>;
  read_at: Date | null;
  date_created: Generated<Date>;
}
