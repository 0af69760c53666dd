import { text } from "../security-texts.ts";
import { boolean, integer } from "../setting-kinds.ts";

const length = { required: true, minimum: 6, maximum: 30 } as const;

/** Category `security_password`: what passwords of users have to be. */
export const passwordSettings = {
  SECURITY_PASSWORD_EXPIRATION_TIME: integer(9999, {
    label: text.passwordExpiration,
    help: text.passwordExpirationHelp,
    required: true,
    minimum: 1,
    maximum: 99_999,
  }),
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: integer(5, {
    label: text.passwordHistory,
    help: text.passwordHistoryHelp,
    required: true,
    minimum: 0,
    maximum: 99_999,
  }),
  SECURITY_PASSWORD_MIN_LENGTH: integer(12, { label: text.passwordLength, ...length }),
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: integer(12, {
    label: text.adminPasswordLength,
    help: text.adminPasswordLengthHelp,
    ...length,
  }),
  SECURITY_PASSWORD_UPPER_CASE: boolean(false, { label: text.passwordUpperCase }),
  SECURITY_PASSWORD_LOWER_CASE: boolean(false, { label: text.passwordLowerCase }),
  SECURITY_PASSWORD_NUMBER: boolean(false, { label: text.passwordDigit }),
  SECURITY_PASSWORD_SPECIAL_CHAR: boolean(false, { label: text.passwordSpecial }),
  SECURITY_PASSWORD_REFUSE_GUESSABLE: boolean(true, {
    label: text.passwordGuessable,
    help: text.passwordGuessableHelp,
  }),
};
