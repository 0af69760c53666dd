import { announcementSettings } from "./catalogue/announcement.ts";
import { authenticationSettings } from "./catalogue/authentication.ts";
import { basicSettings } from "./catalogue/basic.ts";
import { casSettings } from "./catalogue/cas.ts";
import { dingtalkSettings, feishuSettings, wecomSettings } from "./catalogue/chat.ts";
import { cleanSettings } from "./catalogue/clean.ts";
import { evidenceSettings } from "./catalogue/evidence.ts";
import { jobSettings } from "./catalogue/jobs.ts";
import { ldapSettings } from "./catalogue/ldap.ts";
import { loginLimitSettings } from "./catalogue/login-limit.ts";
import { mailContentSettings, mailSettings } from "./catalogue/mail.ts";
import { oauth2Settings } from "./catalogue/oauth2.ts";
import { openIdSettings } from "./catalogue/openid.ts";
import { passwordSettings } from "./catalogue/password.ts";
import { radiusSettings } from "./catalogue/radius.ts";
import { slackSettings, teamsSettings } from "./catalogue/rooms.ts";
import { rotationSettings } from "./catalogue/rotation.ts";
import { saml2Settings } from "./catalogue/saml2.ts";
import { sessionSettings } from "./catalogue/session.ts";
import { signInSettings } from "./catalogue/sign-in.ts";
import { smsServiceSettings, smsSettings } from "./catalogue/sms.ts";
import { terminalSettings } from "./catalogue/terminal.ts";
import { ticketSettings } from "./catalogue/tickets.ts";
import { vaultSettings } from "./catalogue/vault.ts";
import { boolean, object, type SettingDefinition, text } from "./setting-kinds.ts";
import { text as texts } from "./texts.ts";

/**
 * Every setting and its default, grouped as an administrator finds them. What has no field is not entered in a
 * category. Settings of the contract whose feature is not there are no settings yet: `not-available.ts` answers
 * for them. Contract: docs/contract/settings.md.
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
  ...signInSettings,
  ...openIdSettings,
  ...oauth2Settings,
  ...casSettings,
  ...radiusSettings,
  ...wecomSettings,
  ...dingtalkSettings,
  ...feishuSettings,
  ...slackSettings,
  ...teamsSettings,
  ...saml2Settings,
  ...cleanSettings,
  ...evidenceSettings,
  ...rotationSettings,
  ...ticketSettings,
  ...jobSettings,
  ...ldapSettings,
  ...smsSettings,
  ...smsServiceSettings,

  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: boolean(false, {
    label: texts.ungroupDirect,
    help: texts.ungroupDirectHelp,
  }),

  // What the license says
  XPACK_ENABLED: boolean(true),
  XPACK_LICENSE_IS_VALID: boolean(false),
  XPACK_LICENSE_CORPORATION: text(""),

  // What the configuration says
  SECURITY_VIEW_AUTH_NEED_MFA: boolean(true),

  // The look: nothing changes it yet; empty texts mean the product's own
  INTERFACE: object({}),
} as const satisfies Record<string, SettingDefinition>;

/** The keys of the catalogue. */
export type SettingKey = keyof typeof settingCatalogue;
