import { ApiError } from "../../engine/errors.ts";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import type { Services } from "../../engine/services.ts";
import {
  addressFailures,
  clearFailures,
  countAddressFailure,
  countFailure,
  isLocked,
  readLockLimits,
  verifyPassword,
} from "../users/index.ts";
import { addressMatches } from "./address-rules.ts";
import { type LoginType, recordLogin } from "./login-log.ts";
import { text } from "./texts.ts";
import { createTurns } from "./turns.ts";

/** Somebody says who they are. */
export interface Attempt {
  readonly username: string;
  /** As sent: plain text, or encrypted by the page. */
  readonly password: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly type: LoginType;
}

/** A user who may come in. */
export interface SignedInUser {
  readonly id: string;
  readonly username: string;
}

/** Refusal codes of the contract that a password can meet. */
export type RefusalCode =
  | "password_failed"
  | "password_decrypt_failed"
  | "user_inactive"
  | "user_expired"
  | "block_login"
  | "block_global_ip_login";

/** How an attempt ended. */
export type Outcome =
  | { readonly user: SignedInUser }
  | { readonly user: null; readonly code: RefusalCode; readonly message: Message };

const refusal = (code: RefusalCode, message: Message): Outcome => ({ user: null, code, message });

const inTurn = createTurns();

/**
 * Checks a user name and a password, counts failures, locks, and writes the login log. What an outsider learns,
 * also by the clock, is the same for names that exist and names that do not.
 * Contract: docs/contract/identity.md, "Signing in".
 */
export async function checkPassword(services: Services, given: Attempt): Promise<Outcome> {
  // One name, one turn: a name is never looked up with NUL, so it must not wait in another line because of it.
  const attempt = { ...given, username: given.username.replaceAll("\0", "") };
  const outcome = await provePassword(services, attempt);
  const isIn = outcome.user !== null;
  const { username, type, remoteAddress, userAgent } = attempt;
  await recordLogin(services.db, {
    username,
    type,
    remoteAddress,
    userAgent,
    succeeded: isIn,
    reason: outcome.user === null ? outcome.code : "",
    mfa: isIn ? 0 : 2,
  });
  if (outcome.user !== null) {
    await services.db
      .updateTable("users")
      .set({ last_login: new Date() })
      .where("id", "=", outcome.user.id)
      .execute();
  }
  return outcome;
}

/** Whose password is to be checked. */
type Claim = Pick<Attempt, "username" | "password" | "remoteAddress">;

/**
 * The same check for somebody who is in already: failures count and lock alike, and the login log stays as it is.
 */
export function provePassword(services: Services, claim: Claim): Promise<Outcome> {
  return inTurn(claim.username, () => decide(services, claim));
}

async function decide(services: Services, attempt: Claim): Promise<Outcome> {
  const { db, settings } = services;
  const { username, remoteAddress } = attempt;
  if (await isAddressRefused(services, remoteAddress)) {
    return refusal("block_global_ip_login", text.addressBlocked);
  }
  const limits = await readLockLimits(settings);
  const blocked = refusal("block_login", withParameters(text.blocked, { minutes: limits.minutes }));
  if (await isLocked(db, username, "login")) return blocked;

  const password = await openPassword(services, attempt.password);
  if (password === null) return refusal("password_decrypt_failed", text.decryptFailed);

  const user = await db
    .selectFrom("users")
    .select(["id", "username", "password_hash", "source", "is_active", "date_expired", "is_service_account"])
    .where("username", "=", username)
    .executeTakeFirst();
  const isUsable = user !== undefined && user.source === "local" && !user.is_service_account;
  if (!(await verifyPassword(isUsable ? user.password_hash : null, password)) || user === undefined) {
    await countAddressFailure(db, remoteAddress, await settings.get<number>("SECURITY_LOGIN_IP_LIMIT_TIME"));
    const times = await countFailure(db, "login", username, remoteAddress, limits);
    if (times === 0) return blocked;
    return refusal(
      "password_failed",
      withParameters(text.passwordFailed, { times, minutes: limits.minutes }),
    );
  }
  if (!user.is_active) return refusal("user_inactive", text.userInactive);
  if (user.date_expired !== null && user.date_expired.getTime() <= Date.now()) {
    return refusal("user_expired", text.userExpired);
  }
  await clearFailures(db, "login", username, remoteAddress);
  return { user: { id: user.id, username: user.username } };
}

async function openPassword({ fieldCipher }: Services, password: string): Promise<string | null> {
  try {
    return await fieldCipher.open(password);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function isAddressRefused({ db, settings }: Services, remoteAddress: string): Promise<boolean> {
  if (addressMatches(remoteAddress, await settings.get<readonly string[]>("SECURITY_LOGIN_IP_WHITE_LIST"))) {
    return false;
  }
  if (addressMatches(remoteAddress, await settings.get<readonly string[]>("SECURITY_LOGIN_IP_BLACK_LIST"))) {
    return true;
  }
  const limit = await settings.get<number>("SECURITY_LOGIN_IP_LIMIT_COUNT");
  return (await addressFailures(db, remoteAddress)) >= limit;
}
