import { anonymous } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { countAsSeen } from "../users/index.ts";
import { pruneBearerTokens } from "./bearer-tokens.ts";
import { captchaRoutes, pruneCaptcha } from "./captcha/index.ts";
import { confirmRoutes } from "./confirm/confirm-routes.ts";
import { passwordRoutes } from "./confirm/password-routes.ts";
import { consentStatusRoute } from "./consent/status-route.ts";
import { waitConfirmRoute } from "./consent/wait-route.ts";
import { accessKeysResource } from "./credentials/access-key-resource.ts";
import { accessKeyContext } from "./credentials/access-keys.ts";
import { keysUsedWithin } from "./credentials/keys-used.ts";
import { privateTokenRoutes } from "./credentials/private-token-route.ts";
import { serviceAccountRoute } from "./credentials/service-account-route.ts";
import { temporaryTokensResource } from "./credentials/temporary-token-resource.ts";
import { pruneTemporaryTokens, temporaryTokenContext } from "./credentials/temporary-tokens.ts";
import { pruneSignatures } from "./credentials/used-signatures.ts";
import { factorChores, factorRoutes } from "./factors/index.ts";
import { otpSecretColumn } from "./factors/one-time-codes.ts";
import { recoveryCodeColumn } from "./factors/recovery-codes.ts";
import { tellForeignSignIn } from "./foreign-sign-in-notice.ts";
import { guardRoute } from "./guard-route.ts";
import { languageRoute } from "./language-route.ts";
import { loginRoute } from "./login-route.ts";
import { logoutRoute } from "./logout-route.ts";
import { passwordVerifyRoute } from "./password-verify-route.ts";
import { recoveryCodeJob } from "./recovery/code-job.ts";
import { forgotRoutes } from "./recovery/forgot-routes.ts";
import { pruneRecoveries } from "./recovery/recovery-requests.ts";
import { accountReminderJob, passwordReminderJob } from "./recovery/reminders.ts";
import { resetRoute } from "./recovery/reset-route.ts";
import { pruneResetTokens } from "./recovery/reset-tokens.ts";
import { onForeignSignIn } from "./sign-in/foreign-city.ts";
import "./tables.ts";
import { tokenRoutes } from "./token-routes.ts";
import { registerCredentialKind } from "./user-credentials/credential-kind.ts";
import { ownKinds } from "./user-credentials/own-kinds.ts";
import { userCredentialRoutes } from "./user-credentials/user-credentials-route.ts";

export { requireStrongest } from "./factors/passkeys/registration.ts";
export { recordLogin } from "./login-log.ts";
export { renderPage } from "./pages/layout.ts";
export { createPrincipalPort } from "./principal-port.ts";
export { userNotices } from "./recovery/user-notices.ts";
export { safePath } from "./safe-path.ts";
export { countFailureOfAddress, isAddressRefused } from "./sign-in/address-limits.ts";
export { onForeignSignIn } from "./sign-in/foreign-city.ts";
export {
  isStoredKey,
  signInAtTerminal,
  type TerminalSignIn,
} from "./sign-in/terminal.ts";
export { type CredentialKind, registerCredentialKind } from "./user-credentials/credential-kind.ts";

onForeignSignIn("notice", tellForeignSignIn);
countAsSeen("authentication.keys", keysUsedWithin);
for (const kind of ownKinds) registerCredentialKind(kind);

/** Signing in and out, by page and by API. Contract: docs/contract/identity.md, "Signing in". */
export const authenticationArea: Area = {
  name: "authentication",
  resources: [accessKeysResource, temporaryTokensResource],
  routes: [
    loginRoute,
    guardRoute,
    waitConfirmRoute,
    consentStatusRoute,
    passwordVerifyRoute,
    logoutRoute,
    languageRoute,
    ...tokenRoutes,
    ...confirmRoutes,
    ...captchaRoutes,
    resetRoute,
    ...forgotRoutes,
    ...passwordRoutes,
    ...factorRoutes,
    ...privateTokenRoutes,
    serviceAccountRoute,
    ...userCredentialRoutes,
    {
      methods: ["GET"],
      path: "/",
      access: anonymous("sends everybody to the console, which asks who they are"),
      handle: async () => ({ location: "/ui/" }),
    },
  ],
  chores: [
    { name: "prune bearer tokens", everySeconds: 3600, run: (services) => pruneBearerTokens(services) },
    { name: "forget answered puzzles", everySeconds: 600, run: pruneCaptcha },
    { name: "prune password links", everySeconds: 3600, run: pruneResetTokens },
    { name: "prune recoveries", everySeconds: 3600, run: pruneRecoveries },
    ...factorChores,
    { name: "prune used signatures", everySeconds: 600, run: (services) => pruneSignatures(services) },
    { name: "prune temporary tokens", everySeconds: 3600, run: (services) => pruneTemporaryTokens(services) },
  ],
  sealed: [
    otpSecretColumn,
    recoveryCodeColumn,
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
  jobs: [recoveryCodeJob, passwordReminderJob, accountReminderJob],
};
