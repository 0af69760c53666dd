/**
 * Makes a pause for long work on the event loop: each call returns at once until `slice` milliseconds were worked
 * without one, then waits for everything else that is due. Default 15 ms.
 */
export function createYield(slice = 15): () => Promise<void> | undefined {
  let rested = performance.now();
  return () => {
    if (performance.now() - rested < slice) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        rested = performance.now();
        resolve();
      });
    });
  };
}
