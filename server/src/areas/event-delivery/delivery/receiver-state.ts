import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { PlacedEvent, StoredEvent } from "../catalogue/event.ts";
import { isMeant } from "../outbox/meant-for.ts";
import { trimDeadLetters } from "../outbox/retention.ts";
import type { Outcome } from "./record-try.ts";
import { mostBytesTogether } from "./send-events.ts";

/** Seconds until the next try after the first failure; each pause is twice the one before, up to the longest. */
const pauses = { first: 5, longest: 900 };

/** Events that a receiver has to be sent next. */
export interface NextEvents {
  /** The number it stands at. */
  readonly from: number;
  readonly events: readonly PlacedEvent[];
  /** The number it stands at once it took them. */
  readonly to: number;
  /** How often it refused the first of them. */
  readonly refusals: number;
}

/** Receivers that have something to be sent and may be tried. */
export async function dueReceivers(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.receiver_id as id from event_receiver_states s join event_receivers t on t.id = s.receiver_id
    where t.is_active and s.date_next <= now() and (
      s.seq < (select max(seq) from events)
      or exists (select from event_dead_letters d where d.receiver_id = t.id and d.is_due)
    )
    order by s.date_delivered nulls first
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What comes next for a receiver; null: it is gone, turned off, or to be left alone. */
export async function nextEvents(
  db: Kysely<Database>,
  receiverId: string,
  most: number,
): Promise<NextEvents | null> {
  const { rows: states } = await sql<{ seq: number; refusals: number; last: number }>`
    select s.seq, s.refusals, (select coalesce(max(seq), 0) from events) as last
    from event_receiver_states s join event_receivers t on t.id = s.receiver_id
    where s.receiver_id = ${receiverId}::uuid and t.is_active and s.date_next <= now()
  `.execute(db);
  const [state] = states;
  if (state === undefined) return null;
  const { seq: from, refusals, last } = state;
  const { rows } = await sql<{ seq: number; event: StoredEvent; size: number }>`
    select e.seq, e.event, pg_column_size(e.event) as size from events e, event_receivers t
    where t.id = ${receiverId}::uuid and e.seq > ${from} and e.seq <= ${last} and ${isMeant}
    order by e.seq limit ${most}
  `.execute(db);
  let size = 0;
  const events = rows.filter((row, index) => {
    size += row.size;
    return index === 0 || size <= mostBytesTogether;
  });
  const isAll = events.length === rows.length && rows.length < most;
  return { from, events, refusals, to: isAll ? Math.max(last, from) : (events.at(-1)?.seq ?? from) };
}

/** It took them, or none was meant for it. Whoever moved it meanwhile wins: the events are sent again. */
export async function advance(
  db: Kysely<Database>,
  receiverId: string,
  { from, to, events }: NextEvents,
): Promise<void> {
  await sql`
    update event_receiver_states set seq = ${to}, refusals = 0, delivered = delivered + ${events.length}
      ${events.length === 0 ? sql`` : sql`, problem = '', answer = '', failures = 0, date_delivered = now()`}
    where receiver_id = ${receiverId}::uuid and seq = ${from}
  `.execute(db);
}

/** It did not: it is left alone for a while, by chance shorter or longer than others that failed at the same time. */
export async function postpone(
  db: Kysely<Database>,
  receiverId: string,
  { problem, answer, retryAfter }: Pick<Outcome, "problem" | "answer" | "retryAfter">,
  isRefused = false,
): Promise<void> {
  await sql`
    update event_receiver_states set problem = ${problem}, answer = ${answer}, failures = failures + 1,
      refusals = refusals + ${isRefused ? 1 : 0}, date_failed = now(),
      date_next = now() + interval '1 second' * greatest(
        ${retryAfter}::float8, least(${pauses.longest}, ${pauses.first} * power(2, least(failures, 20))) * (0.5 + random())
      )
    where receiver_id = ${receiverId}::uuid
  `.execute(db);
}

/** Puts an event aside that was refused for good, and goes on behind it. */
export async function giveUp(
  db: Kysely<Database>,
  receiverId: string,
  { from }: Pick<NextEvents, "from">,
  { seq, event }: PlacedEvent,
  { problem, answer }: Pick<Outcome, "problem" | "answer">,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numAffectedRows = 0n } = await sql`
      update event_receiver_states set seq = ${seq}, refusals = 0, failures = 0, problem = ${problem},
        answer = ${answer}, date_failed = now(), date_next = now()
      where receiver_id = ${receiverId}::uuid and seq = ${from}
    `.execute(transaction);
    if (numAffectedRows === 0n) return;
    await sql`
      insert into event_dead_letters (receiver_id, seq, event_id, kind, event, problem, answer)
      values (${receiverId}::uuid, ${seq}, ${event.id}::uuid, ${event.kind}, ${JSON.stringify(event)}::jsonb,
        ${problem}, ${answer})
    `.execute(transaction);
    await trimDeadLetters(transaction, receiverId);
  });
}
