import { ApiError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { FittingRule } from "../../acls/index.ts";
import { locateAddress, type PendingSignIn } from "../../credentials/index.ts";
import { waitConfirmPath } from "../../pages/index.ts";
import type { Origin } from "../complete.ts";
import type { KnownAtStep } from "../known-at-step.ts";
import type { SignInServices } from "../sign-in-services.ts";
import { type SignInReview, signInReviewer } from "./sign-in-reviewer.ts";
import { consentText } from "./texts.ts";

/** The question about this sign-in: the one that was asked, or a new one where that was taken back; null: none. */
async function reviewOf(
  services: SignInServices,
  { userId, username, review }: PendingSignIn,
  { remoteAddress, userAgent, type }: Origin,
  rule: FittingRule | null,
): Promise<SignInReview | null> {
  const reviewer = signInReviewer(services);
  if (reviewer === null) return null;
  const asked = review === undefined ? null : await reviewer.find(services, review.id);
  if (asked !== null && asked.state !== "closed") return asked;
  const city = await locateAddress(services.config, remoteAddress);
  return reviewer.request(services, { userId, username, remoteAddress, city, userAgent, type, rule });
}

/** Somebody's consent as a step of the sign-in. Contract: docs/contract/identity.md, "Consent to a sign-in". */
export const consentStep = {
  name: "consent",
  async examine(services: SignInServices, pending: PendingSignIn, origin: Origin, { rule }: KnownAtStep) {
    let review: SignInReview | null;
    try {
      review = await reviewOf(services, pending, origin, rule);
    } catch (error) {
      // Nobody is there who could consent: then nobody comes in.
      if (!(error instanceof ApiError)) throw error;
      return { state: "refused", code: "login_confirm_error", message: error.detail } as const;
    }
    if (review === null || review.state === "approved") return { state: "done" } as const;
    const data = { ticket_id: review.id, username: pending.username };
    if (review.state === "rejected") {
      const message = withParameters(consentText.rejected, { name: review.decidedBy });
      return { state: "refused", code: "login_confirm_error", message, data } as const;
    }
    return {
      state: "required",
      code: "login_confirm_wait",
      message: consentText.wait,
      page: waitConfirmPath,
      data,
      review,
    } as const;
  },
};
