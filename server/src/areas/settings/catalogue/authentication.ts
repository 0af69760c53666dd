import { text } from "../security-texts.ts";
import { boolean, choice, integer, text as line } from "../setting-kinds.ts";

const seconds = { required: true, minimum: 5, maximum: 36_000 } as const;

/** Category `security_auth`: what signing in asks for beside the password. */
export const authenticationSettings = {
  SECURITY_MFA_AUTH: choice(0, {
    label: text.mfa,
    choices: [
      { value: 0, label: text.mfaOff },
      { value: 1, label: text.mfaEverybody },
      { value: 2, label: text.mfaAdministrators },
    ],
  }),
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: boolean(true, {
    label: text.mfaThirdParty,
    help: text.mfaThirdPartyHelp,
  }),
  OTP_ISSUER_NAME: line("Sallyport", {
    label: text.otpIssuer,
    help: text.otpIssuerHelp,
    maxLength: 16,
    blank: false,
  }),
  OTP_VALID_WINDOW: integer(2, {
    label: text.otpWindow,
    help: text.otpWindowHelp,
    required: true,
    minimum: 1,
    maximum: 10,
  }),
  SECURITY_MFA_VERIFY_TTL: integer(3600, {
    label: text.mfaVerifyTtl,
    help: text.mfaVerifyTtlHelp,
    ...seconds,
  }),
  SECURITY_MFA_IN_LOGIN_PAGE: boolean(false, { label: text.mfaInPage, help: text.mfaInPageHelp }),
  VERIFY_CODE_TTL: integer(60, { label: text.verifyCodeTtl, help: text.verifyCodeTtlHelp, ...seconds }),
  SECURITY_LOGIN_CHALLENGE_ENABLED: boolean(false, { label: text.challenge, help: text.challengeHelp }),
  SECURITY_LOGIN_CAPTCHA_ENABLED: boolean(true, { label: text.captcha, help: text.captchaHelp }),
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: boolean(true, {
    label: text.differentCity,
    help: text.differentCityHelp,
  }),
  SECURITY_UNCOMMON_USERS_TTL: integer(30, {
    label: text.unusedUsers,
    help: text.unusedUsersHelp,
    minimum: 30,
    maximum: 99_999,
  }),
};
