import { sql } from "kysely";
import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import type { PlacedEvent, StoredEvent } from "../catalogue/event.ts";
import { type Receiver, readReceivers } from "../receivers/receiver.ts";
import { advance, giveUp, type NextEvents, nextEvents, postpone } from "./receiver-state.ts";
import { recordTry, tried } from "./record-try.ts";
import { mostTogether, sendEvents } from "./send-events.ts";

/** What delivering works with. */
export type DeliveryServices = Pick<Services, "config" | "db" | "secrets">;

/** What delivering is bound by. */
export interface DeliveryLimits {
  /** That the process stops. */
  readonly signal: AbortSignal;
  /** Longest time of a try, in milliseconds. */
  readonly timeout: number;
  /** When nothing new is begun any more, in milliseconds of the clock. */
  readonly until: number;
}

/**
 * Answers by which a receiver says that it is these events it does not take; others it may take later. 200 is one
 * where it took the request and not every record of it.
 */
const badContent: ReadonlySet<number> = new Set([200, 400, 413, 415, 422]);

/** How often an event is refused before it is put aside. */
const mostRefusals = 5;

/** Sends a receiver all that waits for it, in its order, until nothing does, it fails or time is over. */
export async function deliverTo(
  services: DeliveryServices,
  receiverId: string,
  limits: DeliveryLimits,
): Promise<void> {
  const { db } = services;
  const receiver = await open(services, receiverId);
  if (receiver === null) return;
  await retryDeadLetters(services, receiver, limits);
  const most = mostTogether[receiver.type];
  let size = most;
  while (!limits.signal.aborted && Date.now() < limits.until) {
    const next = await nextEvents(db, receiverId, size);
    if (next === null) return;
    if (next.events.length === 0) {
      if (next.to > next.from) await advance(db, receiverId, next);
      return;
    }
    const outcome = await tryOnce(services, receiver, next, limits);
    if (outcome === "stopped" || outcome === "failed") return;
    size = outcome === "split" ? Math.max(1, Math.floor(next.events.length / 2)) : Math.min(most, size * 2);
  }
}

/** The receiver with its secrets; null where there is none, or its secrets do not open. */
async function open(services: DeliveryServices, receiverId: string): Promise<Receiver | null> {
  try {
    const [receiver] = await readReceivers(services, sql<boolean>`t.id = ${receiverId}::uuid`);
    return receiver ?? null;
  } catch (error) {
    log.error({ err: error, receiver: receiverId }, "the secret of a receiver of events does not open");
    await postpone(services.db, receiverId, { problem: "unreadable", answer: "", retryAfter: 0 });
    return null;
  }
}

const send = (
  { config }: DeliveryServices,
  receiver: Receiver,
  events: readonly PlacedEvent[],
  { signal, timeout }: DeliveryLimits,
) =>
  tried(() =>
    sendEvents(receiver, events, {
      allowed: config.localTargets,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    }),
  );

async function tryOnce(
  services: DeliveryServices,
  receiver: Receiver,
  next: NextEvents,
  limits: DeliveryLimits,
): Promise<"taken" | "split" | "failed" | "stopped"> {
  const { db } = services;
  const { id, name } = receiver;
  const outcome = await send(services, receiver, next.events, limits);
  // A stop is no failure of the receiver.
  if (outcome.problem !== "" && limits.signal.aborted) return "stopped";
  await recordTry(db, id, "delivery", next.events, outcome);
  if (outcome.problem === "") {
    await advance(db, id, next);
    return "taken";
  }
  const isRefused = badContent.has(outcome.status);
  // One of them is what it does not take: the others reach it.
  if (isRefused && next.events.length > 1) return "split";
  const [event] = next.events;
  if (isRefused && event !== undefined && next.refusals + 1 >= mostRefusals) {
    log.warn({ receiver: name, event: event.event.id }, "an event was refused for good and put aside");
    await giveUp(db, id, next, event, outcome);
    return "taken";
  }
  log.warn(
    { receiver: name, problem: outcome.problem, status: outcome.status },
    "events could not be delivered",
  );
  await postpone(db, id, outcome, isRefused);
  return "failed";
}

/** Sends what was put aside and somebody asked for again; what is refused once more stays. */
async function retryDeadLetters(
  services: DeliveryServices,
  receiver: Receiver,
  limits: DeliveryLimits,
): Promise<void> {
  const { db } = services;
  for (;;) {
    const { rows } = await sql<{ id: string; seq: number; event: StoredEvent }>`
      select id, seq, event from event_dead_letters where receiver_id = ${receiver.id}::uuid and is_due
      order by seq limit 1
    `.execute(db);
    const [row] = rows;
    if (row === undefined || limits.signal.aborted || Date.now() >= limits.until) return;
    const events = [{ seq: row.seq, event: row.event }];
    const outcome = await send(services, receiver, events, limits);
    if (outcome.problem !== "" && limits.signal.aborted) return;
    await recordTry(db, receiver.id, "dead_letter", events, outcome);
    if (outcome.problem === "") {
      await sql`
        with gone as (delete from event_dead_letters where id = ${row.id}::uuid returning id)
        update event_receiver_states set delivered = delivered + (select count(*) from gone)
        where receiver_id = ${receiver.id}::uuid
      `.execute(db);
      continue;
    }
    await sql`
      update event_dead_letters set is_due = false, problem = ${outcome.problem}, answer = ${outcome.answer}
      where id = ${row.id}::uuid
    `.execute(db);
  }
}
