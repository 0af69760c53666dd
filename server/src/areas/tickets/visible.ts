import { type RawBuilder, sql } from "kysely";
import "./tables.ts";

/**
 * Tickets (aliased `alias`) that somebody applied for, or is or was asked about, in whichever organization. Contract:
 * docs/contract/tickets.md, section 1.
 */
export const isInvolved = (alias: string, userId: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${alias}.applicant_id`)} = ${userId}::uuid or ${sql.ref(`${alias}.id`)} in (
    select a.ticket_id from ticket_assignees a where a.user_id = ${userId}::uuid
  ))`;

/** Tickets (aliased `alias`) whose current step asks somebody, or did when they closed. */
export const isAsked = (alias: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.id`)} in (
    select a.ticket_id from ticket_assignees a where a.user_id = ${userId}::uuid and a.is_current
  )`;
