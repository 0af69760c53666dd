import { randomBytes } from "node:crypto";
import { type HashParameters, hashInThread, verifyInThread } from "../../engine/passwords/index.ts";

/** The stored form of a password; the salt is in it. `cost` is the configuration's `passwordHash`. */
export function hashPassword(password: string, cost: HashParameters): Promise<string> {
  return hashInThread(password, cost);
}

/** Whether a stored password was hashed otherwise than passwords are now. */
export function isOutdatedHash(stored: string, cost: HashParameters): boolean {
  return !stored.startsWith(`$argon2id$v=19$${costText(cost)}$`);
}

function costText({ memoryCost, timeCost, parallelism }: HashParameters): string {
  return `m=${memoryCost},t=${timeCost},p=${parallelism}`;
}

/** By their cost; a process has one. */
const decoys = new Map<string, Promise<string>>();

function decoyOf(cost: HashParameters): Promise<string> {
  const key = costText(cost);
  const decoy = decoys.get(key) ?? hashPassword(randomBytes(18).toString("base64"), cost);
  decoys.set(key, decoy);
  return decoy;
}

/**
 * Whether the password is the stored one. Without a stored one the same work is done, so that the time of an
 * answer does not reveal which user names exist.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  cost: HashParameters,
): Promise<boolean> {
  const decoy = decoyOf(cost);
  if (stored === null) {
    await verifyInThread(await decoy, password);
    return false;
  }
  // A hash from an earlier release is quicker, which would reveal that the name exists.
  if (isOutdatedHash(stored, cost)) await verifyInThread(await decoy, password);
  return verifyInThread(stored, password);
}
