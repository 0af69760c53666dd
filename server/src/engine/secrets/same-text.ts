import { timingSafeEqual } from "node:crypto";

/** Whether a presented secret is the expected one, without telling by the clock how much of it is. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
