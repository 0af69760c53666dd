import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { exclusive } from "../form/exclusive.ts";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const AUTHENTICATION: SettingGroups = [
  [
    "signIn",
    [
      "SECURITY_LOGIN_CAPTCHA_ENABLED",
      "SECURITY_LOGIN_CHALLENGE_ENABLED",
      "SECURITY_UNCOMMON_USERS_TTL",
      "SECURITY_CHECK_DIFFERENT_CITY_LOGIN",
    ],
  ],
  [
    "mfa",
    [
      "SECURITY_MFA_AUTH",
      "SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY",
      "SECURITY_MFA_IN_LOGIN_PAGE",
      "SECURITY_MFA_VERIFY_TTL",
      "OTP_ISSUER_NAME",
      "OTP_VALID_WINDOW",
      "VERIFY_CODE_TTL",
    ],
  ],
];

const LIMITS: SettingGroups = [
  ["userLimit", ["SECURITY_LOGIN_LIMIT_COUNT", "SECURITY_LOGIN_LIMIT_TIME"]],
  [
    "addressLimit",
    [
      "SECURITY_LOGIN_IP_LIMIT_COUNT",
      "SECURITY_LOGIN_IP_LIMIT_TIME",
      "SECURITY_LOGIN_IP_WHITE_LIST",
      "SECURITY_LOGIN_IP_BLACK_LIST",
    ],
  ],
  [
    "other",
    [
      "USER_LOGIN_SINGLE_MACHINE_ENABLED",
      "ONLY_ALLOW_EXIST_USER_AUTH",
      "ONLY_ALLOW_AUTH_FROM_SOURCE",
      "ACL_PRIORITY_ORDER",
    ],
  ],
];

const PASSWORDS: SettingGroups = [
  ["passwordLife", ["SECURITY_PASSWORD_EXPIRATION_TIME", "OLD_PASSWORD_HISTORY_LIMIT_COUNT"]],
  [
    "passwordRules",
    [
      "SECURITY_PASSWORD_MIN_LENGTH",
      "SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH",
      "SECURITY_PASSWORD_UPPER_CASE",
      "SECURITY_PASSWORD_LOWER_CASE",
      "SECURITY_PASSWORD_NUMBER",
      "SECURITY_PASSWORD_SPECIAL_CHAR",
      "SECURITY_PASSWORD_REFUSE_GUESSABLE",
    ],
  ],
];

const SESSIONS: SettingGroups = [
  [
    "sessionLimits",
    [
      "SECURITY_MAX_IDLE_TIME",
      "SECURITY_MAX_SESSION_TIME",
      "SECURITY_SESSION_KEEP_TIME",
      "SECURITY_SESSION_END_WITH_PERMISSION",
    ],
  ],
  [
    "sessionScreen",
    [
      "SECURITY_SESSION_SHARE",
      "SECURITY_SESSION_WATCH_NOTICE",
      "SECURITY_SESSION_SEARCH_ENABLED",
      "SECURITY_WATERMARK_ENABLED",
      "SECURITY_LUNA_REMEMBER_AUTH",
    ],
  ],
  [
    "connectionTokens",
    [
      "CONNECTION_TOKEN_ONETIME_EXPIRATION",
      "CONNECTION_TOKEN_REUSABLE",
      "CONNECTION_TOKEN_REUSABLE_EXPIRATION",
    ],
  ],
];

/** `SECURITY_MFA_AUTH`: everybody needs a second factor. */
const EVERYBODY = 1;

const SWITCHES = exclusive(
  "SECURITY_LOGIN_CAPTCHA_ENABLED",
  "SECURITY_LOGIN_CHALLENGE_ENABLED",
  "SECURITY_MFA_IN_LOGIN_PAGE",
);

const AUTHENTICATION_OVERRIDES: FieldOverrides = {
  ...SWITCHES,
  SECURITY_MFA_IN_LOGIN_PAGE: {
    ...SWITCHES.SECURITY_MFA_IN_LOGIN_PAGE,
    hidden: ({ SECURITY_MFA_AUTH: mode }) => mode !== EVERYBODY,
  },
};

/** How long reusable tokens live matters only where there are any. */
const SESSION_OVERRIDES: FieldOverrides = {
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: {
    hidden: ({ CONNECTION_TOKEN_REUSABLE: reusable }) => reusable !== true,
  },
};

const ADDRESS_LISTS: FieldOverrides = {
  SECURITY_LOGIN_IP_WHITE_LIST: { kind: "addresses" },
  SECURITY_LOGIN_IP_BLACK_LIST: { kind: "addresses" },
};

/** How signing in, passwords and sessions are kept safe; one matter a tab. */
export default function SecuritySettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:securitySettings")}>
      <TabPage
        tabs={[
          {
            key: "SecurityAuth",
            label: t("settings:tab.authentication"),
            content: (
              <SettingForm
                category="security_auth"
                groups={AUTHENTICATION}
                overrides={AUTHENTICATION_OVERRIDES}
              />
            ),
          },
          {
            key: "SecurityLimit",
            label: t("settings:tab.limits"),
            content: (
              <SettingForm category="security_login_limit" groups={LIMITS} overrides={ADDRESS_LISTS} />
            ),
          },
          {
            key: "SecurityPassword",
            label: t("settings:tab.passwords"),
            content: <SettingForm category="security_password" groups={PASSWORDS} />,
          },
          {
            key: "SecuritySession",
            label: t("settings:tab.sessions"),
            content: (
              <SettingForm category="security_session" groups={SESSIONS} overrides={SESSION_OVERRIDES} />
            ),
          },
        ]}
      />
    </Page>
  );
}
