import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { firstCharacters } from "../../engine/json.ts";
import { usersTable } from "../users/index.ts";
import { recordEvent } from "./comments/events.ts";
import { tellAssignees } from "./messages/messages.ts";
import { writeSnapshot } from "./snapshot.ts";
import type { TicketServices } from "./ticket-services.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import type { TicketType } from "./ticket-types.ts";

/** A ticket that is about to be opened. */
export interface NewTicket {
  /** A new one when omitted. */
  readonly id?: string;
  readonly type: TicketType;
  readonly organizationId: string;
  readonly applicantId: string;
  readonly title: string;
  readonly comment?: string;
  /** Ids of the people of each level, the first asked first. */
  readonly levels: readonly (readonly string[])[];
  /** Whether it is about what goes on at once: it is signed off afterwards, by somebody else. */
  readonly isEmergency?: boolean;
  /** Whether approving takes a second factor. */
  readonly mfaRequired: boolean;
  /** Columns of the type. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly assetIds?: readonly string[];
  readonly nodeIds?: readonly string[];
  /** Texts of what only the caller can name, for the snapshot. */
  readonly names?: Readonly<Record<string, string>>;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Longest title, in characters. */
const longestTitle = 256;

/** People who can decide: active, and no components. */
async function findPeople(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Person>`
    select u.id, u.name || '(' || u.username || ')' as name from ${usersTable} u
    where u.id = any(${[...ids]}::uuid[]) and u.is_active and not u.is_service_account
      and coalesce(u.date_expired > now(), true)
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Who is asked on each level: those there are, without the applicant. Where only the applicant is left, the setting
 * decides.
 */
function assigneesOf(
  levels: NewTicket["levels"],
  people: ReadonlyMap<string, string>,
  applicantId: string,
  mayDecideAlone: boolean,
): readonly (readonly Person[])[] {
  return levels.map((ids) => {
    const there = [...new Set(ids)].flatMap((id) => {
      const name = people.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
    const others = there.filter(({ id }) => id !== applicantId);
    const asked = others.length === 0 && mayDecideAlone ? there : others;
    if (asked.length === 0) throw new BadRequest("ticket_no_approver", text.noApprover);
    return asked;
  });
}

/** The number of the next ticket of today, in the server's time zone: the date and at least four digits. */
async function nextNumber(db: Kysely<Database>): Promise<string> {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("");
  const { rows } = await sql<{ number: number }>`
    insert into ticket_days (day, number) values (${day}::date, 1)
    on conflict (day) do update set number = ticket_days.number + 1 returning number
  `.execute(db);
  return `${day}${String(rows[0]?.number ?? 0).padStart(4, "0")}`;
}

async function insertSteps(
  db: Kysely<Database>,
  ticketId: string,
  steps: readonly (readonly Person[])[],
): Promise<void> {
  const assignees = steps.flatMap((people, index) =>
    people.map(({ id, name }) => ({
      ticket_id: ticketId,
      level: index + 1,
      user_id: id,
      name,
    })),
  );
  const levels = steps.map((_people, index) => ({ ticket_id: ticketId, level: index + 1 }));
  await db.insertInto("ticket_steps").values(levels).execute();
  await db.insertInto("ticket_assignees").values(assignees).execute();
}

/**
 * Opens a ticket and asks those of its first level. Contract: docs/contract/tickets.md, section 4.
 * @returns its id
 * @throws BadRequest when a level has nobody who could decide
 */
export async function openTicket(services: TicketServices, ticket: NewTicket): Promise<string> {
  const { db } = services;
  const { applicantId, levels, assetIds = [], nodeIds = [], isEmergency = false } = ticket;
  const people = await findPeople(db, [applicantId, ...levels.flat()]);
  const mayDecideAlone = !isEmergency && (await services.settings.get<boolean>("TICKET_SELF_APPROVAL"));
  const steps = assigneesOf(levels, people, applicantId, mayDecideAlone);
  if (steps.length === 0) throw new BadRequest("ticket_no_approver", text.noApprover);
  const { id = randomUUID() } = ticket;
  const applicant = people.get(applicantId) ?? "";
  await db
    .insertInto("tickets")
    .values({
      id,
      org_id: ticket.organizationId,
      type: ticket.type,
      title: firstCharacters(ticket.title, longestTitle),
      comment: ticket.comment ?? "",
      applicant_id: applicantId,
      applicant,
      mfa_required: ticket.mfaRequired,
      people: [...new Set([applicantId, ...steps.flat().map((person) => person.id)])],
      asked: (steps[0] ?? []).map((person) => person.id),
      serial_num: await nextNumber(db),
      is_emergency: isEmergency,
      ...ticket.columns,
    })
    .execute();
  if (assetIds.length > 0) {
    const links = assetIds.map((asset_id) => ({ ticket_id: id, asset_id }));
    await db.insertInto("ticket_assets").values(links).execute();
  }
  if (nodeIds.length > 0) {
    const links = nodeIds.map((node_id) => ({ ticket_id: id, node_id }));
    await db.insertInto("ticket_nodes").values(links).execute();
  }
  await insertSteps(db, id, steps);
  await writeSnapshot(db, id, ticket.names);
  await recordEvent(
    db,
    id,
    { id: applicantId, name: applicant },
    { name: isEmergency ? "emergency" : "pending" },
  );
  await tellAssignees(services, id);
  return id;
}
