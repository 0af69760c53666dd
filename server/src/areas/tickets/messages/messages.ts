import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { knownTimeZone, writeInstant } from "../../../engine/resource/index.ts";
import { type NoticePart, notifyUsers } from "../../notifications/index.ts";
import { text } from "../texts.ts";
import { ticketPage } from "../ticket-page.ts";
import type { TicketServices } from "../ticket-services.ts";
import { stateChoices, typeChoices } from "../ticket-types.ts";
import { createApprovalLink } from "./approval-link.ts";
import "../tables.ts";
import { appliedFacts, type ToldTicket } from "./applied-facts.ts";

/** A ticket as messages and pages show it; null when there is none. */
export async function readTold(db: Kysely<Database>, id: string): Promise<ToldTicket | null> {
  const { rows } = await sql<ToldTicket>`select * from tickets where id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

const writeDate = (date: Date): string => writeInstant(date, knownTimeZone(undefined));

const labelOf = (choices: readonly { value: unknown; label: Message }[], value: string): Message =>
  choices.find((choice) => choice.value === value)?.label ?? text.ticket;

/** What every message and page says of a ticket. */
export function ticketParts(ticket: ToldTicket): NoticePart[] {
  return [
    {
      facts: [
        [text.serialNumber, ticket.serial_num],
        [text.title, ticket.title],
        [text.type, labelOf(typeChoices, ticket.type)],
        [text.state, labelOf(stateChoices, ticket.state)],
        [text.applicant, ticket.applicant],
        ...(ticket.comment === "" ? [] : ([[text.comment, ticket.comment]] as const)),
      ],
    },
    { facts: appliedFacts(ticket, writeDate) },
  ];
}

/** A subject that names the ticket. */
function subjectOf(message: Message, ticket: ToldTicket): Message {
  const { en, zh, ja } = labelOf(typeChoices, ticket.type);
  const { applicant, title } = ticket;
  const inLanguage = (line: string, type: string): string =>
    line
      .replace("{type}", () => type)
      .replace("{applicant}", () => applicant)
      .replace("{title}", () => title);
  return {
    key: message.key,
    en: inLanguage(message.en, en),
    zh: inLanguage(message.zh, zh),
    ja: inLanguage(message.ja, ja),
  };
}

const pageLink = (ticket: ToldTicket): NoticePart => ({
  link: { label: text.viewDetails, path: ticketPage(ticket.id, ticket.type) },
});

/** Asks those of the current step to decide. Contract: docs/contract/tickets.md, section 6. */
export async function tellAssignees(
  services: TicketServices,
  id: string,
  { isReminder = false }: { readonly isReminder?: boolean } = {},
): Promise<void> {
  const ticket = await readTold(services.db, id);
  if (ticket === null) return;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ticket_assignees where ticket_id = ${id}::uuid and level = ${ticket.approval_step}
  `.execute(services.db);
  const about = ticket.is_emergency ? text.emergencySubject : text.newSubject;
  const subject = subjectOf(isReminder ? text.reminderSubject : about, ticket);
  for (const { user_id } of rows) {
    // It is mailed, and in no other message.
    const path = await createApprovalLink(services, id, user_id);
    const direct: NoticePart = { link: { label: text.directApproval, path, isSecret: true } };
    const parts = [...ticketParts(ticket), pageLink(ticket), direct];
    await notifyUsers(services, [user_id], { subject, parts });
  }
}

/** Tells the applicant what became of their ticket, or that the next level is asked now. */
export async function tellApplicant(services: TicketServices, id: string): Promise<void> {
  const ticket = await readTold(services.db, id);
  if (ticket === null || ticket.applicant_id === null) return;
  await notifyUsers(services, [ticket.applicant_id], {
    subject: subjectOf(text.processedSubject, ticket),
    parts: [...ticketParts(ticket), pageLink(ticket)],
  });
}
