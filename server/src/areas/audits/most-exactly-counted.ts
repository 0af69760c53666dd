/** Rows of a log that are counted one by one; the number of more is estimated. Contract: docs/contract/audits.md. */
export const mostExactlyCounted = 10_000;
