import { announcementSettings } from "./catalogue/announcement.ts";
import { authenticationSettings } from "./catalogue/authentication.ts";
import { basicSettings } from "./catalogue/basic.ts";
import { cleanSettings } from "./catalogue/clean.ts";
import { loginLimitSettings } from "./catalogue/login-limit.ts";
import { mailContentSettings, mailSettings } from "./catalogue/mail.ts";
import { passwordSettings } from "./catalogue/password.ts";
import { sessionSettings } from "./catalogue/session.ts";
import { terminalSettings } from "./catalogue/terminal.ts";
import { vaultSettings } from "./catalogue/vault.ts";
import { boolean, integer, list, object, type SettingDefinition, text } from "./setting-kinds.ts";
import { text as texts } from "./texts.ts";

/**
 * Every setting and its default, grouped as an administrator finds them. Units are in the comments.
 * Contract: docs/contract/settings.md.
 */
export const settingCatalogue = {
  ...basicSettings,
  ...passwordSettings,
  ...loginLimitSettings,
  ...authenticationSettings,
  ...sessionSettings,
  ...terminalSettings,
  ...mailSettings,
  ...mailContentSettings,
  ...announcementSettings,
  ...vaultSettings,

  // Edition and license
  XPACK_ENABLED: boolean(true),
  XPACK_LICENSE_IS_VALID: boolean(false),
  XPACK_LICENSE_CORPORATION: text(""),

  // Appearance; empty texts mean the product's own
  INTERFACE: object({}),

  // Terminals
  TERMINAL_OMNIDB_ENABLED: boolean(true),
  TERMINAL_HEARTBEAT_INTERVAL: integer(20), // seconds

  // Multi-factor authentication and confirmation
  SECURITY_VIEW_AUTH_NEED_MFA: boolean(true),
  OTP_IN_RADIUS: boolean(false),
  MFA_CUSTOM: boolean(false),
  SMS_ENABLED: boolean(false),

  // Sessions
  SESSION_COOKIE_AGE: integer(86_400), // seconds
  SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE: boolean(false),
  TOKEN_EXPIRATION: integer(86_400), // seconds
  CONNECTION_TOKEN_ONETIME_EXPIRATION: integer(300), // seconds
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: integer(2_592_000), // seconds
  CONNECTION_TOKEN_REUSABLE: boolean(false),

  // Ways of signing in
  AUTH_LDAP: boolean(false),
  AUTH_LDAP_SYNC_ORG_IDS: list(["00000000-0000-0000-0000-000000000002"]),
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

  // Housekeeping
  ...cleanSettings,

  // Everything else
  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: boolean(false, {
    label: texts.ungroupDirect,
    help: texts.ungroupDirectHelp,
  }),
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: boolean(false),
  TICKETS_ENABLED: boolean(true),
  TICKET_AUTHORIZE_DEFAULT_TIME: integer(7),
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: text("day"),
  SECURITY_COMMAND_EXECUTION: boolean(true),
  SECURITY_COMMAND_BLACKLIST: list(["reboot", "shutdown", "poweroff", "halt", "dd", "half", "top"]),
  FTP_FILE_MAX_STORE: integer(100), // megabytes
  /** Which end of the priorities matches first: `highest` (100 first) or `lowest`. */
  ACL_PRIORITY_ORDER: text("highest"),
  /** Country calling code of phone numbers written without one. */
  PHONE_DEFAULT_COUNTRY_CODE: text("+86"),
} as const satisfies Record<string, SettingDefinition>;

/** The keys of the catalogue. */
export type SettingKey = keyof typeof settingCatalogue;
