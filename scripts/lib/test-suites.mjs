/** Vitest's projects in the order in which `npm test` runs them, one after the other. */
export const suites = ["console", "product", "isolated", "bench", "e2e"];
