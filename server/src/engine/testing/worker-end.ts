/** Reached by the environment and by the tests of its worker, which are loaded apart from each other. */
const registry = Symbol.for("sallyport.testing.onWorkerEnd");

/** Closes something. */
export type Close = () => Promise<void>;

/**
 * Has something closed when the worker ends, after the last of the files it is given. For what is expensive to start
 * and serves several files; only in projects that run in `worker-environment.ts` without isolation.
 */
export function onWorkerEnd(close: Close): void {
  const closing = (globalThis as Record<symbol, Close[] | undefined>)[registry];
  if (closing === undefined) throw new Error("This project does not run in the worker environment.");
  closing.push(close);
}

/** Begins to collect what has to be closed. */
export function collectForWorkerEnd(global: Record<symbol, Close[] | undefined>): readonly Close[] {
  const closing: Close[] = [];
  global[registry] = closing;
  return closing;
}
