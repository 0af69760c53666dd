import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import { isMeant } from "./meant-for.ts";

/** Days that events are kept, delivered or not: as long as a receiver may be away, and as far as it can be sent again. */
export const keptDays = 7;

/** Limits of what is kept. */
export interface EventLimits {
  /** Events. */
  readonly events: number;
  /** Rows of the delivery log of a receiver. */
  readonly deliveries: number;
  /** Dead letters of a receiver. */
  readonly deadLetters: number;
}

const limits: EventLimits = { events: 1_000_000, deliveries: 1_000, deadLetters: 1_000 };

/**
 * Removes what is older than a week, and what is more than a million events. Whoever has not got it by then never will:
 * it is counted with the receiver as skipped, and so are dead letters beyond what is kept of them.
 */
export async function removeOldEvents(
  { db }: Pick<Services, "db">,
  { events, deliveries }: EventLimits = limits,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ seq: number | null }>`
      select greatest(
        (select max(seq) from events where date_added < now() - make_interval(days => ${sql.lit(keptDays)})),
        (select seq from events order by seq desc offset ${events} limit 1)
      ) as seq
    `.execute(transaction);
    const last = rows[0]?.seq ?? null;
    if (last !== null) await removeUpTo(transaction, last);
  });
  await sql`
    delete from event_deliveries where id in (
      select d.id from event_receivers t cross join lateral (
        select id from event_deliveries where receiver_id = t.id order by date desc nulls last, id offset ${deliveries}
      ) d
    )
  `.execute(db);
}

async function removeUpTo(db: Kysely<Database>, last: number): Promise<void> {
  const { rows } = await sql<{ receiver: string; skipped: number }>`
    update event_receiver_states s set seq = ${last}, skipped = s.skipped + m.amount
    from event_receivers t cross join lateral (
      select count(*) as amount from events e
      where e.seq > (select seq from event_receiver_states where receiver_id = t.id) and e.seq <= ${last} and ${isMeant}
    ) m
    where s.receiver_id = t.id and s.seq < ${last}
    returning t.name as receiver, m.amount as skipped
  `.execute(db);
  for (const { receiver, skipped } of rows)
    if (skipped > 0) log.error({ receiver, skipped }, "events were removed before a receiver took them");
  await sql`delete from events where seq <= ${last}`.execute(db);
}

/** Makes room for a dead letter: the oldest ones beyond the limit go, and are counted as skipped. */
export async function trimDeadLetters(
  db: Kysely<Database>,
  receiverId: string,
  { deadLetters }: EventLimits = limits,
): Promise<void> {
  await sql`
    with gone as (
      delete from event_dead_letters where id in (
        select id from event_dead_letters where receiver_id = ${receiverId}::uuid
        order by date_created desc nulls last, id offset ${deadLetters}
      ) returning id
    )
    update event_receiver_states set skipped = skipped + (select count(*) from gone)
    where receiver_id = ${receiverId}::uuid
  `.execute(db);
}
