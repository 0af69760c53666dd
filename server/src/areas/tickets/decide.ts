import { type Kysely, sql } from "kysely";
import { type CallerContext, requireConfirmation } from "../../engine/access/index.ts";
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
  /** Whether approving takes a second factor. */
  readonly mfa_required: boolean;
  /** Whether the caller is asked by the current step. */
  readonly is_asked: boolean;
  readonly is_emergency: boolean;
  readonly apply_login_acl_id: string | null;
  readonly apply_login_acl_revision: string;
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
      t.applicant, t.mfa_required, t.is_emergency, t.apply_login_acl_id, t.apply_login_acl_revision,
      (select count(*)::int from ticket_steps s where s.ticket_id = t.id) as levels,
      ${isAsked("t", userId)} as is_asked
    from tickets t where t.id = ${id}::uuid and ${isInvolved("t", userId)}
  `.execute(db);
  const [ticket] = rows;
  if (ticket === undefined) throw new NotFound(text.ticket);
  return ticket;
}

/** How somebody comes to decide: signed in, or by a mailed link and a second factor that was just proven. */
export type DecidedBy = "sign-in" | "link";

/**
 * Throws unless the caller may do that with the ticket, and it is open.
 * @throws ConfirmationRequired where approving takes a second factor and none was proven lately
 */
export async function requireDecision(
  context: CallerContext,
  ticket: LockedTicket,
  decision: Decision,
  by: DecidedBy = "sign-in",
): Promise<void> {
  const isApplicant = ticket.applicant_id === context.principal.id;
  if (!ticket.is_asked && !(decision === "close" && isApplicant)) throw new PermissionDenied();
  if (ticket.status === "closed") throw new BadRequest("ticket_closed", text.alreadyClosed);
  if (ticket.is_emergency && decision === "close") throw new PermissionDenied(text.emergencyStays);
  if (ticket.is_emergency && isApplicant) throw new PermissionDenied(text.ownTicket);
  if (decision !== "close" && isApplicant) await requireSelfApproval(context);
  if (decision === "approve" && ticket.mfa_required && by === "sign-in") {
    await requireConfirmation(context, "mfa", "always");
  }
}

async function requireSelfApproval({ services }: CallerContext): Promise<void> {
  if (await services.settings.get<boolean>("TICKET_SELF_APPROVAL")) return;
  throw new PermissionDenied(text.ownTicket);
}

/** Longest name of an object in the operate log, in characters. */
export const longestName = 128;

const stateAfter = { approve: "approved", reject: "rejected", close: "closed" } as const;

/** What is told of a decision about what went on already. */
const eventOfSignOff = { approve: "signed_off", reject: "objected", close: "closed" } as const;

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
  isEmergency: ticket.is_emergency,
  rule:
    ticket.apply_login_acl_id === null
      ? null
      : { id: ticket.apply_login_acl_id, revision: ticket.apply_login_acl_revision },
});

/** What there is to tell of a decision. */
interface Told {
  /** What the approver changed of the request. */
  readonly changes?: readonly TicketChange[];
  readonly by?: DecidedBy;
}

/** The decision in the operate log. */
async function audit(
  context: CallerContext,
  { id, org_id: organizationId, title, state: before }: LockedTicket,
  after: string,
  by: DecidedBy,
): Promise<void> {
  const way = { field: "decided_by", label: text.decidedBy, before: "", after: "mailed link" };
  await recordOperation(context, {
    action: "update",
    type: text.ticket,
    name: firstCharacters(title, longestName),
    id,
    organizationId,
    changes: [{ field: "state", label: text.state, before, after }, ...(by === "link" ? [way] : [])],
  });
}

/**
 * Does what the caller decided, after `requireDecision`; with the last approval all that follows from it, in the same
 * transaction. Contract: docs/contract/tickets.md, section 5.
 */
export async function decide(
  context: CallerContext,
  ticket: LockedTicket,
  decision: Decision,
  { changes = [], by = "sign-in" }: Told = {},
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
    name: ticket.is_emergency ? eventOfSignOff[decision] : state,
    ...(changes.length === 0 ? {} : { changes }),
    ...(by === "link" ? { by } : {}),
  });
  await audit(context, ticket, state, by);
  const sending = { ...services, db };
  // Whoever takes their own request back knows it.
  if (ticket.applicant_id !== principal.id) await tellApplicant(sending, ticket.id);
  if (!isFinal) await tellAssignees(sending, ticket.id);
}
