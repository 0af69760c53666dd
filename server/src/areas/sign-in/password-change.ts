import type { RequestContext } from "../../engine/access/index.ts";
import type { RouteAnswer } from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { saveLoginSecret } from "../accounts/index.ts";
import {
  createPendingSignIn,
  findSignInUser,
  type PendingSignIn,
  pendingCookies,
  type Resumed,
  resumeSignIn,
  type SignInUser,
  storePendingSignIn,
} from "../credentials/index.ts";
import { guardPath, pathWithNext } from "../pages/index.ts";
import { checkPasswordExpiry } from "./password-expiry.ts";
import { issueResetToken, resetPasswordAddress } from "./password-recovery/reset-tokens.ts";
import type { PolicyServices } from "./sign-in-services.ts";
import { text } from "./texts.ts";

/**
 * Leads somebody whose password was right, but has to be changed, to the page that sets another one. The sign-in waits
 * in the browser's session and goes on from there. Contract: docs/contract/identity.md, "Passwords that must be changed".
 */
export async function startPasswordChange(
  { services, session }: RequestContext,
  pendingSignIn: PendingSignIn,
): Promise<RouteAnswer> {
  // A session that was there before the sign-in is never the one after it.
  if (session !== null) await services.sessions.destroy(session);
  const pending = await storePendingSignIn(services, pendingSignIn, "password");
  const token = await issueResetToken(services, pendingSignIn.userId);
  return { location: resetPasswordAddress(token), cookies: pendingCookies(pending) };
}

/** The sign-in of this user that waits in this browser for another password; null when there is none. */
export async function waitingForPassword(context: RequestContext, userId: string): Promise<Resumed | null> {
  const resumed = await resumeSignIn(context, "password");
  return resumed?.user.id === userId ? resumed : null;
}

/** Why the password has to be changed: one of the two reasons that are stored, else how simple it is. */
export async function passwordChangeReason(services: PolicyServices, user: SignInUser): Promise<Message> {
  const expiry = await checkPasswordExpiry(services, { user, isPasswordTrivial: false });
  return expiry?.message ?? text.passwordTooSimple;
}

/** Goes on with a sign-in whose password was changed just now, to the steps that are left. */
export async function continueWithPassword(
  { db, services }: RequestContext,
  { pending }: Resumed,
  password: string,
): Promise<RouteAnswer> {
  const user = await findSignInUser({ db }, { id: pending.userId });
  if (user === null) throw new Error("the owner of a new password is gone");
  const { backend, autoLogin, next } = pending;
  await services.sessions.destroy(pending.session);
  const renewed = await storePendingSignIn(
    services,
    createPendingSignIn({ user, backend }, { autoLogin, next }),
  );
  await saveLoginSecret(services, renewed.session, { userId: user.id, password });
  return { location: pathWithNext(guardPath, next), cookies: pendingCookies(renewed) };
}
