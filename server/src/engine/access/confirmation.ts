import "./tables.ts";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { ConfirmationRequired } from "../errors.ts";
import type { RequestContext } from "./context.ts";

/** How the caller has to have proven lately who they are, weakest first. */
export const confirmLevels = ["relogin", "password", "mfa"] as const;
export type ConfirmLevel = (typeof confirmLevels)[number];

/** Seconds for which a confirmation counts where a second factor is not asked for. */
export const confirmSeconds = 300;

/** How strong a level is, from 1. */
export const confirmStrength = (level: ConfirmLevel): number => confirmLevels.indexOf(level) + 1;

/**
 * Refuses a caller who has not confirmed who they are lately, at this level or a stronger one. A confirmation
 * belongs to the credential it was made with: another session, or a token, of the same person has none of it.
 * `when` "always" holds also where the setting `SECURITY_VIEW_AUTH_NEED_MFA` lifts the others.
 * Contract: docs/contract/conventions.md, "Confirmation".
 * @throws ConfirmationRequired
 */
export async function requireConfirmation(
  context: RequestContext,
  level: ConfirmLevel,
  when: "asked-for" | "always" = "asked-for",
): Promise<void> {
  const { services, credentialKey } = context;
  const { settings } = services;
  if (when === "asked-for" && !(await settings.get<boolean>("SECURITY_VIEW_AUTH_NEED_MFA"))) return;
  if (credentialKey === null) throw new ConfirmationRequired(level);
  const seconds = level === "mfa" ? await settings.get<number>("SECURITY_MFA_VERIFY_TTL") : confirmSeconds;
  const found = await services.db
    .selectFrom("confirmations")
    .select("level")
    .where("credential_key", "=", credentialKey)
    .where("level", ">=", confirmStrength(level))
    .where("date_confirmed", ">", sql<Date>`now() - ${seconds} * interval '1 second'`)
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) throw new ConfirmationRequired(level);
}

/** Remembers that the caller just proved who they are. */
export async function rememberConfirmation(context: RequestContext, level: ConfirmLevel): Promise<void> {
  const { services, credentialKey } = context;
  if (credentialKey === null) return;
  await services.db
    .insertInto("confirmations")
    .values({ credential_key: credentialKey, level: confirmStrength(level) })
    .onConflict((conflict) =>
      conflict.columns(["credential_key", "level"]).doUpdateSet({ date_confirmed: sql`now()` }),
    )
    .execute();
}

/** Removes confirmations that count no more: the setting for how long one counts goes up to ten hours. */
export async function purgeConfirmations(db: Kysely<Database>): Promise<void> {
  await sql`delete from confirmations where date_confirmed < now() - interval '1 day'`.execute(db);
}
