import type { Json } from "../../engine/json.ts";

/** Types a setting can have. `secret` ones are text, sealed at rest and never read by a client. */
export type SettingType = "boolean" | "integer" | "text" | "list" | "object" | "secret";

/** One setting: its type and what it is until an administrator changes it. */
export interface SettingDefinition {
  readonly type: SettingType;
  readonly fallback: Json;
}

const boolean = (fallback: boolean): SettingDefinition => ({ type: "boolean", fallback });
const integer = (fallback: number): SettingDefinition => ({ type: "integer", fallback });
const text = (fallback: string): SettingDefinition => ({ type: "text", fallback });
const list = (...fallback: string[]): SettingDefinition => ({ type: "list", fallback });
const object = (fallback: { readonly [key: string]: Json }): SettingDefinition => ({
  type: "object",
  fallback,
});

/**
 * Every setting and its default, grouped as an administrator finds them. Units are in the comments.
 * Contract: docs/contract/identity.md, "Settings".
 */
export const settingCatalogue = {
  // Basic
  SITE_URL: text(""),
  USER_GUIDE_URL: text(""),
  GLOBAL_ORG_DISPLAY_NAME: text(""),
  HELP_DOCUMENT_URL: text(""),
  HELP_SUPPORT_URL: text(""),

  // Edition and license
  XPACK_ENABLED: boolean(true),
  XPACK_LICENSE_IS_VALID: boolean(false),
  XPACK_LICENSE_CORPORATION: text(""),

  // Appearance; empty texts mean the product's own
  INTERFACE: object({}),

  // Terminals
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: boolean(true),
  TERMINAL_PASSWORD_AUTH: boolean(true),
  TERMINAL_PUBLIC_KEY_AUTH: boolean(true),
  TERMINAL_ASSET_LIST_SORT_BY: text("name"),
  TERMINAL_ASSET_LIST_PAGE_SIZE: text("auto"),
  TERMINAL_MAGNUS_ENABLED: boolean(true),
  TERMINAL_RAZOR_ENABLED: boolean(true),
  TERMINAL_KOKO_SSH_ENABLED: boolean(true),
  TERMINAL_OMNIDB_ENABLED: boolean(true),
  TERMINAL_GRAPHICAL_RESOLUTION: text("Auto"),
  TERMINAL_HEARTBEAT_INTERVAL: integer(20), // seconds

  // Passwords of users
  SECURITY_PASSWORD_EXPIRATION_TIME: integer(9999), // days
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: integer(5),
  SECURITY_PASSWORD_MIN_LENGTH: integer(6),
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: integer(6),
  SECURITY_PASSWORD_UPPER_CASE: boolean(false),
  SECURITY_PASSWORD_LOWER_CASE: boolean(false),
  SECURITY_PASSWORD_NUMBER: boolean(false),
  SECURITY_PASSWORD_SPECIAL_CHAR: boolean(false),

  // Limits of signing in
  SECURITY_LOGIN_LIMIT_COUNT: integer(7),
  SECURITY_LOGIN_LIMIT_TIME: integer(30), // minutes
  SECURITY_LOGIN_IP_LIMIT_COUNT: integer(99_999),
  SECURITY_LOGIN_IP_LIMIT_TIME: integer(30), // minutes
  SECURITY_LOGIN_IP_WHITE_LIST: list(),
  SECURITY_LOGIN_IP_BLACK_LIST: list(),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: boolean(false),
  ONLY_ALLOW_EXIST_USER_AUTH: boolean(false),
  ONLY_ALLOW_AUTH_FROM_SOURCE: boolean(false),

  // Multi-factor authentication and confirmation
  SECURITY_MFA_AUTH: integer(0), // 0 off, 1 everybody, 2 administrators
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: boolean(true),
  SECURITY_MFA_IN_LOGIN_PAGE: boolean(false),
  SECURITY_MFA_VERIFY_TTL: integer(3600), // seconds
  SECURITY_VIEW_AUTH_NEED_MFA: boolean(true),
  SECURITY_LOGIN_CHALLENGE_ENABLED: boolean(false),
  SECURITY_LOGIN_CAPTCHA_ENABLED: boolean(true),
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: boolean(true),
  SECURITY_UNCOMMON_USERS_TTL: integer(30), // days
  OTP_ISSUER_NAME: text("Sallyport"),
  OTP_VALID_WINDOW: integer(2), // steps on either side
  OTP_IN_RADIUS: boolean(false),
  MFA_CUSTOM: boolean(false),
  SMS_ENABLED: boolean(false),
  VERIFY_CODE_TTL: integer(60), // seconds

  // Sessions
  SESSION_COOKIE_AGE: integer(86_400), // seconds
  SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE: boolean(false),
  TOKEN_EXPIRATION: integer(86_400), // seconds
  SECURITY_WATERMARK_ENABLED: boolean(true),
  SECURITY_MAX_IDLE_TIME: integer(30), // minutes
  SECURITY_MAX_SESSION_TIME: integer(24), // hours
  SECURITY_LUNA_REMEMBER_AUTH: boolean(true),
  SECURITY_SESSION_SHARE: boolean(true),
  CONNECTION_TOKEN_ONETIME_EXPIRATION: integer(300), // seconds
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: integer(2_592_000), // seconds
  CONNECTION_TOKEN_REUSABLE: boolean(false),

  // Ways of signing in
  AUTH_LDAP: boolean(false),
  AUTH_LDAP_SYNC_ORG_IDS: list("00000000-0000-0000-0000-000000000002"),
  AUTH_CAS: boolean(false),
  AUTH_OPENID: boolean(false),
  AUTH_SAML2: boolean(false),
  AUTH_OAUTH2: boolean(false),
  AUTH_RADIUS: boolean(false),
  AUTH_WECOM: boolean(false),
  AUTH_DINGTALK: boolean(false),
  AUTH_FEISHU: boolean(false),
  AUTH_SSO: boolean(false),
  AUTH_SSO_AUTHKEY_TTL: integer(900), // seconds
  AUTH_TEMP_TOKEN: boolean(false),
  AUTH_CUSTOM: boolean(false),
  FORGOT_PASSWORD_URL: text(""),
  LOGIN_REDIRECT_TO_BACKEND: text(""),
  LOGIN_REDIRECT_MSG_ENABLED: boolean(true),
  CACHE_LOGIN_PASSWORD_ENABLED: boolean(false),
  CACHE_LOGIN_PASSWORD_TTL: integer(86_400), // seconds

  // Mail
  EMAIL_HOST: text(""),
  EMAIL_PORT: text(""),
  EMAIL_HOST_USER: text(""),
  EMAIL_HOST_PASSWORD: { type: "secret", fallback: "" } as SettingDefinition,
  EMAIL_FROM: text(""),
  EMAIL_RECIPIENT: text(""),
  EMAIL_USE_SSL: boolean(false),
  EMAIL_USE_TLS: boolean(false),
  EMAIL_SUBJECT_PREFIX: text("[Sallyport] "),
  EMAIL_SUFFIX: text("example.com"),

  // Housekeeping, in days
  LOGIN_LOG_KEEP_DAYS: integer(200),
  TASK_LOG_KEEP_DAYS: integer(90),
  OPERATE_LOG_KEEP_DAYS: integer(200),
  FTP_LOG_KEEP_DAYS: integer(200),
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: integer(30),
  TERMINAL_SESSION_KEEP_DURATION: integer(200),
  ACTIVITY_LOG_KEEP_DAYS: integer(200),

  // Everything else
  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: boolean(false),
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: boolean(false),
  ANNOUNCEMENT_ENABLED: boolean(true),
  ANNOUNCEMENT: object({}),
  TICKETS_ENABLED: boolean(true),
  TICKET_AUTHORIZE_DEFAULT_TIME: integer(7),
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: text("day"),
  SECURITY_COMMAND_EXECUTION: boolean(true),
  SECURITY_COMMAND_BLACKLIST: list("reboot", "shutdown", "poweroff", "halt", "dd", "half", "top"),
  VAULT_ENABLED: boolean(false),
  FTP_FILE_MAX_STORE: integer(100), // megabytes
  /** Which end of the priorities matches first: `highest` (100 first) or `lowest`. */
  ACL_PRIORITY_ORDER: text("highest"),
  /** Country calling code of phone numbers written without one. */
  PHONE_DEFAULT_COUNTRY_CODE: text("+86"),
} as const satisfies Record<string, SettingDefinition>;

/** The keys of the catalogue. */
export type SettingKey = keyof typeof settingCatalogue;
