/**
 * Vitest's projects in the order in which `npm test` runs them, step by step. Those of one step run side by side: each
 * of them leaves a core idle for much of its time. The first step leaves the most; CI checks the code beside it.
 * @type {readonly (readonly string[])[]}
 */
export const steps = [["isolated", "bench"], ["console"], ["product"], ["e2e"]];

/** All of them, in that order. */
export const suites = steps.flat();
