import type { Chore } from "../../../engine/area.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { onFactorsReset } from "../../users/index.ts";
import { manageRoute } from "./manage-route.ts";
import { mfaRoutes } from "./mfa-api.ts";
import { mfaRoute } from "./mfa-route.ts";
import { otpRoutes } from "./otp-routes.ts";
import { challengeRoutes } from "./passkeys/challenge-routes.ts";
import { pruneChallengeUses } from "./passkeys/challenges.ts";
import { passkeyRoutes } from "./passkeys/passkey-routes.ts";
import { passkeySignInRoute } from "./passkeys/sign-in-route.ts";
import { dropRecoveryCodes } from "./recovery-codes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import "./tables.ts";

// What an administrator takes from somebody who lost a device is everything they prove themselves by.
onFactorsReset("factors", async (db, userId) => {
  await db.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await dropRecoveryCodes(db, userId);
});

/** Pages and calls of second factors. */
export const factorRoutes: readonly RouteDeclaration[] = [
  mfaRoute,
  manageRoute,
  ...mfaRoutes,
  ...otpRoutes,
  ...passkeyRoutes,
  ...challengeRoutes,
  passkeySignInRoute,
  ...recoveryRoutes,
];

/** What runs out is removed. */
export const factorChores: readonly Chore[] = [
  { name: "prune passkey challenges", everySeconds: 600, run: pruneChallengeUses },
];
