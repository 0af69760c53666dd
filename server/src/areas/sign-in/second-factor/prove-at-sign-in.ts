import { type LoginType, type PendingSignIn, recordLogin } from "../../credentials/index.ts";
import {
  type FactorAttempt,
  type FactorOutcome,
  type FactorProofServices,
  proveFactor,
} from "../../factors/index.ts";

/** How a sign-in came, for the login log. */
interface Origin {
  readonly userAgent: string;
  readonly type: LoginType;
  /** What the first step was passed by. */
  readonly backend: string;
}

/** What an attempt has to prove because of how the first step ended. */
export const demandOf = ({ demanded }: Pick<PendingSignIn, "demanded">): Pick<FactorAttempt, "demanded"> =>
  demanded === undefined ? {} : { demanded };

/** Checks the second factor of a person who is signing in; what fails is in the login log. */
export async function proveAtSignIn(
  { services }: { readonly services: FactorProofServices },
  attempt: FactorAttempt,
  { userAgent, type, backend }: Origin,
): Promise<FactorOutcome> {
  const outcome = await proveFactor(services, attempt);
  if (outcome.factor === null) {
    await recordLogin(services, {
      username: attempt.owner.username,
      type,
      remoteAddress: attempt.remoteAddress,
      userAgent,
      succeeded: false,
      reason: outcome.code,
      mfa: 1,
      backend,
    });
  }
  return outcome;
}
