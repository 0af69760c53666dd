import type { Message } from "../../engine/i18n/index.ts";
import type { Proven } from "../credentials/index.ts";
import { isAdministrator } from "../roles/index.ts";
import type { PolicyServices } from "./sign-in-services.ts";
import { text } from "./texts.ts";

/** Why a password has to be changed before it opens anything. */
export interface PasswordExpiry {
  readonly code: "password_expired" | "password_must_change";
  readonly message: Message;
}

const millisecondsOfDay = 86_400_000;

/**
 * Whether somebody who was proven has to change the password first: it is too old, one that everybody would try for
 * an administrator, or somebody asked for it. Only for passwords that are stored here.
 * Contract: docs/contract/identity.md, "Passwords that must be changed".
 */
export async function checkPasswordExpiry(
  { db, settings }: PolicyServices,
  { user, isPasswordTrivial }: Pick<Proven, "user" | "isPasswordTrivial">,
): Promise<PasswordExpiry | null> {
  if (user.source !== "local") return null;
  const days = await settings.get<number>("SECURITY_PASSWORD_EXPIRATION_TIME");
  const changed = user.date_password_last_updated?.getTime();
  if (changed !== undefined && changed + days * millisecondsOfDay <= Date.now()) {
    return { code: "password_expired", message: text.passwordExpired };
  }
  if (isPasswordTrivial && (await isAdministrator(db, user.id))) {
    return { code: "password_must_change", message: text.passwordTooSimple };
  }
  if (user.need_update_password) return { code: "password_must_change", message: text.passwordMustChange };
  return null;
}
