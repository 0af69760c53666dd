import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import type { FittingRule } from "../acls/index.ts";
import type { PendingSignIn } from "../credentials/index.ts";
import type { Origin } from "./complete.ts";
import { consentStep } from "./consent/consent-step.ts";
import type { SignInReview } from "./consent/sign-in-reviewer.ts";
import { secondFactorStep } from "./second-factor/mfa-step.ts";
import { isRefusal, refusedByRule, signInRule } from "./sign-in-rules.ts";
import type { SignInServices } from "./sign-in-services.ts";

/** What a step of the sign-in comes to for somebody. */
export type StepState =
  /** Done, or not required. */
  | { readonly state: "done" }
  /** Refused for good: nothing can be done to pass it. */
  | {
      readonly state: "refused";
      readonly code: string;
      readonly message: Message;
      /** What an API client is told besides code and message, where refusals of this step have that. */
      readonly data?: Json;
    }
  /** Required: on a page, or by an API client with what it is told. */
  | {
      readonly state: "required";
      /** `mfa_required`, `login_confirm_wait` and so on. */
      readonly code: string;
      readonly message: Message;
      /** Page on which it is done. */
      readonly page: string;
      /** What an API client is told besides code and message; null where it cannot be done by API. */
      readonly data: Json;
      /** What somebody was asked, to be kept with the sign-in. */
      readonly review?: SignInReview;
    };

/** Something between the proof of who somebody is and the session: a second factor, somebody's consent. */
export interface SignInStep {
  readonly name: string;
  /** @param rule the rule that decides about the sign-in; null: none does */
  readonly examine: (
    services: SignInServices,
    pending: PendingSignIn,
    origin: Origin,
    rule: FittingRule | null,
  ) => Promise<StepState>;
}

/** The rules about sign-ins hold until the last step is done: one may be made while somebody waits. */
const rulesStep: SignInStep = {
  name: "rules",
  examine: async (_services, { userId }, { remoteAddress }, rule) =>
    isRefusal(rule, { userId, remoteAddress }) ? { state: "refused", ...refusedByRule } : { state: "done" },
};

/** The steps in their order. Contract: docs/contract/identity.md, "Guard". */
const steps: readonly SignInStep[] = [rulesStep, secondFactorStep, consentStep];

/** The first step that is not done; null when somebody may come in. */
export async function firstOpenStep(
  services: SignInServices,
  pending: PendingSignIn,
  origin: Origin,
): Promise<Exclude<StepState, { readonly state: "done" }> | null> {
  const rule = await signInRule(services, { userId: pending.userId, remoteAddress: origin.remoteAddress });
  for (const step of steps) {
    const found = await step.examine(services, pending, origin, rule);
    if (found.state !== "done") return found;
  }
  return null;
}
