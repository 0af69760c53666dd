import { type Kysely, sql } from "kysely";
import { verifySync } from "otplib";
import type { Database } from "../../engine/database/index.ts";
import type { SealedColumn } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import { userCredentialsTable } from "../users/index.ts";
import type { CodeServices } from "./factor-services.ts";

/** Seconds for which one code is in an authenticator. */
const period = 30;

/** Where a user's secret is bound to: sealed, it does not open in another row. */
const sealedFor = (userId: string): string => `users.otp_secret:${userId}`;

/** The secrets of authenticators. */
export const otpSecretColumn: SealedColumn = {
  table: userCredentialsTable.name,
  column: "otp_secret_sealed",
  key: ["id"],
  context: (id = "") => sealedFor(id),
};

/** A secret as it is stored. */
export function sealOtpSecret(
  { secrets }: Pick<Services, "secrets">,
  userId: string,
  secret: string,
): string {
  return secrets.seal(secret, sealedFor(userId));
}

/**
 * The time step a code belongs to, or null when it is none of this secret. `window` is how many steps a clock may
 * be off, either way; every step of it is compared, in constant time each.
 */
export function stepOfCode(secret: string, code: string, window: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({ secret, token: code, period, epochTolerance: window * period });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/**
 * Takes a code of a user. Each is taken once, and none that is older than the last one taken, on whichever node.
 */
export async function takeOneTimeCode(
  services: CodeServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const { db, secrets, settings } = services;
  const user = await db
    .selectFrom(userCredentialsTable.as("users"))
    .select("otp_secret_sealed")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user?.otp_secret_sealed == null) return false;
  const window = await settings.get<number>("OTP_VALID_WINDOW");
  const step = stepOfCode(secrets.open(user.otp_secret_sealed, sealedFor(userId)), code, window);
  return step !== null && (await useStep(db, userId, step));
}

/** Uses up a time step; false when it, or a later one, was used before. */
export async function useStep(db: Kysely<Database>, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    insert into otp_uses as u (user_id, step) values (${userId}, ${step})
    on conflict (user_id) do update set step = excluded.step where u.step < excluded.step
    returning 1
  `.execute(db);
  return rows.length > 0;
}
