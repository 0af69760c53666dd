import type { Contributions } from "../../../engine/extensions.ts";
import { radiusBackend } from "./radius-backend.ts";
import { radiusFactor } from "./radius-factor.ts";
import { radiusTestRoute } from "./test-route.ts";

/** RADIUS: sign-in, second factor and test. Contract: docs/contract/identity.md, "RADIUS". */
export const radiusContributions = {
  routes: [radiusTestRoute],
  signInBackends: [radiusBackend],
  secondFactors: [radiusFactor],
} satisfies Contributions;
