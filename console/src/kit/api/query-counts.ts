/** How many database statements an address of the API took. */
export interface QueryCount {
  readonly address: string;
  readonly count: number;
}

/** How many addresses are kept. */
const KEPT = 10;
/** Statements every request takes, besides the two the server leaves out. */
const USUAL = 2;
/** Fewer are not worth a look. */
const FEWEST = 3;

let counts: readonly QueryCount[] = [];
const listeners = new Set<() => void>();

/** The addresses asked last, the latest first; the same array until another one comes. */
export const queryCounts = (): readonly QueryCount[] => counts;

/** Calls `listener` whenever {@link queryCounts} has changed; answers the way to stop. */
export function followQueryCounts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Takes the header `X-JMS-SQL-COUNT` of an answer, which a server sends while somebody develops it
 * (docs/contract/console.md, "Statements").
 */
export function recordQueryCount(url: string, header: string | null): void {
  const count = Number(header ?? Number.NaN) - USUAL;
  if (!(count >= FEWEST)) return;
  const [address = url] = url.split("?");
  counts = [{ address, count }, ...counts.filter((other) => other.address !== address)].slice(0, KEPT);
  for (const listener of listeners) listener();
}
