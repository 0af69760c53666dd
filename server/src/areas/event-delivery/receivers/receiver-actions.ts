import { sql } from "kysely";
import type { AccessRule, CallerContext } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  parseBody,
  type ResourceAction,
  type Row,
} from "../../../engine/resource/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { keptDays } from "../outbox/retention.ts";
import { text } from "../texts.ts";

const replayFields = { from: datetime({ label: text.replayFrom, required: true }) };

const amountField = computed({ label: text.eventsCount, type: "integer", present: () => 0 });

const known = (row: Row | undefined): Row => {
  if (row === undefined) throw new NotFound(text.receiver);
  return row;
};

/** The operate log tells that events were sent again: they leave the house a second time. */
const record = (context: CallerContext, { id, name }: Row) =>
  recordOperation(context, {
    action: "update",
    type: text.receiver,
    name: String(name),
    id: String(id),
    organizationId: organizationIds.root,
  });

async function replay(context: CallerContext, row: Row, body: unknown): Promise<number> {
  const { from } = await parseBody(context, replayFields, body);
  if (!(from instanceof Date)) throw new ValidationError({ from: [text.replayFromMissing] });
  const { rows } = await sql<{ seq: number | null; amount: number }>`
    select min(seq) as seq, count(*) as amount from events where date_added >= ${from}
  `.execute(context.db);
  const first = rows[0]?.seq ?? null;
  if (first === null)
    throw new ValidationError({ from: [withParameters(text.replayNothing, { days: keptDays })] });
  await sql`
    update event_receiver_states set seq = least(seq, ${first - 1}), date_next = now(), failures = 0
    where receiver_id = ${String(row.id)}::uuid
  `.execute(context.db);
  await record(context, row);
  return rows[0]?.amount ?? 0;
}

/** Queues what it refused, or one of those, to be sent again. */
async function retryDeadLetters(context: CallerContext, row: Row): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update event_dead_letters set is_due = true where receiver_id = ${String(row.id)}::uuid
  `.execute(context.db);
  await sql`
    update event_receiver_states set date_next = now() where receiver_id = ${String(row.id)}::uuid
  `.execute(context.db);
  await record(context, row);
  return Number(numAffectedRows);
}

/** What is done with a receiver beside changing it. Contract: docs/contract/events.md, "Sending again". */
export const receiverActions = (access: AccessRule): readonly ResourceAction[] => [
  {
    name: "replay",
    on: "object",
    methods: ["POST"],
    access,
    fields: { POST: replayFields },
    title: "Event Replay",
    handle: async (context, { row, body }) => ({ body: { events: await replay(context, known(row), body) } }),
  },
  {
    name: "retry-dead-letters",
    on: "object",
    methods: ["POST"],
    access,
    fields: { POST: { events: amountField } },
    title: "Dead Letter Retry",
    handle: async (context, { row }) => ({ body: { events: await retryDeadLetters(context, known(row)) } }),
  },
];
