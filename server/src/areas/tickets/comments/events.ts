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
export type LossReason = "asset" | "account" | "person" | "approvers" | "organization" | "expired";

/** What happened to a ticket; told as a comment in the reader's language. */
export type TicketEvent =
  | {
      readonly name: "pending" | "approved" | "rejected" | "closed";
      readonly changes?: readonly TicketChange[];
    }
  | { readonly name: "lost"; readonly reason: LossReason };

/** Who did it. */
export interface Actor {
  readonly id: string | null;
  /** `name(username)`. */
  readonly name: string;
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
