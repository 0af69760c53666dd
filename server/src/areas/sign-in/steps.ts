import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import type { AccessVersion } from "../../engine/services.ts";
import type { PendingSignIn } from "../credentials/index.ts";
import type { Origin } from "./complete.ts";
import { consentStep } from "./consent/consent-step.ts";
import type { SignInReview } from "./consent/sign-in-reviewer.ts";
import type { KnownAtStep } from "./known-at-step.ts";
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
  readonly examine: (
    services: SignInServices,
    pending: PendingSignIn,
    origin: Origin,
    known: KnownAtStep,
  ) => Promise<StepState>;
}

/** The rules about sign-ins hold until the last step is done: one may be made while somebody waits. */
const rulesStep: SignInStep = {
  name: "rules",
  examine: async (_services, { userId }, { remoteAddress }, { rule }) =>
    isRefusal(rule, { userId, remoteAddress }) ? { state: "refused", ...refusedByRule } : { state: "done" },
};

/** The steps in their order. Contract: docs/contract/identity.md, "Guard". */
const steps: readonly SignInStep[] = [rulesStep, secondFactorStep, consentStep];

/** A step that is not done. */
export type OpenStep = Exclude<StepState, { readonly state: "done" }>;

/**
 * The first step that is not done; null when somebody may come in.
 * @param known the user, as they were just read, and the access version or the rule where these were, too
 */
export async function firstOpenStep(
  services: SignInServices,
  pending: PendingSignIn,
  origin: Origin,
  known: Pick<KnownAtStep, "user"> &
    Partial<Pick<KnownAtStep, "rule">> & { readonly version?: AccessVersion },
): Promise<OpenStep | null> {
  const { user, version } = known;
  const rule =
    known.rule !== undefined
      ? known.rule
      : await signInRule(services, {
          userId: user.id,
          remoteAddress: origin.remoteAddress,
          ...(version === undefined ? {} : { version }),
        });
  for (const step of steps) {
    const found = await step.examine(services, pending, origin, { rule, user });
    if (found.state !== "done") return found;
  }
  return null;
}
