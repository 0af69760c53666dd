import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { type SealedColumn, sameText } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import type { SecondFactor } from "./factor.ts";
import { tellFactorChange } from "./factor-notices.ts";
import type { FactorServices } from "./factor-services.ts";
import { factorText } from "./texts.ts";

/** Codes made at a time. */
export const recoveryCodeCount = 10;

/** Digits and letters that nobody takes for one another on paper; five bits each. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Characters of a code: sixty bits, far more than can be guessed before the lock. */
const length = 12;

function newCode(): string {
  const characters = Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join("");
  return characters.replace(/.{4}(?=.)/g, "$&-");
}

/** What somebody typed, with what is easily mistaken put right. */
const normalized = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replaceAll("o", "0");

const hashOf = (userId: string, code: string): string =>
  createHash("sha256")
    .update(`${userId}:${normalized(code)}`)
    .digest("base64url");

const sealedFor = (userId: string): string => `recovery_codes.hash:${userId}`;

/** The hashes of recovery codes, sealed. */
export const recoveryCodeColumn: SealedColumn = {
  table: "recovery_codes",
  column: "hash_sealed",
  key: ["user_id"],
  context: (userId = "") => sealedFor(userId),
};

/** Makes new codes for a user; those from before end. They are shown once, and only hashes stay. */
export async function makeRecoveryCodes(
  { secrets }: Pick<Services, "secrets">,
  db: Kysely<Database>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await dropRecoveryCodes(db, userId);
  await db
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        hash_sealed: secrets.seal(hashOf(userId, code), sealedFor(userId)),
      })),
    )
    .execute();
  return codes;
}

/** Ends every code of a user. */
export async function dropRecoveryCodes(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/**
 * Uses up a code, and tells its owner how many are left; false when it is none of this user's, or was used before, on
 * whichever node.
 */
async function takeRecoveryCode(services: FactorServices, userId: string, code: string): Promise<boolean> {
  const { secrets } = services;
  const left = await services.db
    .selectFrom("recovery_codes")
    .select(["id", "hash_sealed"])
    .where("user_id", "=", userId)
    .where("date_used", "is", null)
    .execute();
  const hash = hashOf(userId, code);
  const found = left.find((kept) => sameText(secrets.open(kept.hash_sealed, sealedFor(userId)), hash));
  if (found === undefined) return false;
  return services.db.transaction().execute(async (db) => {
    const { rows } = await sql`
      update recovery_codes set date_used = now() where id = ${found.id} and date_used is null returning 1
    `.execute(db);
    if (rows.length === 0) return false;
    await tellFactorChange({ services, db }, userId, { codesLeft: left.length - 1 });
    return true;
  });
}

/** Codes on paper, for the day the authenticator is lost. */
export const recoveryFactor: SecondFactor = {
  name: "recovery_code",
  label: factorText.recoveryCode,
  placeholder: factorText.recoveryCodePlaceholder,
  kind: "code",
  isReserve: true,
  isOffered: async () => true,
  isActive: ({ recovery_codes: left }) => left > 0,
  verify: ({ services, owner, code }) => takeRecoveryCode(services, owner.id, code),
};
