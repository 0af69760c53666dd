import { setTimeout as pause } from "node:timers/promises";
import { log } from "../../../engine/log.ts";
import { placeNotes } from "../outbox/place-notes.ts";
import { type DeliveryLimits, type DeliveryServices, deliverTo } from "./deliver-to.ts";
import { dueReceivers } from "./receiver-state.ts";

/** Longest time a receiver has to take what it is sent, in milliseconds. */
const longestTry = 10_000;

/** How long one run goes on while there is something to do, in milliseconds, and looks for what is new meanwhile. */
const longestRun = 600_000;
const lookEvery = 1_000;

/** Portions of notes that are put in order before receivers are looked at again. */
const mostPortions = 20;

/** What delivering is bound by; for tests. */
export interface RunLimits extends Pick<DeliveryLimits, "signal"> {
  readonly timeout?: number;
  readonly longest?: number;
}

/**
 * Puts in order what was noted, and delivers it to all receivers at the same time: one that is slow or away holds up
 * none of the others. Goes on while anything waits that may be sent. Events that were taken when this process died are
 * sent again: their ids tell.
 */
export async function deliverEvents(
  services: DeliveryServices,
  { signal, timeout = longestTry, longest = longestRun }: RunLimits,
): Promise<void> {
  const limits: DeliveryLimits = { signal, timeout, until: Date.now() + longest };
  const running = new Map<string, Promise<void>>();
  for (;;) {
    await placeWaiting(services, signal);
    if (!signal.aborted && Date.now() < limits.until)
      for (const id of await dueReceivers(services.db)) {
        if (running.has(id)) continue;
        const run = deliverTo(services, id, limits)
          .catch((error: unknown) => log.error({ err: error, receiver: id }, "events could not be delivered"))
          .finally(() => running.delete(id));
        running.set(id, run);
      }
    if (running.size === 0) return;
    await oneOf([...running.values()], lookEvery);
  }
}

async function placeWaiting({ db }: DeliveryServices, signal: AbortSignal): Promise<void> {
  for (let portion = 0; portion < mostPortions && !signal.aborted; portion++) {
    const placed = await placeNotes(db);
    if (placed === null || placed === 0) return;
  }
}

/** Resolves when one of them does, or after so many milliseconds. */
async function oneOf(promises: readonly Promise<void>[], milliseconds: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([
    ...promises,
    pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}
