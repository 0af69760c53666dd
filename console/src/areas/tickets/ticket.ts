import { isRecord } from "../../kit/api/api-error.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import type { Profile } from "../../kit/session.ts";
import { TICKET_SETS, type TicketType } from "./resources.ts";

/** What became of a ticket, or of one of its steps. */
export type TicketState = "pending" | "approved" | "rejected" | "closed" | "reopen";

/** One level of approval (docs/contract/tickets.md). */
export interface TicketStep {
  readonly level: number;
  readonly state: TicketState;
  readonly assignees: readonly string[];
  /** `name(username)` of each. */
  readonly names: readonly string[];
  /** Who decided: id and `name(username)`; empty while nobody has. */
  readonly processor: string;
  readonly processorName: string;
  readonly decidedAt: unknown;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(valueText) : []);

function stateText(value: unknown): TicketState {
  const text = String(plainValue(value));
  return text === "approved" || text === "rejected" || text === "closed" || text === "reopen"
    ? text
    : "pending";
}

/** The state of a ticket. */
export const stateOf = (ticket: Row): TicketState => stateText(ticket.state);

/** Whether somebody may still decide. */
export const isOpen = (ticket: Row): boolean => plainValue(ticket.status) !== "closed";

/** Whether it is about what went on at once, and has to be signed off afterwards. */
export const isEmergency = (ticket: Row): boolean => ticket.is_emergency === true;

/** Until when the approval lets the same person connect again; undefined when it does not, or no longer does. */
export function heldUntil({ approval_expires: until }: Row): string | undefined {
  return typeof until === "string" && Date.parse(until) > Date.now() ? until : undefined;
}

/** The type of a ticket; undefined for one this console does not know. */
export function typeOf(ticket: Row): TicketType | undefined {
  const type = String(plainValue(ticket.type));
  return Object.hasOwn(TICKET_SETS, type) ? (type as TicketType) : undefined;
}

/** The page of a ticket. */
export function ticketPath(ticket: Row): string | undefined {
  const type = typeOf(ticket);
  return type === undefined ? undefined : TICKET_SETS[type].routes.detail?.(String(ticket.id));
}

/** The levels of approval, first one first. */
export function stepsOf(ticket: Row): TicketStep[] {
  const map = Array.isArray(ticket.process_map) ? ticket.process_map : [];
  return map.filter(isRecord).map((step, index) => ({
    level: typeof step.approval_level === "number" ? step.approval_level : index + 1,
    state: stateText(step.state),
    assignees: texts(step.assignees),
    names: texts(step.assignees_display),
    processor: valueText(step.processor),
    processorName: valueText(step.processor_display),
    decidedAt: step.approval_date,
  }));
}

/** The step that is being decided; undefined once there is none. */
export function currentStep(ticket: Row): TicketStep | undefined {
  if (!isOpen(ticket)) return undefined;
  const at = Number(plainValue(ticket.approval_step)) || 1;
  return stepsOf(ticket)[at - 1];
}

/** Whether the current step is the one that grants. */
export function isLastStep(ticket: Row): boolean {
  return (Number(plainValue(ticket.approval_step)) || 1) >= stepsOf(ticket).length;
}

/** Whether this person decides the current step. */
export function mayDecide(ticket: Row, me: Pick<Profile, "id">): boolean {
  return currentStep(ticket)?.assignees.includes(me.id) === true;
}

/** Whether this person was asked by the step that decided last. */
export function wasAsked(ticket: Row, me: Pick<Profile, "id">): boolean {
  const at = Number(plainValue(ticket.approval_step)) || 1;
  return stepsOf(ticket)[at - 1]?.assignees.includes(me.id) === true;
}

/** What was written down about a relation when the ticket was made: it outlives the object. */
function snapshot(ticket: Row, name: string): unknown {
  return isRecord(ticket.rel_snapshot) ? ticket.rel_snapshot[name] : undefined;
}

/** Who asked, as `name(username)`. */
export function applicantText(ticket: Row): string {
  return valueText(snapshot(ticket, "applicant")) || valueText(ticket.applicant);
}

/** Whether this person asked. */
export function isApplicant(ticket: Row, me: Profile): boolean {
  const id = plainValue(ticket.applicant);
  return id === me.id || applicantText(ticket) === `${me.name}(${me.username})`;
}

/** A relation in words: the object's name, or what it was called when the ticket was made. */
export function relationText(ticket: Row, name: string): string {
  return valueText(ticket[name]) || valueText(snapshot(ticket, name));
}
