import pg from "pg";
import type { ConnectionOptions } from "../database/connection.ts";
import { log } from "../log.ts";

/** Somebody who wants a channel's notifications. */
export interface ListenerTarget {
  notified(payload: string): void;
  reconnected(): void;
}

/** One connection that listens on any number of channels and comes back when it is lost. */
export interface Listener {
  listen(channel: string, target: ListenerTarget): () => void;
  ready(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_DELAY = 50;
const LONGEST_DELAY = 5_000;
/** A connection that died without a word (a pulled cable) is noticed by asking this often. */
const PROBE_INTERVAL = 30_000;

/** Opens the listening connection; it connects with the first subscription. */
export function openListener(connection: ConnectionOptions): Listener {
  const targets = new Map<string, Set<ListenerTarget>>();
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let delay = FIRST_DELAY;
  let closed = false;
  let wasConnected = false;
  let work: Promise<unknown> = Promise.resolve();
  let wake: (() => void) | null = null;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const lost = (which: pg.Client) => {
    if (which !== client) return;
    client = null;
    which.end().catch(() => undefined);
    if (closed) return;
    log.warn("the connection for events was lost");
    ensureConnected();
  };

  const open = async () => {
    const next = new pg.Client({
      ...connection,
      application_name: "sallyport-events",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 20_000,
    });
    next.on("error", () => lost(next));
    next.on("end", () => lost(next));
    next.on("notification", ({ channel, payload }) => deliver(channel, payload ?? "null"));
    try {
      await next.connect();
      for (const channel of targets.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  };

  const connectUntilOpen = async () => {
    while (!closed && client === null) {
      try {
        await open();
        delay = FIRST_DELAY;
      } catch (error) {
        log.debug(
          { err: error instanceof Error ? error.message : String(error) },
          "events: cannot connect yet",
        );
        await pause();
        delay = Math.min(delay * 2, LONGEST_DELAY);
      }
    }
    if (closed) return;
    if (wasConnected) {
      for (const set of [...targets.values()])
        for (const target of [...set]) call(() => target.reconnected());
    }
    wasConnected = true;
  };

  const ensureConnected = (): Promise<void> => {
    if (client !== null) return Promise.resolve();
    connecting ??= connectUntilOpen().finally(() => {
      connecting = null;
      // It may have been lost again while subscribers were being told.
      if (client === null && !closed) ensureConnected();
    });
    return connecting;
  };

  const deliver = (channel: string, payload: string) => {
    for (const target of [...(targets.get(channel) ?? [])]) call(() => target.notified(payload));
  };

  /** LISTEN and UNLISTEN in the order they were asked for; a failure is repaired by reconnecting. */
  const change = (channel: string) => {
    work = work.then(async () => {
      await ensureConnected();
      const current = client;
      if (current === null) return;
      const verb = targets.has(channel) ? "listen" : "unlisten";
      await current.query(`${verb} ${pg.escapeIdentifier(channel)}`).catch(() => lost(current));
    });
  };

  const probe = setInterval(() => {
    const current = client;
    current?.query("select 1").catch(() => lost(current));
  }, PROBE_INTERVAL);
  probe.unref();

  return {
    listen: (channel, target) => {
      const set = targets.get(channel) ?? new Set();
      const isNew = set.size === 0;
      targets.set(channel, set.add(target));
      if (isNew) change(channel);
      return () => {
        if (!set.delete(target) || set.size > 0) return;
        targets.delete(channel);
        if (!closed) change(channel);
      };
    },
    ready: async () => {
      await work;
    },
    close: async () => {
      closed = true;
      clearInterval(probe);
      wake?.();
      await connecting;
      await work;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

function call(subscriber: () => void): void {
  try {
    subscriber();
  } catch (error) {
    log.error({ err: error }, "an event subscriber failed");
  }
}
