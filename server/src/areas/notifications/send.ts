import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { EventBus } from "../../engine/events/index.ts";
import { userGroupMembersTable, usersTable } from "../users/index.ts";
import { longestMessage, sanitizeMessage } from "./sanitize.ts";
import "./tables.ts";

/** Announced when the number of unread messages of somebody changed. Payload: their ids, or null for many. */
export const unreadChannel = "notifications.unread";

/** A message to people inside the console. */
export interface SiteMessage {
  /** Plain text. */
  readonly subject: string;
  /** HTML; it is sanitised here. */
  readonly message: string;
  /** Name of the sender; empty for the product itself. */
  readonly sender?: string;
  readonly userIds?: readonly string[];
  readonly groupIds?: readonly string[];
  /** To every person there is. */
  readonly isBroadcast?: boolean;
}

/** More recipients than this are announced without naming them. */
const mostNamed = 100;

/**
 * Sends a message, in the transaction of `db`: it is stored for its recipients and their open pages are told once
 * that commits. Contract: docs/contract/notifications.md, section 2.
 * @returns how many people got it; with none nothing is stored
 */
export async function sendSiteMessage(
  { db, events }: { readonly db: Kysely<Database>; readonly events: EventBus },
  { subject, message, sender = "", userIds = [], groupIds = [], isBroadcast = false }: SiteMessage,
): Promise<number> {
  const kept = await sanitizeMessage(message.slice(0, longestMessage));
  const { rows } = await sql<{ user_id: string }>`
    with recipients as (
      select u.id from ${usersTable} u
      where not u.is_service_account and (${isBroadcast}
        or u.id = any(${[...userIds]}::uuid[])
        or u.id in (select m.user_id from ${userGroupMembersTable} m where m.usergroup_id = any(${[...groupIds]}::uuid[])))
    ), stored as (
      insert into site_messages (subject, message, sender, is_broadcast)
      select ${subject.trim().slice(0, 1024) || "-"}, ${kept}, ${sender}, ${isBroadcast}
      where exists (select 1 from recipients) returning id
    )
    insert into site_message_users (message_id, user_id)
    select stored.id, recipients.id from stored, recipients returning user_id
  `.execute(db);
  if (rows.length > 0) {
    const named = rows.length <= mostNamed ? rows.map(({ user_id }) => user_id) : null;
    await events.publish(unreadChannel, named, db);
  }
  return rows.length;
}
