import { type CallerContext, confirmSeconds } from "../../../engine/access/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { limitSignIn, provePassword } from "../../credentials/index.ts";
import { factorOwner } from "../factor-owner.ts";
import { givenChallenge } from "../passkeys/challenges.ts";
import { proveFactor } from "../prove-factor.ts";
import { factorText } from "../texts.ts";

/** What a proof came to: null when it holds, else what to tell. */
type Refusal = Message | null;

/** A sign-in a moment ago is proof enough. */
export function proveSignIn({ signedInAt }: CallerContext): Refusal {
  const isRecent = signedInAt !== null && Date.now() - signedInAt.getTime() < confirmSeconds * 1000;
  return isRecent ? null : factorText.signInTooOld;
}

/** The caller's password, by the rules of the sign-in. */
export async function proveOwnPassword(context: CallerContext, password: string): Promise<Refusal> {
  const { principal, remoteAddress, services } = context;
  limitSignIn(context, principal.username);
  const outcome = await provePassword(services, { username: principal.username, password, remoteAddress });
  if (outcome.user === null) return outcome.message;
  // A directory may know the name as somebody else's.
  return outcome.user.id === principal.id ? null : factorText.notOwnPassword;
}

/** One of the caller's second factors; the first that is set up when none is named. */
export async function proveSecondFactor(
  context: CallerContext,
  name: string,
  code: string,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<Refusal> {
  const { principal, remoteAddress, services, session } = context;
  limitSignIn(context, principal.username);
  const owner = await factorOwner(services, principal.id);
  const challenge = session === null ? {} : givenChallenge(session.key, cookies);
  const outcome = await proveFactor(services, { owner, remoteAddress, name, code, ...challenge });
  return outcome.factor === null ? outcome.message : null;
}
