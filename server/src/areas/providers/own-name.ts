import type { BackendServices, Claim } from "../credentials/index.ts";
import {
  clearFailures,
  failAttempt,
  readLockLimits,
  releaseAttempt,
  reserveAttempt,
} from "../users/index.ts";

/** A name as it is compared with others: capitals, width and other compatible forms make no difference. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase();

/**
 * Another system knows somebody under many names: in other capitals, by address. Each try also counts for the name that
 * was found, or every spelling would have tries of its own.
 */
export async function underOwnName<T>(
  { db, settings }: BackendServices,
  { username, remoteAddress }: Claim,
  found: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const own = usernameKey(found);
  if (username === found || username === own) return work();
  const limits = await readLockLimits(settings);
  const left = await reserveAttempt(db, "login", own, remoteAddress, limits);
  if (left === null) return null;
  const proven = await work();
  if (proven === null || has(proven, "failed")) await failAttempt(db, "login", own, limits, left);
  else if (has(proven, "refused")) await releaseAttempt(db, "login", own, remoteAddress);
  else await clearFailures(db, "login", own, remoteAddress);
  return proven;
}

const has = (outcome: unknown, name: "failed" | "refused"): boolean =>
  typeof outcome === "object" && outcome !== null && name in outcome;
