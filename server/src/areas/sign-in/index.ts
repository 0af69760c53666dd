import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { captchaRoutes, pruneCaptcha } from "./captcha/index.ts";
import { consentStatusRoute } from "./consent/status-route.ts";
import { waitConfirmRoute } from "./consent/wait-route.ts";
import { tellForeignSignIn } from "./foreign-sign-in-notice.ts";
import { guardRoute } from "./guard-route.ts";
import { loginRoute } from "./login/login-route.ts";
import { logoutRoute } from "./logout/logout-route.ts";
import { recoveryCodeJob } from "./password-recovery/code-job.ts";
import { forgotRoutes } from "./password-recovery/forgot-routes.ts";
import { pruneRecoveries } from "./password-recovery/recovery-requests.ts";
import { accountReminderJob, passwordReminderJob } from "./password-recovery/reminders.ts";
import { resetRoute } from "./password-recovery/reset-route.ts";
import { pruneResetTokens } from "./password-recovery/reset-tokens.ts";
import { mfaRoutes } from "./second-factor/mfa-api.ts";
import { mfaRoute } from "./second-factor/mfa-route.ts";
import { namedCodeJob } from "./second-factor/named-code-job.ts";
import { passkeySignInRoute } from "./second-factor/passkey-sign-in-route.ts";
import "./tables.ts";
import { tokenRoutes } from "./token-routes.ts";

export {
  recordProviderFailure,
  signInFromProvider,
} from "./from-provider.ts";
export { userNotices } from "./password-recovery/user-notices.ts";
export type { SignInProvider } from "./provider-extensions.ts";
export type { TerminalServices } from "./sign-in-services.ts";
export { isStoredKey, signInAtTerminal, type TerminalSignIn } from "./terminal.ts";

/** Signing in and out, by page and by API. Contract: docs/contract/identity.md, "Signing in". */
export const signInArea: Area = {
  name: "sign-in",
  routes: [
    loginRoute,
    guardRoute,
    waitConfirmRoute,
    consentStatusRoute,
    logoutRoute,
    ...tokenRoutes,
    ...captchaRoutes,
    resetRoute,
    ...forgotRoutes,
    mfaRoute,
    ...mfaRoutes,
    passkeySignInRoute,
  ],
  foreignSignInHooks: [tellForeignSignIn],
  jobs: [
    recoveryCodeJob,
    namedCodeJob,
    passwordReminderJob,
    accountReminderJob,
    defineJob({ name: "sign-in.prune-captcha-answers", schedule: { everySeconds: 600 }, run: pruneCaptcha }),
    defineJob({
      name: "sign-in.prune-reset-tokens",
      schedule: { everySeconds: 3_600 },
      run: pruneResetTokens,
    }),
    defineJob({ name: "sign-in.prune-recoveries", schedule: { everySeconds: 3_600 }, run: pruneRecoveries }),
  ],
};
