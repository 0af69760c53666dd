import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** What belongs to one request wherever its work gets to. */
export interface Trace {
  /** Names the request in every log line, in the answer's `X-Request-ID`, and in errors of the server. */
  readonly id: string;
  /** Statements sent to the database so far. */
  queries: number;
}

const storage = new AsyncLocalStorage<Trace>();

/** Ids of others that are taken over: nothing that could break out of a log line or a header. */
const acceptable = /^[\w.-]{8,64}$/;

/** The trace of a new request; `given` is what the client, or a proxy, calls it. */
export function newTrace(given: string | undefined): Trace {
  return { id: given !== undefined && acceptable.test(given) ? given : randomUUID(), queries: 0 };
}

/** Runs `work`, and whatever it starts, as part of a request. */
export function runTraced<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

/** The request this code runs for; undefined outside of one. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}
