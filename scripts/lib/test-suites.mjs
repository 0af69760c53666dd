/**
 * Vitest's projects in the order in which `npm test` runs them, step by step. Those of one step run side by side: each
 * of them leaves a core idle for much of its time.
 * @type {readonly (readonly string[])[]}
 */
export const steps = [["console"], ["product", "system"], ["isolated", "bench"], ["e2e"]];

/** All of them, in that order. */
export const suites = steps.flat();
