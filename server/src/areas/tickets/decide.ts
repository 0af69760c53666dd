import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest, NotFound, PermissionDenied } from "../../engine/errors.ts";
import { firstCharacters } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { type Actor, recordEvent, type TicketChange } from "./comments/events.ts";
import type { DecidedTicket } from "./effects.ts";
import { tellApplicant, tellAssignees } from "./messages/messages.ts";
import { writeSnapshot } from "./snapshot.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import type { TicketState, TicketType } from "./ticket-types.ts";
import { isAsked, isInvolved } from "./visible.ts";

/** What somebody does with a ticket. */
export type Decision = "approve" | "reject" | "close";

/** A ticket that nobody else can change until the transaction ends. */
export interface LockedTicket {
  readonly id: string;
  readonly org_id: string;
  readonly type: TicketType;
  readonly title: string;
  readonly serial_num: string;
  readonly state: TicketState;
  readonly status: "open" | "closed";
  readonly approval_step: number;
  readonly levels: number;
  readonly applicant_id: string | null;
  readonly applicant: string;
  /** Whether the caller is asked by the current step. */
  readonly is_asked: boolean;
}

/**
 * The ticket, locked, as somebody finds it who applied or is or was asked. Those who come second wait here, and find
 * what the first did.
 * @throws NotFound to everybody else
 */
export async function lockTicket(db: Kysely<Database>, userId: string, id: string): Promise<LockedTicket> {
  if (!isUuid(id)) throw new NotFound(text.ticket);
  await sql`select 1 from tickets where id = ${id}::uuid for update`.execute(db);
  const { rows } = await sql<LockedTicket>`
    select t.id, t.org_id, t.type, t.title, t.serial_num, t.state, t.status, t.approval_step, t.applicant_id,
      t.applicant, (select count(*)::int from ticket_steps s where s.ticket_id = t.id) as levels,
      ${isAsked("t", userId)} as is_asked
    from tickets t where t.id = ${id}::uuid and ${isInvolved("t", userId)}
  `.execute(db);
  const [ticket] = rows;
  if (ticket === undefined) throw new NotFound(text.ticket);
  return ticket;
}

/** Throws unless the caller may do that with the ticket, and it is open. */
export async function requireDecision(
  context: CallerContext,
  ticket: LockedTicket,
  decision: Decision,
): Promise<void> {
  const isApplicant = ticket.applicant_id === context.principal.id;
  if (!ticket.is_asked && !(decision === "close" && isApplicant)) throw new PermissionDenied();
  if (ticket.status === "closed") throw new BadRequest("ticket_closed", text.alreadyClosed);
  if (decision === "close" || !isApplicant) return;
  if (await context.services.settings.get<boolean>("TICKET_SELF_APPROVAL")) return;
  throw new PermissionDenied(text.ownTicket);
}

/** Longest name of an object in the operate log, in characters. */
const longestName = 128;

const stateAfter = { approve: "approved", reject: "rejected", close: "closed" } as const;

/** Ends the current step, and with it the ticket, unless another level follows. */
async function settle(
  db: Kysely<Database>,
  ticket: LockedTicket,
  state: "approved" | "rejected" | "closed",
  actor: Actor,
): Promise<void> {
  const { id, approval_step: level } = ticket;
  await sql`
    update ticket_steps set state = ${state}, status = 'closed', processor_id = ${actor.id}::uuid,
      processor = ${actor.name}, date_updated = now()
    where ticket_id = ${id}::uuid and level = ${level}
  `.execute(db);
  await sql`
    update ticket_assignees set state = ${state}
    where ticket_id = ${id}::uuid and level = ${level} and user_id = ${actor.id}::uuid
  `.execute(db);
  await sql`
    update tickets set state = ${state}, status = 'closed', processor_id = ${actor.id}::uuid,
      processor = ${actor.name}, date_updated = now()
    where id = ${id}::uuid
  `.execute(db);
  await sql`delete from ticket_links where ticket_id = ${id}::uuid`.execute(db);
}

/** Ends the current step and asks the next level. */
async function advance(db: Kysely<Database>, ticket: LockedTicket, actor: Actor): Promise<void> {
  const { id, approval_step: level } = ticket;
  await sql`
    update ticket_steps set date_updated = now(),
      state = case level when ${level} then 'approved' else state end,
      status = case level when ${level} then 'closed' else 'active' end,
      processor_id = case level when ${level} then ${actor.id}::uuid end,
      processor = case level when ${level} then ${actor.name} else '' end
    where ticket_id = ${id}::uuid and level in (${level}, ${level + 1})
  `.execute(db);
  await sql`
    update ticket_assignees set state = 'approved'
    where ticket_id = ${id}::uuid and level = ${level} and user_id = ${actor.id}::uuid
  `.execute(db);
  await sql`
    update tickets set approval_step = ${level + 1}, date_updated = now(), asked = array(
      select a.user_id from ticket_assignees a where a.ticket_id = ${id}::uuid and a.level = ${level + 1}
    ) where id = ${id}::uuid
  `.execute(db);
  await sql`delete from ticket_links where ticket_id = ${id}::uuid`.execute(db);
}

const forEffects = (ticket: LockedTicket, applicantId: string): DecidedTicket => ({
  id: ticket.id,
  type: ticket.type,
  organizationId: ticket.org_id,
  title: ticket.title,
  serialNumber: ticket.serial_num,
  applicantId,
  applicant: ticket.applicant,
});

/**
 * Does what the caller decided, after `requireDecision`; with the last approval all that follows from it, in the same
 * transaction. Contract: docs/contract/tickets.md, section 5.
 * @param changes what the approver changed of the request
 */
export async function decide(
  context: CallerContext,
  ticket: LockedTicket,
  decision: Decision,
  changes: readonly TicketChange[] = [],
): Promise<void> {
  const { db, principal, services } = context;
  const actor = { id: principal.id, name: `${principal.name}(${principal.username})` };
  const state = stateAfter[decision];
  const isFinal = decision !== "approve" || ticket.approval_step >= ticket.levels;
  if (isFinal) await settle(db, ticket, state, actor);
  else await advance(db, ticket, actor);
  if (isFinal && decision === "approve" && ticket.applicant_id !== null) {
    for (const effect of services.extensions.of("ticketEffects")) {
      if (effect.type === ticket.type) await effect.apply(context, forEffects(ticket, ticket.applicant_id));
    }
  }
  if (decision === "approve") await writeSnapshot(db, ticket.id);
  await recordEvent(db, ticket.id, actor, {
    name: state,
    ...(changes.length === 0 ? {} : { changes }),
  });
  await recordOperation(context, {
    action: "update",
    type: text.ticket,
    name: firstCharacters(ticket.title, longestName),
    id: ticket.id,
    organizationId: ticket.org_id,
    changes: [{ field: "state", label: text.state, before: ticket.state, after: state }],
  });
  const sending = { ...services, db };
  // Whoever takes their own request back knows it.
  if (ticket.applicant_id !== principal.id) await tellApplicant(sending, ticket.id);
  if (!isFinal) await tellAssignees(sending, ticket.id);
}
