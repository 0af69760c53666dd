import type { RequestContext } from "../access/context.ts";

const memories = new WeakMap<object, Map<unknown, unknown>>();

/**
 * Lets `recalled` keep what it is given while `work` runs. For reading many objects of one request, before anything
 * is written: what one of them looked up, the others need not look up again.
 */
export async function withMemory<T>({ db, services }: RequestContext, work: () => Promise<T>): Promise<T> {
  // The database outside a transaction is everybody's.
  if (db === services.db || memories.has(db)) return work();
  memories.set(db, new Map());
  try {
    return await work();
  } finally {
    memories.delete(db);
  }
}

/** What `make` made of `key` before, inside `withMemory`; else what it makes now. */
export function recalled<T>({ db }: RequestContext, key: unknown, make: () => T): T {
  const memory = memories.get(db);
  if (memory === undefined) return make();
  if (!memory.has(key)) memory.set(key, make());
  return memory.get(key) as T;
}
