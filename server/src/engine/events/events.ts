import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database, DatabaseHandle } from "../database/database.ts";
import type { Json } from "../json.ts";
import { type Listener, openListener } from "./listener.ts";

/** PostgreSQL's limit for the payload of a notification. */
const PAYLOAD_LIMIT = 8_000;

const CHANNEL = /^[a-z][a-z0-9_.-]{0,62}$/;

/** Tells every process of the product that something happened. */
export interface EventBus {
  /**
   * Announces an event to every subscriber in every process, this one included. With a transaction as
   * `executor` it is delivered when, and only if, the transaction commits.
   * @throws RangeError when the payload is 8000 bytes or more as JSON: send the id and let subscribers read.
   */
  publish(channel: string, payload: Json, executor?: Kysely<Database>): Promise<void>;
  /**
   * Calls `handler` for each event. `onReconnected` is called after the connection had been lost: events may
   * have been missed, so read the state again. Answers the function that ends the subscription.
   */
  subscribe(channel: string, handler: (payload: Json) => void, onReconnected?: () => void): () => void;
  /** Resolves when every subscription made so far is in force. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the event bus over PostgreSQL's NOTIFY, with one connection of its own for listening. */
export function openEventBus(database: DatabaseHandle): EventBus {
  const listener: Listener = openListener(database.connection);
  return {
    publish: async (channel, payload, executor) => {
      checkChannel(channel);
      const text = JSON.stringify(payload);
      const size = Buffer.byteLength(text);
      if (size >= PAYLOAD_LIMIT) {
        throw new RangeError(`An event on ${channel} has ${size} bytes; fewer than ${PAYLOAD_LIMIT} fit.`);
      }
      const query = sql`select pg_notify(${channel}, ${text})`;
      await (executor === undefined ? query.execute(database.db) : query.execute(executor));
    },
    subscribe: (channel, handler, onReconnected) => {
      checkChannel(channel);
      return listener.listen(channel, {
        notified: (text) => handler(JSON.parse(text) as Json),
        reconnected: () => onReconnected?.(),
      });
    },
    ready: () => listener.ready(),
    close: () => listener.close(),
  };
}

function checkChannel(channel: string): void {
  if (!CHANNEL.test(channel)) throw new RangeError(`"${channel}" is not a channel name.`);
}
