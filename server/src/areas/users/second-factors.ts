import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";

type Db = Kysely<Database>;

/** Whether second factors are asked for at sign-in: 0 not, 1 by the user's choice. */
type MfaLevel = 0 | 1;

/** Turns a user's second factors on or off. */
export async function setMfaLevel(db: Db, userId: string, level: MfaLevel): Promise<void> {
  await db.updateTable("users").set({ mfa_level: level }).where("id", "=", userId).execute();
}

/** Turns a user's second factors on, where they are off. */
export async function ensureMfaEnabled(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ mfa_level: 1 })
    .where("id", "=", userId)
    .where("mfa_level", "=", 0)
    .execute();
}

/** Whether a user has an authenticator; the row stays locked until the transaction ends. @throws when the user is gone */
export async function lockAuthenticator(db: Db, userId: string): Promise<boolean> {
  const { otp_secret_sealed: sealed } = await db
    .selectFrom("users")
    .select("otp_secret_sealed")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return sealed !== null;
}

/** Stores the sealed secret of a user's authenticator and turns second factors on; null takes the authenticator away. */
export async function storeOtpSecret(db: Db, userId: string, sealed: string | null): Promise<void> {
  await db.updateTable("users").set({ otp_secret_sealed: sealed }).where("id", "=", userId).execute();
  if (sealed !== null) await ensureMfaEnabled(db, userId);
}
