import { text } from "../texts.ts";
import type { Outcome } from "./claim.ts";
import { localPassword } from "./local-password.ts";
import { type IdentityServices, proveIdentity } from "./prove-identity.ts";

/** Whose password is to be checked, as sent: plain text, or encrypted by the page. */
interface PasswordClaim {
  readonly username: string;
  readonly password: string;
  readonly remoteAddress: string;
}

/**
 * Checks the password of somebody who is in already, here or in the directory that has it. It is the check of the
 * sign-in: failures count and lock alike. Nothing is logged as a sign-in, and what stands in for a password at a sign-in
 * does not count, nor does a password that was answered with another question.
 */
export async function provePassword(
  services: IdentityServices,
  { username, password, remoteAddress }: PasswordClaim,
): Promise<Outcome> {
  const claim = { username, remoteAddress, proof: { kind: "password", password } as const };
  const backends = [localPassword, ...services.extensions.of("signInBackends")];
  const outcome = await proveIdentity(services, claim, backends);
  return outcome.user !== null && outcome.demanded !== undefined
    ? { user: null, code: "password_failed", message: text.asksMore, backend: outcome.backend }
    : outcome;
}
