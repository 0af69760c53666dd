import {
  type Attempt,
  type IdentityServices,
  type Proven,
  proveIdentity,
  type Refusal,
} from "../credentials/index.ts";
import { backends } from "./backends.ts";
import { recordFailure } from "./complete.ts";
import { checkPasswordExpiry, type PasswordExpiry } from "./password-expiry.ts";
import { isRefusedByRule, refusedByRule } from "./sign-in-rules.ts";

/** How the first step of a sign-in ended. */
export type FirstStep =
  | { readonly result: "proven"; readonly proven: Proven }
  | { readonly result: "must-change"; readonly proven: Proven; readonly passwordExpiry: PasswordExpiry }
  | { readonly result: "refused"; readonly refusal: Refusal };

/**
 * The first step on every access channel, page, API and gateway alike: who it is, whether the rules let them in from
 * there, and whether the password may stay. What fails is in the login log; a success is noted when the last step is
 * done.
 */
export async function takeFirstStep(services: IdentityServices, attempt: Attempt): Promise<FirstStep> {
  const outcome = await proveIdentity(services, attempt, backends(services));
  if (outcome.user === null) {
    await recordFailure(services, attempt.username, originOf(attempt), outcome);
    return { result: "refused", refusal: outcome };
  }
  const { user, backend } = outcome;
  const { remoteAddress } = attempt;
  if (await isRefusedByRule(services, { userId: user.id, remoteAddress })) {
    const refusal: Refusal = { user: null, ...refusedByRule, backend };
    await recordFailure(services, user.username, originOf(attempt), refusal);
    return { result: "refused", refusal };
  }
  const passwordExpiry = await checkPasswordExpiry(services, outcome);
  if (passwordExpiry === null) return { result: "proven", proven: outcome };
  await recordFailure(services, attempt.username, originOf(attempt), {
    ...passwordExpiry,
    backend: outcome.backend,
  });
  return { result: "must-change", proven: outcome, passwordExpiry };
}

function originOf({
  remoteAddress,
  userAgent,
  type,
}: Attempt): Pick<Attempt, "remoteAddress" | "userAgent" | "type"> {
  return { remoteAddress, userAgent, type };
}
