import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import type { FactorsResetHook } from "../users/index.ts";
import { confirmRoutes } from "./confirm/confirm-routes.ts";
import { passwordRoutes } from "./confirm/password-routes.ts";
import { passwordVerifyRoute } from "./confirm/password-verify-route.ts";
import { manageRoute } from "./manage-route.ts";
import { otpSecretColumn } from "./one-time-codes.ts";
import { otpRoutes } from "./otp-routes.ts";
import { challengeRoutes } from "./passkeys/challenge-routes.ts";
import { pruneChallengeUses } from "./passkeys/challenges.ts";
import { passkeyKind } from "./passkeys/passkey-kind.ts";
import { passkeyRoutes } from "./passkeys/passkey-routes.ts";
import { dropRecoveryCodes, recoveryCodeColumn } from "./recovery-codes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import "./tables.ts";

export type { FactorOwner, Proof, SecondFactor } from "./factor.ts";
export { tellFactorChange } from "./factor-notices.ts";
export { factorOwner, findFactorOwner, isInLoginPage, isMfaEnabled } from "./factor-owner.ts";
export type { FactorProofServices, FactorServices } from "./factor-services.ts";
export { otpPages } from "./otp-factor.ts";
export {
  type FactorFields,
  factorFields,
  type PasskeyChoice,
  passkeyButton,
  typedFactors,
} from "./pages/factor-fields.ts";
export { type FactorPage, factorAssets, renderFactorPage, speak, token } from "./pages/page.ts";
export { type PageFailure, proveOnPage, usableFactors } from "./pages/prove-on-page.ts";
export { passFactor } from "./pass-factor.ts";
export { checkAssertion } from "./passkeys/assertion.ts";
export { askForAssertion } from "./passkeys/ceremonies.ts";
export { ownChallengePath } from "./passkeys/challenge-routes.ts";
export { givenChallenge, noSession } from "./passkeys/challenges.ts";
export { passkeyBackend } from "./passkeys/passkey-backend.ts";
export { passkeyFactor } from "./passkeys/passkey-factor.ts";
export { requireStrongest } from "./passkeys/registration.ts";
export { relyingParty } from "./passkeys/relying-party.ts";
export { type FactorPerson, personAt } from "./person.ts";
export { type FactorAttempt, type FactorOutcome, proveFactor } from "./prove-factor.ts";
export { activeFactors, findFactor, hasFactor, offeredFactors } from "./registry.ts";
export { factorText } from "./texts.ts";

/** What an administrator takes from somebody who lost a device is everything they prove themselves by. */
const removeFactors: FactorsResetHook = async (db, userId) => {
  await db.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await dropRecoveryCodes(db, userId);
};

/**
 * Second factors, passkeys and recovery codes, and the proof that it is still the same person.
 * Contract: docs/contract/identity.md, "Second factors".
 */
export const factorsArea: Area = {
  name: "factors",
  credentialKinds: [passkeyKind],
  routes: [
    passwordVerifyRoute,
    ...confirmRoutes,
    ...passwordRoutes,
    manageRoute,
    ...otpRoutes,
    ...passkeyRoutes,
    ...challengeRoutes,
    ...recoveryRoutes,
  ],
  jobs: [
    defineJob({
      name: "factors.prune-passkey-challenges",
      schedule: { everySeconds: 600 },
      run: pruneChallengeUses,
    }),
  ],
  factorResetHooks: [removeFactors],
  sealed: [otpSecretColumn, recoveryCodeColumn],
};
