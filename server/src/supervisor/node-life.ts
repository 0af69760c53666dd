/** Until when each long-lived version of Node gets security fixes: nodejs.org, release schedule. */
const ends: Readonly<Record<number, string>> = { 20: "2026-04-30", 22: "2027-04-30", 24: "2028-04-30" };

/**
 * What an operator should know of the Node this runs on; null: it gets security fixes.
 * @param version as in `process.versions.node`
 */
export function nodeWarning(version: string, now: Date): string | null {
  const major = Number(version.split(".")[0]);
  const end = ends[major];
  const advice = "run Sallyport on Node 22 or 24";
  // Odd versions live for half a year; newer even ones are not known here.
  if (end === undefined)
    return major % 2 === 0 && major > 24 ? null : `Node ${version} is no long-lived version: ${advice}`;
  return now.toISOString().slice(0, 10) > end
    ? `Node ${major} gets no security fixes since ${end}: ${advice}`
    : null;
}
