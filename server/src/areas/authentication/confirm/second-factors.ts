import type { CallerContext } from "../../../engine/access/context.ts";
import type { Message } from "../../../engine/i18n/messages.ts";
import type { Services } from "../../../engine/services.ts";
import { text } from "../texts.ts";
import { takeOneTimeCode } from "./one-time-codes.ts";

/** A user, as far as second factors go. */
export interface FactorOwner {
  readonly id: string;
  readonly username: string;
  readonly source: string;
  readonly mfa_level: number;
  readonly otp_secret_sealed: string | null;
}

/** A second proof of who somebody is. One that the installation does not offer is not in the list at all. */
export interface SecondFactor {
  /** Name of the contract: `otp`, `sms`, `otp_radius`, `mfa_custom`. */
  readonly name: string;
  readonly label: Message;
  readonly placeholder: Message;
  /** Whether the installation offers it. */
  readonly isOffered: (services: Services) => Promise<boolean>;
  /** Whether this user has set it up. */
  readonly isActive: (owner: FactorOwner) => boolean;
  readonly verify: (services: Services, owner: FactorOwner, code: string) => Promise<boolean>;
  /** Sends a code; absent where the code is not sent. */
  readonly send?: (services: Services, owner: FactorOwner) => Promise<void>;
}

const oneTimeCode: SecondFactor = {
  name: "otp",
  label: text.otp,
  placeholder: text.otpPlaceholder,
  isOffered: async () => true,
  isActive: ({ otp_secret_sealed: sealed }) => sealed !== null,
  verify: (services, { id }, code) => takeOneTimeCode(services, id, code),
};

/** Every factor the product knows, in the order they are offered. */
const factors: readonly SecondFactor[] = [oneTimeCode];

/** The factors this installation offers. */
export async function offeredFactors(services: Services): Promise<SecondFactor[]> {
  const offered = await Promise.all(factors.map((factor) => factor.isOffered(services)));
  return factors.filter((_factor, index) => offered[index]);
}

/** The caller as the owner of factors. */
export function factorOwner({ db, principal }: CallerContext): Promise<FactorOwner> {
  return db
    .selectFrom("users")
    .select(["id", "username", "source", "mfa_level", "otp_secret_sealed"])
    .where("id", "=", principal.id)
    .executeTakeFirstOrThrow();
}

/** Whether second factors are on for the caller: by their own choice, or because the installation demands it. */
export async function isMfaEnabled(context: CallerContext, owner: FactorOwner): Promise<boolean> {
  const mode = await context.services.settings.get<number>("SECURITY_MFA_AUTH");
  return owner.mfa_level > 0 || mode === 1 || (mode === 2 && context.permissions.isOrganizationAdmin);
}
