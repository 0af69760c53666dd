/** Takes a note for a place; a later one with the same key replaces it while it waits. */
export type LaterNote<P, K, V> = (place: P, key: K, value: V) => void;

/**
 * Gathers what is small, frequent and may be written a little later, so that many notes cost one statement. For each
 * place (a database) the first after a pause is written at once; what comes during the pause waits until it is over.
 * What waits is lost when the process dies.
 *
 * @param pauseMilliseconds between the beginnings of two writes of a place, at least
 * @param write stores all that waited; it handles its own failures
 */
export function spaceWrites<P extends object, K, V>(
  pauseMilliseconds: number,
  write: (place: P, notes: ReadonlyMap<K, V>) => Promise<void>,
): LaterNote<P, K, V> {
  const places = new WeakMap<P, (key: K, value: V) => void>();
  const open = (place: P) => {
    let waiting = new Map<K, V>();
    let lastWritten = Number.NEGATIVE_INFINITY;
    const flush = (): void => {
      const notes = waiting;
      waiting = new Map();
      lastWritten = performance.now();
      void write(place, notes);
    };
    return (key: K, value: V): void => {
      const isDue = waiting.size > 0;
      waiting.set(key, value);
      if (isDue) return;
      setTimeout(flush, Math.max(0, lastWritten + pauseMilliseconds - performance.now())).unref();
    };
  };
  return (place, key, value) => {
    const note = places.get(place) ?? open(place);
    places.set(place, note);
    note(key, value);
  };
}
