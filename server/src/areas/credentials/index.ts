import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { accessKeysResource } from "./access-keys/access-key-resource.ts";
import { accessKeyContext } from "./access-keys/access-keys.ts";
import { keysUsedWithin } from "./access-keys/keys-used.ts";
import { serviceAccountRoute } from "./access-keys/service-account-route.ts";
import { pruneSignatures } from "./signatures/used-signatures.ts";
import "./tables.ts";
import { pruneBearerTokens } from "./tokens/bearer-tokens.ts";
import { privateTokenRoutes } from "./tokens/private-token-route.ts";
import { temporaryTokensResource } from "./tokens/temporary-token-resource.ts";
import { pruneTemporaryTokens, temporaryTokenContext } from "./tokens/temporary-tokens.ts";
import { endAllCredentials } from "./user-credentials/end-all.ts";
import { ownKinds } from "./user-credentials/own-kinds.ts";
import { userCredentialRoutes } from "./user-credentials/user-credentials-route.ts";

export { registerServiceAccount, requireBootstrapToken } from "./access-keys/service-account-route.ts";
export { countFailureOfAddress, isAddressRefused } from "./identity/address-limits.ts";
export type { Attempt, Claim, DemandedFactor, Proven, Refusal, RefusalCode } from "./identity/claim.ts";
export { localPassword } from "./identity/local-password.ts";
export {
  type PendingSignIn,
  reviewSeconds,
  type StoredPendingSignIn,
  storePendingSignIn,
} from "./identity/pending-sign-in.ts";
export { type IdentityServices, objectToArrival, proveIdentity } from "./identity/prove-identity.ts";
export { provePassword } from "./identity/prove-password.ts";
export { publicKey } from "./identity/public-key.ts";
export {
  createPendingSignIn,
  noPendingSignIn,
  passwordSince,
  type Resumed,
  resumeSignIn,
} from "./identity/resume-sign-in.ts";
export type {
  BackendFailure,
  BackendRefusal,
  BackendServices,
  SignInBackend,
} from "./identity/sign-in-backend.ts";
export { limitSignIn } from "./identity/sign-in-limits.ts";
export { findSignInUser, type SignInUser, signInColumns } from "./identity/sign-in-user.ts";
export { temporaryToken } from "./identity/temporary-token.ts";
export { isKnownLocation, locateAddress } from "./login-log/geoip.ts";
export {
  type LoginLogServices,
  type LoginType,
  lastKnownCity,
  loginRetention,
  recordLogin,
  recordPastLogins,
} from "./login-log/login-log.ts";
export { createPrincipalPort } from "./principal-port.ts";
export { loginLogsTable } from "./readable-tables.ts";
export { pendingCookies, signedInCookies, signedOutCookies } from "./session-cookies.ts";
export { issueBearerToken } from "./tokens/bearer-tokens.ts";
export type { CredentialCount, CredentialKind } from "./user-credentials/credential-kind.ts";

/**
 * What proves who somebody is: passwords, keys and tokens, the limits on wrong ones and the log of what came of them.
 * Contract: docs/contract/identity.md, "Credentials".
 */
export const credentialsArea: Area = {
  name: "credentials",
  resources: [accessKeysResource, temporaryTokensResource],
  routes: [...privateTokenRoutes, serviceAccountRoute, ...userCredentialRoutes],
  jobs: [
    defineJob({
      name: "credentials.prune-bearer-tokens",
      schedule: { everySeconds: 3_600 },
      run: pruneBearerTokens,
    }),
    defineJob({
      name: "credentials.prune-used-signatures",
      schedule: { everySeconds: 600 },
      run: pruneSignatures,
    }),
    defineJob({
      name: "credentials.prune-temporary-tokens",
      schedule: { everySeconds: 3_600 },
      run: pruneTemporaryTokens,
    }),
  ],
  credentialKinds: ownKinds,
  credentialEnds: [endAllCredentials],
  userActivityChecks: [keysUsedWithin],
  sealed: [
    {
      table: "access_keys",
      column: "secret_sealed",
      key: ["id"],
      context: (id = "") => accessKeyContext(id),
    },
    {
      table: "temporary_tokens",
      column: "secret_sealed",
      key: ["id"],
      context: (id = "") => temporaryTokenContext(id),
    },
  ],
};
