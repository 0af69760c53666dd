import { ApiError } from "../../engine/errors.ts";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { Services } from "../../engine/services.ts";
import type { DemandedFactor } from "../credentials/index.ts";
import { clearFailures, failAttempt, readLockLimits, reserveAttempt } from "../users/index.ts";
import type { FactorOwner, GivenChallenge, SecondFactor } from "./factor.ts";
import { isMfaEnabled } from "./factor-owner.ts";
import type { FactorProofServices, FactorServices } from "./factor-services.ts";
import { activeFactors, findFactor } from "./registry.ts";
import { factorText } from "./texts.ts";

/** Refusal codes of the contract that a second factor can meet. */
export type FactorRefusal = "mfa_failed" | "mfa_unset" | "block_mfa";

/** How a proof ended. */
export type FactorOutcome =
  | { readonly factor: SecondFactor }
  | { readonly factor: null; readonly code: FactorRefusal; readonly message: Message };

/** What somebody sends to prove themselves. */
export interface FactorAttempt {
  readonly owner: FactorOwner;
  readonly remoteAddress: string;
  /** Name of the factor; empty for the first that a code is typed for. */
  readonly name: string;
  /** As sent: plain, or encrypted by the page. */
  readonly code: string;
  readonly challenge?: GivenChallenge;
  /** What the first step ended with; nothing else is a proof then. */
  readonly demanded?: DemandedFactor;
}

const refusal = (code: FactorRefusal, message: Message): FactorOutcome => ({ factor: null, code, message });

/**
 * Checks one of a user's second factors. Wrong codes are counted and lock, apart from wrong passwords but by the
 * same limits; a try is counted before it is looked at, so that parallel ones count in full.
 * Contract: docs/contract/identity.md, "Second factors".
 */
export async function proveFactor(
  services: FactorProofServices,
  attempt: FactorAttempt,
): Promise<FactorOutcome> {
  const { owner, remoteAddress, challenge, demanded } = attempt;
  const { db } = services;
  const factor = await chooseFactor(services, attempt);
  if (factor === undefined) return refusal("mfa_unset", factorText.factorNotSet);
  const code = await openCode(services, attempt.code);
  const limits = await readLockLimits(services.settings);
  const blocked = refusal("block_mfa", withParameters(factorText.mfaBlocked, { minutes: limits.minutes }));
  const left = await reserveAttempt(db, "mfa", owner.username, remoteAddress, limits);
  if (left === null) return blocked;
  const proof = {
    services,
    owner,
    code,
    remoteAddress,
    ...(challenge === undefined ? {} : { challenge }),
    ...(demanded === undefined ? {} : { demanded }),
  };
  if (await factor.verify(proof)) {
    await clearFailures(db, "mfa", owner.username, remoteAddress);
    return { factor };
  }
  await failAttempt(db, "mfa", owner.username, limits, left);
  if (left === 0) return blocked;
  return refusal(
    "mfa_failed",
    withParameters(factorText.mfaFailed, { times: left, minutes: limits.minutes }),
  );
}

/** The factor an attempt is about: the one that is demanded, or one the owner has. */
async function chooseFactor(
  services: FactorServices,
  { owner, name, demanded }: FactorAttempt,
): Promise<SecondFactor | undefined> {
  if (demanded !== undefined) {
    return name === "" || name === demanded.factor ? findFactor(services, demanded.factor) : undefined;
  }
  if (!(await isMfaEnabled(services, owner))) return undefined;
  const active = await activeFactors(services, owner);
  return name === "" ? active.find(({ kind }) => kind === "code") : active.find((one) => one.name === name);
}

/** A code in the clear; one that does not open is a wrong one. */
async function openCode({ fieldCipher }: Pick<Services, "fieldCipher">, sent: string): Promise<string> {
  try {
    return (await fieldCipher.open(sent)).trim();
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
}
