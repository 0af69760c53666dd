import { text } from "../security-texts.ts";
import { boolean, integer } from "../setting-kinds.ts";

/** Category `security_session`: sessions on assets. */
export const sessionSettings = {
  SECURITY_WATERMARK_ENABLED: boolean(true, {
    label: text.watermark,
    help: text.watermarkHelp,
    required: true,
  }),
  SECURITY_SESSION_SHARE: boolean(true, {
    label: text.sessionShare,
    help: text.sessionShareHelp,
    required: true,
  }),
  SECURITY_MAX_IDLE_TIME: integer(30, {
    label: text.maxIdle,
    help: text.maxIdleHelp,
    minimum: 1,
    maximum: 99_999,
  }),
  SECURITY_MAX_SESSION_TIME: integer(24, {
    label: text.maxSession,
    help: text.maxSessionHelp,
    minimum: 1,
    maximum: 99_999,
  }),
  SECURITY_SESSION_KEEP_TIME: integer(5, {
    label: text.keepTime,
    help: text.keepTimeHelp,
    minimum: 0,
    maximum: 1440,
  }),
  SECURITY_SESSION_END_WITH_PERMISSION: boolean(true, {
    label: text.endWithPermission,
    help: text.endWithPermissionHelp,
    required: true,
  }),
  SECURITY_SESSION_WATCH_NOTICE: boolean(true, {
    label: text.watchNotice,
    help: text.watchNoticeHelp,
    required: true,
  }),
  SECURITY_SESSION_SEARCH_ENABLED: boolean(true, {
    label: text.sessionSearch,
    help: text.sessionSearchHelp,
    required: true,
  }),
  SECURITY_LUNA_REMEMBER_AUTH: boolean(true, {
    label: text.rememberAuth,
    help: text.rememberAuthHelp,
    required: true,
  }),
  CONNECTION_TOKEN_ONETIME_EXPIRATION: integer(300, {
    label: text.tokenSeconds,
    help: text.tokenSecondsHelp,
    minimum: 300,
    maximum: 86_400,
  }),
  CONNECTION_TOKEN_REUSABLE: boolean(false, { label: text.reusableTokens, help: text.reusableTokensHelp }),
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: integer(2_592_000, {
    label: text.reusableTokenSeconds,
    help: text.reusableTokenSecondsHelp,
    minimum: 300,
    maximum: 31_536_000,
  }),
};
