import { literal } from "../../../engine/i18n/index.ts";
import { boolean, choice, integer, url } from "../setting-kinds.ts";
import { signInText as text } from "../sign-in-texts.ts";

const year = 31_536_000;

/** Category `auth`: what people sign in with beside their password, and for how long they stay signed in. */
export const signInSettings = {
  FORGOT_PASSWORD_URL: url("", { label: text.forgotUrl, help: text.forgotUrlHelp, nullable: true }),
  LOGIN_REDIRECT_TO_BACKEND: choice("", {
    label: text.redirectTo,
    help: text.redirectToHelp,
    choices: [
      { value: "", label: text.redirectFirst },
      { value: "DIRECT", label: text.redirectNever },
      { value: "OPENID", label: literal("OpenID") },
      { value: "CAS", label: literal("CAS") },
      { value: "SAML2", label: literal("SAML2") },
      { value: "OAUTH2", label: literal("OAuth2") },
    ],
  }),
  LOGIN_REDIRECT_MSG_ENABLED: boolean(true, { label: text.redirectPause, help: text.redirectPauseHelp }),
  AUTH_TEMP_TOKEN: boolean(false, { label: text.temporaryPasswords, help: text.temporaryPasswordsHelp }),
  AUTH_SSO: boolean(false, { label: text.signInLinks, help: text.signInLinksHelp }),
  AUTH_SSO_AUTHKEY_TTL: integer(900, { label: text.signInLinkSeconds, minimum: 60, maximum: 1800 }),
  SESSION_COOKIE_AGE: integer(86_400, {
    label: text.sessionSeconds,
    help: text.sessionSecondsHelp,
    minimum: 300,
    maximum: year,
  }),
  SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE: boolean(false, {
    label: text.endWithBrowser,
    help: text.endWithBrowserHelp,
  }),
  TOKEN_EXPIRATION: integer(86_400, {
    label: text.bearerSeconds,
    help: text.bearerSecondsHelp,
    minimum: 300,
    maximum: year,
  }),
  CACHE_LOGIN_PASSWORD_ENABLED: boolean(false, { label: text.keepPassword, help: text.keepPasswordHelp }),
  CACHE_LOGIN_PASSWORD_TTL: integer(86_400, {
    label: text.keepPasswordSeconds,
    help: text.keepPasswordSecondsHelp,
    minimum: 60,
    maximum: year,
  }),
};
