import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { usersTable } from "../users/index.ts";
import "./tables.ts";

/**
 * Tickets (aliased `alias`) that somebody applied for, or is or was asked about, in whichever organization. Contract:
 * docs/contract/tickets.md, section 1.
 */
export const isInvolved = (alias: string, userId: string | null): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.people`)} @> array[${userId}::uuid]`;

/** Tickets (aliased `alias`) whose current step asks somebody, or did when they closed. */
export const isAsked = (alias: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.asked`)} @> array[${userId}::uuid]`;

/** Whether the current step of an open ticket asks somebody. */
export async function isAskedNow(db: Kysely<Database>, userId: string, ticketId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tickets t where t.id = ${ticketId}::uuid and t.status = 'open' and ${isAsked("t", userId)}
  `.execute(db);
  return rows.length > 0;
}

/** Whether somebody of the current step of a ticket (aliased `t`) could decide. */
export const hasApprover = sql<boolean>`exists (
  select 1 from ${usersTable} u
  where u.id = any(t.asked) and u.is_active and coalesce(u.date_expired > now(), true)
)`;
