import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import "../tables.ts";

/** A value that an approver changed, as the comment about it shows both. */
export interface TicketChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Why a ticket closed without anybody's decision. */
export type LossReason =
  | "asset"
  | "account"
  | "person"
  | "session"
  | "approvers"
  | "organization"
  | "expired"
  | "waiting";

/** What happened to a ticket; told as a comment in the reader's language. */
export type TicketEvent =
  | {
      readonly name:
        | "pending"
        | "approved"
        | "rejected"
        | "closed"
        | "emergency"
        | "signed_off"
        | "objected"
        | "approval_ended"
        | "approval_lost"
        | "handed_over";
      readonly changes?: readonly TicketChange[];
      /** Decided by a mailed link and a second factor; absent: by somebody who was signed in. */
      readonly by?: "link";
    }
  | { readonly name: "lost"; readonly reason: LossReason };

/** Who did it. */
export interface Actor {
  readonly id: string | null;
  /** `name(username)`. */
  readonly name: string;
}

/** Writes down what somebody said about a ticket, in Markdown. */
export async function recordComment(
  db: Kysely<Database>,
  ticketId: string,
  author: Actor,
  body: string,
): Promise<void> {
  await sql`
    insert into ticket_comments (ticket_id, user_id, user_display, body)
    values (${ticketId}::uuid, ${author.id}::uuid, ${author.name}, ${body})
  `.execute(db);
}

/** Writes down what happened to a ticket. */
export async function recordEvent(
  db: Kysely<Database>,
  ticketId: string,
  actor: Actor,
  event: TicketEvent,
): Promise<void> {
  await sql`
    insert into ticket_comments (ticket_id, user_id, user_display, event)
    values (${ticketId}::uuid, ${actor.id}::uuid, ${actor.name}, ${JSON.stringify(event)}::jsonb)
  `.execute(db);
}
