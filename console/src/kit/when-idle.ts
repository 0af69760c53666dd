/** After this many milliseconds it is done although the browser is still busy. */
const LATEST = 1000;

/** Does what can wait until the page in front has been drawn. What is asked for first is done first. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: LATEST });
  else setTimeout(work, 0);
}
