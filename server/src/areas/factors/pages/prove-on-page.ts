import type { CallerContext } from "../../../engine/access/index.ts";
import { TooManyRequests } from "../../../engine/errors.ts";
import type { RouteRequest } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { limitSignIn } from "../../credentials/index.ts";
import { asText, fieldsOf } from "../../pages/index.ts";
import type { FactorOwner, SecondFactor } from "../factor.ts";
import { isMfaEnabled } from "../factor-owner.ts";
import type { FactorServices } from "../factor-services.ts";
import { givenChallenge } from "../passkeys/challenges.ts";
import { type FactorRefusal, proveFactor } from "../prove-factor.ts";
import { activeFactors } from "../registry.ts";

/** The factors somebody has, a reserve only beside something else; none where they are off. */
export async function usableFactors(services: FactorServices, owner: FactorOwner): Promise<SecondFactor[]> {
  if (!(await isMfaEnabled(services, owner))) return [];
  const active = await activeFactors(services, owner);
  return active.some(({ isReserve }) => !isReserve) ? active : [];
}

/** Somebody whom a page asks for a second factor. */
export interface AskedPerson {
  readonly owner: FactorOwner;
  /** What the page offers. */
  readonly factors: readonly SecondFactor[];
  /** What challenges of passkeys are bound to. */
  readonly challengeKey: Buffer;
}

/** Why a proof was refused. */
export interface PageFailure {
  readonly message: Message;
  readonly status: number;
  /** Seconds until another try is taken. */
  readonly retryAfter?: number;
  /** As the login log has it; absent where nothing was looked at. */
  readonly reason?: FactorRefusal;
}

/** Checks the second factor that was sent with a form, by the limits of a sign-in. */
export async function proveOnPage(
  context: CallerContext,
  { owner, factors, challengeKey }: AskedPerson,
  request: RouteRequest,
): Promise<{ readonly factor: SecondFactor } | PageFailure> {
  const fields = fieldsOf(request);
  try {
    limitSignIn(context, owner.username);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return { message: error.detail, status: error.status, retryAfter: error.retryAfter };
  }
  const wanted = asText(fields.mfa_type);
  const outcome = await proveFactor(context.services, {
    owner,
    remoteAddress: context.remoteAddress,
    // Only what the page offers.
    name:
      (factors.find(({ name }) => name === wanted) ?? factors.find(({ kind }) => kind === "code"))?.name ??
      wanted,
    code: asText(fields.code),
    ...givenChallenge(challengeKey, request.cookies),
  });
  if (outcome.factor !== null) return { factor: outcome.factor };
  return { message: outcome.message, status: 400, reason: outcome.code };
}
