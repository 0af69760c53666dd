import type { Translations } from "../../engine/i18n/messages.ts";
import type { JobSpec, RunnerTrust, TrustResult } from "../../transport/runner-control/messages.ts";
import { addAuthority, removeAuthority } from "../change/authorized-keys.ts";
import { type RunnerContext, RunnerFailure, type RunnerMethod } from "../method.ts";
import { withTargetConnection } from "../target-connection.ts";
import { byMechanism, verifyAccount } from "./ping.ts";

/**
 * Has an account trust the certificate authority of this installation, and signs in afresh by certificate. A target that
 * trusts it already is left as it is; one that then refuses the certificate is put back. Contract:
 * docs/contract/account-automations.md, "Certificates".
 */
export const trustAuthority: RunnerMethod = async (given, context): Promise<TrustResult> => {
  const { trust } = given;
  if (trust === undefined) throw new RunnerFailure("fault", "no authority to trust");
  const spec = byMechanism(given);
  if ((await refusalOf(spec, trust, context)) === null) return { holds: true, problem: null, written: false };
  await withTargetConnection(spec, context, async (target) => {
    await addAuthority(target, trust);
    return {};
  });
  try {
    const problem = await refusalOf(spec, trust, context);
    if (problem === null) return { holds: true, problem: null, written: true };
    return { holds: false, problem, written: !(await putBack(spec, trust, context)) };
  } catch (error) {
    // Whoever could not be asked is not left half set up.
    await putBack(spec, trust, context);
    throw error;
  }
};

/** Takes the line of an authority away, as an account that signs in without it. */
export const distrustAuthority: RunnerMethod = async (given, context) => {
  const { trust } = given;
  if (trust === undefined) throw new RunnerFailure("fault", "no authority to take away");
  return withTargetConnection(byMechanism(given), context, async (target) => {
    await removeAuthority(target, trust);
    return {};
  });
};

/** Why a target refuses the certificate; null: it lets the account in. @throws RunnerFailure: it could not be asked */
async function refusalOf(
  spec: JobSpec,
  { account }: RunnerTrust,
  context: RunnerContext,
): Promise<Translations | null> {
  try {
    await verifyAccount({ ...spec, account, params: { ...spec.params, sign_in_only: true } }, context);
    return null;
  } catch (error) {
    if (!(error instanceof RunnerFailure) || !refusals.has(error.code)) throw error;
    return error.translations;
  }
}

/** Failures that say that the certificate does not let anybody in. */
const refusals: ReadonlySet<string> = new Set(["authentication_failed", "method_not_offered"]);

/** Takes away what was written. Answers whether that worked. */
async function putBack(spec: JobSpec, trust: RunnerTrust, context: RunnerContext): Promise<boolean> {
  try {
    await withTargetConnection(spec, context, async (target) => {
      await removeAuthority(target, trust);
      return {};
    });
    return true;
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    return false;
  }
}
