import { sql } from "kysely";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import "./tables.ts";

/** Seconds for which somebody counts as waiting without a word from the process that waits for them. */
const leaseSeconds = 90;

/** Milliseconds between two words of a process, about all it waits for. */
const renewalInterval = 30_000;

type WaitServices = Pick<Services, "config" | "db">;

/** The tickets a process waits for, and for how many. */
interface Waits {
  readonly tickets: Map<string, number>;
  timer: NodeJS.Timeout | null;
}

/** Those of each installation this process serves. */
const installations = new WeakMap<Services["config"], Waits>();

function waitsOf({ config }: WaitServices): Waits {
  const waits = installations.get(config) ?? { tickets: new Map(), timer: null };
  installations.set(config, waits);
  return waits;
}

/** Tells, in one statement, that everybody this process waits for still does. */
export async function renewWaits(services: WaitServices): Promise<void> {
  const ids = [...waitsOf(services).tickets.keys()];
  if (ids.length === 0) return;
  await sql`
    update tickets set waiting_until = now() + make_interval(secs => ${leaseSeconds})
    where id = any(${ids}::uuid[]) and status = 'open'
  `.execute(services.db);
}

/**
 * Notes that somebody waits for a ticket in this process, until the answer is called. When the process dies the ticket
 * closes soon after: nobody is left to whom a decision could matter. Contract: docs/contract/tickets.md, section 8.
 */
export async function holdWait(services: WaitServices, id: string): Promise<() => void> {
  const waits = waitsOf(services);
  const { tickets } = waits;
  tickets.set(id, (tickets.get(id) ?? 0) + 1);
  waits.timer ??= setInterval(() => {
    renewWaits(services).catch((error: unknown) => log.warn({ err: error }, "waits could not be renewed"));
  }, renewalInterval).unref();
  const release = (): void => {
    const left = (tickets.get(id) ?? 0) - 1;
    if (left > 0) tickets.set(id, left);
    else tickets.delete(id);
    if (tickets.size > 0 || waits.timer === null) return;
    clearInterval(waits.timer);
    waits.timer = null;
  };
  try {
    await sql`
      update tickets set waiting_until = now() + make_interval(secs => ${leaseSeconds})
      where id = ${id}::uuid and status = 'open'
    `.execute(services.db);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
