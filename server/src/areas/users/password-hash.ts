import { randomBytes } from "node:crypto";
import { type HashParameters, hashInThread, verifyInThread } from "../../engine/passwords/index.ts";

/** Argon2id: 64 MiB, five passes, one lane: about 100 ms of one core. */
const parameters: HashParameters = { memoryCost: 65_536, timeCost: 5, parallelism: 1 };

/** The stored form of a password; the salt is in it. */
export function hashPassword(password: string): Promise<string> {
  return hashInThread(password, parameters);
}

/** Whether a stored password was hashed otherwise than passwords are now. */
export function isOutdatedHash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the stored one. Without a stored one the same work is done, so that the time of an
 * answer does not tell which user names exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(18).toString("base64"));
  if (stored === null) {
    await verifyInThread(await decoy, password);
    return false;
  }
  // A hash from an earlier release is quicker, which would tell that the name exists.
  if (isOutdatedHash(stored)) await verifyInThread(await decoy, password);
  return verifyInThread(stored, password);
}
