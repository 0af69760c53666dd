import type { FactorOwner, SecondFactor } from "./factor.ts";
import type { FactorServices } from "./factor-services.ts";
import { otpFactor } from "./otp-factor.ts";
import { passkeyFactor } from "./passkeys/passkey-factor.ts";
import { recoveryFactor } from "./recovery-codes.ts";
import { smsFactor } from "./sms-factor.ts";

/** Every factor the product brings, in the order in which they are offered. */
const own: readonly SecondFactor[] = [otpFactor, passkeyFactor, smsFactor];

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Factors that stand outside, such as a RADIUS server (`otp_radius`) or one's own (`mfa_custom`). */
    secondFactors: SecondFactor;
  }
}

const allFactors = ({ extensions }: FactorServices): SecondFactor[] => [
  ...own,
  ...extensions.of("secondFactors"),
  recoveryFactor,
];

/** The factor of a name, whether it is offered or not: another method may ask for it. */
export const findFactor = (services: FactorServices, name: string): SecondFactor | undefined =>
  allFactors(services).find((factor) => factor.name === name);

/** The factors this installation offers. */
export async function offeredFactors(services: FactorServices): Promise<SecondFactor[]> {
  const all = allFactors(services);
  const offered = await Promise.all(all.map((factor) => factor.isOffered(services)));
  return all.filter((_factor, index) => offered[index]);
}

/** The factors a user can prove themselves by, reserves included. */
export async function activeFactors(services: FactorServices, owner: FactorOwner): Promise<SecondFactor[]> {
  return (await offeredFactors(services)).filter(({ isActive }) => isActive(owner));
}

/** Whether the user has a factor, a reserve not being one. */
export async function hasFactor(services: FactorServices, owner: FactorOwner): Promise<boolean> {
  return (await activeFactors(services, owner)).some(({ isReserve }) => !isReserve);
}
