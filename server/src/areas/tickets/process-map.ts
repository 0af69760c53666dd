import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Json } from "../../engine/json.ts";
import { computed, writeInstant } from "../../engine/resource/index.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import type { TicketState } from "./ticket-types.ts";

/** A step of a ticket with who is asked. */
interface Step {
  readonly ticket_id: string;
  readonly level: number;
  readonly state: TicketState;
  readonly processor_id: string | null;
  readonly processor: string;
  readonly date_updated: Date;
  readonly assignees: readonly { readonly id: string; readonly name: string }[];
}

async function readSteps(
  db: Kysely<Database>,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, Step[]>> {
  const { rows } = await sql<Step>`
    select s.ticket_id, s.level, s.state, s.processor_id, s.processor, s.date_updated, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.user_id, 'name', a.name) order by a.name)
      from ticket_assignees a where a.ticket_id = s.ticket_id and a.level = s.level
    ), '[]') as assignees
    from ticket_steps s where s.ticket_id = any(${[...ticketIds]}::uuid[]) order by s.ticket_id, s.level
  `.execute(db);
  const byTicket = new Map<string, Step[]>();
  for (const step of rows) {
    const steps = byTicket.get(step.ticket_id);
    if (steps === undefined) byTicket.set(step.ticket_id, [step]);
    else steps.push(step);
  }
  return byTicket;
}

/** How far a ticket got: a part for each level. Contract: docs/contract/tickets.md, section 2. */
export const processMap = computed({
  label: text.processMap,
  load: ({ db }, rows) =>
    readSteps(
      db,
      rows.map(({ id }) => String(id)),
    ),
  present: ({ id }, { timeZone }, loaded) =>
    ((loaded as ReadonlyMap<string, Step[]>).get(String(id)) ?? []).map(
      (step): Json => ({
        state: step.state,
        assignees: step.assignees.map((person) => person.id),
        assignees_display: step.assignees.map(({ name }) => name),
        processor: step.processor_id ?? "",
        processor_display: step.processor,
        approval_level: step.level,
        approval_date: writeInstant(step.date_updated, timeZone),
      }),
    ),
});
