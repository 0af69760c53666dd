import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { isUuid } from "../../engine/resource/index.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import { isInvolved } from "./visible.ts";

/**
 * Remembers that a session belongs to a ticket.
 * @throws NotFound when there is no such ticket
 */
export async function relateSession(
  db: Kysely<Database>,
  ticketId: string,
  sessionId: string,
): Promise<void> {
  const { rows } = await sql`select 1 from tickets where id = ${ticketId}::uuid`.execute(db);
  if (rows.length === 0) throw new NotFound(text.ticket);
  await sql`
    insert into ticket_sessions (ticket_id, session_id) values (${ticketId}::uuid, ${sessionId}::uuid)
    on conflict do nothing
  `.execute(db);
}

/**
 * The ids of the sessions of a ticket, the first one first, for somebody who applied for it or is or was asked.
 * @throws NotFound to others
 */
export async function sessionsOfTicket(
  db: Kysely<Database>,
  userId: string,
  ticketId: string,
): Promise<string[]> {
  if (!isUuid(ticketId)) throw new NotFound(text.ticket);
  const { rows } = await sql<{ ids: string[] }>`
    select array(
      select l.session_id from ticket_sessions l where l.ticket_id = t.id order by l.date_created, l.session_id
    ) as ids from tickets t where t.id = ${ticketId}::uuid and ${isInvolved("t", userId)}
  `.execute(db);
  const [ticket] = rows;
  if (ticket === undefined) throw new NotFound(text.ticket);
  return ticket.ids;
}

/** The ticket by which somebody consented to a session, as the audit tells it. */
export interface SessionApproval {
  readonly session_id: string;
  readonly id: string;
  readonly serial_num: string;
  readonly state: string;
  /** Who decided, `name(username)`; empty while nobody has. */
  readonly processor: string;
  readonly is_emergency: boolean;
  /** Of emergency access, why. */
  readonly comment: string;
}

/** What let each of these sessions begin, where somebody had to consent; the latest ticket of each. */
export async function approvalsOfSessions(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<readonly SessionApproval[]> {
  const { rows } = await sql<SessionApproval>`
    select distinct on (l.session_id) l.session_id, t.id, t.serial_num, t.state, t.processor, t.is_emergency, t.comment
    from ticket_sessions l join tickets t on t.id = l.ticket_id
    where l.session_id = any(${[...sessionIds]}::uuid[]) and t.type = 'login_asset_confirm'
    order by l.session_id, t.is_emergency desc, t.date_created desc
  `.execute(db);
  return rows;
}

/** Of these sessions, those of a ticket about which somebody is or was asked. */
export async function sessionsAskedAbout(
  db: Kysely<Database>,
  userId: string,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ session_id: string }>`
    select distinct l.session_id from ticket_sessions l join ticket_assignees a on a.ticket_id = l.ticket_id
    where l.session_id = any(${sessionIds.filter(isUuid)}::uuid[]) and a.user_id = ${userId}::uuid
  `.execute(db);
  return new Set(rows.map(({ session_id }) => session_id));
}

/** Whether the session whose id is in `column` belongs to a ticket about which somebody is or was asked. */
export const isSessionAskedAbout = (column: string, userId: string | null): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (
    select l.session_id from ticket_sessions l join ticket_assignees a on a.ticket_id = l.ticket_id
    where a.user_id = ${userId}::uuid
  )`;
