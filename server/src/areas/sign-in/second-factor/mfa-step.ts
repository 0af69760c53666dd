import type { Json } from "../../../engine/json.ts";
import type { PendingSignIn } from "../../credentials/index.ts";
import { activeFactors, factorOwner, factorText, isMfaEnabled, otpPages } from "../../factors/index.ts";
import { mfaPath } from "../../pages/index.ts";
import type { Origin } from "../complete.ts";
import type { KnownAtStep } from "../known-at-step.ts";
import type { SignInServices } from "../sign-in-services.ts";

/** What an API client does with a code. */
const challengeUrl = "/api/v1/authentication/mfa/challenge/";

/** The second factor as a step of the sign-in. Contract: docs/contract/identity.md, "Second factor at sign-in". */
export const secondFactorStep = {
  name: "mfa",
  async examine(
    services: SignInServices,
    { mfa, provider, demanded }: Pick<PendingSignIn, "mfa" | "provider" | "demanded">,
    _origin: Origin,
    { user }: Pick<KnownAtStep, "user">,
  ) {
    if (demanded !== undefined && mfa !== demanded.factor) {
      return {
        state: "required",
        code: "mfa_required",
        message: factorText.required,
        page: mfaPath,
        data: { choices: [demanded.factor], url: challengeUrl } as Json,
      } as const;
    }
    if (mfa !== undefined) return { state: "done" } as const;
    const isLeftToProvider =
      provider !== undefined &&
      !(await services.settings.get<boolean>("SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY"));
    if (isLeftToProvider) return { state: "done" } as const;
    if (!(await isMfaEnabled(services, user))) return { state: "done" } as const;
    const owner = await factorOwner(services, user.id);
    const active = await activeFactors(services, owner);
    if (active.every(({ isReserve }) => isReserve)) {
      const { setUp: page } = otpPages;
      return { state: "required", code: "mfa_unset", message: factorText.unset, page, data: null } as const;
    }
    const choices = active.filter(({ kind }) => kind === "code").map(({ name }) => name);
    // A program has no authenticator to ask, and is told what its owner can do instead.
    const isTyped = choices.length > 0;
    const data: Json = isTyped ? { choices, url: challengeUrl } : null;
    return {
      state: "required",
      code: "mfa_required",
      message: isTyped ? factorText.required : factorText.onlyPasskeys,
      page: mfaPath,
      data,
    } as const;
  },
};
