import { confirmSeconds } from "../../../engine/access/confirmation.ts";
import type { CallerContext } from "../../../engine/access/context.ts";
import { ApiError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/messages.ts";
import { clearFailures, countFailure, isLocked, readLockLimits } from "../../users/index.ts";
import { provePassword } from "../check-password.ts";
import { takeSignIn } from "../sign-in-limits.ts";
import { text } from "../texts.ts";
import { createTurns } from "../turns.ts";
import { factorOwner, isMfaEnabled, offeredFactors } from "./second-factors.ts";

/** What a proof came to: null when it holds, else what to tell. */
type Refusal = Message | null;

const inTurn = createTurns();

/** A sign-in a moment ago is proof enough. */
export function proveSignIn({ signedInAt }: CallerContext): Refusal {
  const isRecent = signedInAt !== null && Date.now() - signedInAt.getTime() < confirmSeconds * 1000;
  return isRecent ? null : text.signInTooOld;
}

/** The caller's password, by the rules of the sign-in. */
export async function proveOwnPassword(context: CallerContext, password: string): Promise<Refusal> {
  const { principal, remoteAddress, services } = context;
  takeSignIn(context, principal.username);
  const outcome = await provePassword(services, { username: principal.username, password, remoteAddress });
  return outcome.user === null ? outcome.message : null;
}

/**
 * A code of one of the caller's second factors; the first that is set up when none is named. Wrong codes are
 * counted and lock, apart from wrong passwords but by the same limits.
 */
export async function proveSecondFactor(
  context: CallerContext,
  name: string,
  sent: string,
): Promise<Refusal> {
  const { principal, remoteAddress, services } = context;
  const { db } = services;
  takeSignIn(context, principal.username);
  const owner = await factorOwner(context);
  const active = (await offeredFactors(services)).filter(({ isActive }) => isActive(owner));
  const factor = name === "" ? active[0] : active.find((one) => one.name === name);
  if (factor === undefined || !(await isMfaEnabled(context, owner))) return text.factorNotSet;
  const code = await openCode(context, sent);
  return inTurn(principal.username, async () => {
    const limits = await readLockLimits(services.settings);
    const blocked = withParameters(text.mfaBlocked, { minutes: limits.minutes });
    if (await isLocked(db, principal.username, "mfa")) return blocked;
    if (await factor.verify(services, owner, code)) {
      await clearFailures(db, "mfa", principal.username, remoteAddress);
      return null;
    }
    const times = await countFailure(db, "mfa", principal.username, remoteAddress, limits);
    return times === 0 ? blocked : withParameters(text.mfaFailed, { times, minutes: limits.minutes });
  });
}

/** A code in the clear; one that does not open is a wrong one. */
async function openCode({ services }: CallerContext, sent: string): Promise<string> {
  try {
    return (await services.fieldCipher.open(sent)).trim();
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
}
