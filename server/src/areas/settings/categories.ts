import type { Permissions } from "../../engine/access/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Field } from "../../engine/resource/index.ts";
import { casText } from "./cas-texts.ts";
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
import { smsCategories, smsSettings } from "./catalogue/sms.ts";
import { terminalSettings } from "./catalogue/terminal.ts";
import { ticketSettings } from "./catalogue/tickets.ts";
import { vaultSettings } from "./catalogue/vault.ts";
import { type SettingKey, settingCatalogue } from "./catalogue.ts";
import { chatText } from "./chat-texts.ts";
import { text as jobText } from "./job-texts.ts";
import { ldapText } from "./ldap-texts.ts";
import { oauth2Text } from "./oauth2-texts.ts";
import { openIdText } from "./openid-texts.ts";
import { radiusText } from "./radius-texts.ts";
import { roomText } from "./room-texts.ts";
import { text as rotationText } from "./rotation-texts.ts";
import { saml2Text } from "./saml2-texts.ts";
import type { SettingDefinition } from "./setting-kinds.ts";
import { signInText } from "./sign-in-texts.ts";
import { smsText } from "./sms-texts.ts";
import { terminalText } from "./terminal-texts.ts";
import { text } from "./texts.ts";
import { text as ticketText } from "./ticket-texts.ts";
import { text as vaultText } from "./vault-texts.ts";

/** Settings that are read and saved together. */
export interface SettingCategory {
  readonly name: string;
  readonly label: Message;
  /** Code to read it, and to change it unless that takes another one. */
  readonly permission: string;
  readonly changePermission?: string;
  /** The fields by key, in the order of the contract. */
  readonly fields: Readonly<Record<string, Field>>;
}

const fieldsOf = (settings: Readonly<Record<string, SettingDefinition>>): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, { field }]) => (field === undefined ? [] : [[key, field]])),
  );

const pick = (...keys: SettingKey[]): Readonly<Record<string, SettingDefinition>> =>
  Object.fromEntries(keys.map((key) => [key, settingCatalogue[key]]));

/** No role can be given it: only system administrators pass its check. */
const administratorsOnly = "settings.change_setting";

const security = { permission: "settings.change_security" } as const;
const auth = { permission: "settings.change_auth" } as const;
const mail = { permission: "settings.change_email" } as const;
const sms = { permission: "settings.change_sms" } as const;

const categories: readonly SettingCategory[] = [
  {
    name: "basic",
    label: text.basicCategory,
    permission: "settings.view_setting",
    // Links in mails lead to the site URL: a right to look is not a right to move it.
    changePermission: administratorsOnly,
    fields: fieldsOf(basicSettings),
  },
  {
    name: "security_auth",
    label: text.authenticationCategory,
    fields: fieldsOf(authenticationSettings),
    ...security,
  },
  {
    name: "security_login_limit",
    label: text.loginLimitCategory,
    fields: fieldsOf(loginLimitSettings),
    ...security,
  },
  {
    name: "security_password",
    label: text.passwordCategory,
    fields: fieldsOf(passwordSettings),
    ...security,
  },
  { name: "security_session", label: text.sessionCategory, fields: fieldsOf(sessionSettings), ...security },
  {
    name: "security",
    label: text.securityCategory,
    fields: fieldsOf({
      ...passwordSettings,
      ...authenticationSettings,
      ...sessionSettings,
      ...loginLimitSettings,
    }),
    ...security,
  },
  {
    name: "auth",
    label: signInText.category,
    ...auth,
    fields: fieldsOf({
      ...signInSettings,
      ...pick("AUTH_LDAP", "AUTH_OPENID", "AUTH_CAS", "AUTH_SAML2", "AUTH_OAUTH2", "AUTH_RADIUS"),
      ...pick("AUTH_DINGTALK", "AUTH_FEISHU", "AUTH_WECOM"),
    }),
  },
  {
    name: "ldap",
    label: ldapText.category,
    ...auth,
    fields: fieldsOf(ldapSettings),
  },
  { name: "oidc", label: openIdText.category, ...auth, fields: fieldsOf(openIdSettings) },
  { name: "oauth2", label: oauth2Text.category, ...auth, fields: fieldsOf(oauth2Settings) },
  { name: "saml2", label: saml2Text.category, ...auth, fields: fieldsOf(saml2Settings) },
  { name: "radius", label: radiusText.category, ...auth, fields: fieldsOf(radiusSettings) },
  { name: "wecom", label: chatText.wecom, ...auth, fields: fieldsOf(wecomSettings) },
  { name: "dingtalk", label: chatText.dingtalk, ...auth, fields: fieldsOf(dingtalkSettings) },
  { name: "feishu", label: chatText.feishu, ...auth, fields: fieldsOf(feishuSettings) },
  { name: "cas", label: casText.category, ...auth, fields: fieldsOf(casSettings) },
  {
    name: "terminal",
    label: terminalText.category,
    permission: "settings.change_terminal",
    fields: fieldsOf(terminalSettings),
  },
  { name: "email", label: text.mailCategory, fields: fieldsOf(mailSettings), ...mail },
  { name: "email_content", label: text.mailContentCategory, fields: fieldsOf(mailContentSettings), ...mail },
  // The product connects to what is entered here.
  { name: "slack", label: roomText.slack, permission: administratorsOnly, fields: fieldsOf(slackSettings) },
  { name: "teams", label: roomText.teams, permission: administratorsOnly, fields: fieldsOf(teamsSettings) },
  { name: "sms", label: smsText.category, ...sms, fields: fieldsOf(smsSettings) },
  { name: "alibaba", label: smsText.alibaba, ...sms, fields: fieldsOf(smsCategories.alibaba) },
  { name: "tencent", label: smsText.tencent, ...sms, fields: fieldsOf(smsCategories.tencent) },
  // The product connects to what is entered here.
  {
    name: "huawei",
    label: smsText.huawei,
    permission: administratorsOnly,
    fields: fieldsOf(smsCategories.huawei),
  },
  {
    name: "cmpp2",
    label: smsText.cmpp2,
    permission: administratorsOnly,
    fields: fieldsOf(smsCategories.cmpp2),
  },
  {
    name: "custom",
    label: smsText.custom,
    permission: administratorsOnly,
    fields: fieldsOf(smsCategories.custom),
  },
  {
    name: "clean",
    label: text.cleanCategory,
    permission: "settings.change_clean",
    fields: fieldsOf(cleanSettings),
  },
  {
    name: "evidence",
    label: text.evidenceCategory,
    // The product connects to what is entered here.
    permission: administratorsOnly,
    fields: fieldsOf(evidenceSettings),
  },
  {
    name: "announcement",
    label: text.announcementCategory,
    permission: administratorsOnly,
    fields: fieldsOf(announcementSettings),
  },
  {
    name: "ticket",
    label: ticketText.category,
    permission: administratorsOnly,
    fields: fieldsOf(ticketSettings),
  },
  { name: "ops", label: jobText.category, permission: administratorsOnly, fields: fieldsOf(jobSettings) },
  {
    name: "rotation",
    label: rotationText.category,
    permission: administratorsOnly,
    fields: fieldsOf(rotationSettings),
  },
  {
    name: "vault",
    label: vaultText.category,
    permission: "settings.change_vault",
    fields: fieldsOf(vaultSettings),
  },
  {
    name: "other",
    label: text.otherCategory,
    permission: "settings.change_other",
    fields: fieldsOf(pick("PERM_SINGLE_ASSET_TO_UNGROUP_NODE")),
  },
];

/** Every category of settings. */
export const settingCategories: readonly SettingCategory[] = categories;

/** What any other name stands for: clients of the contract ask for categories that are not there. */
const unknownCategory: SettingCategory = {
  name: "basic",
  label: text.basicCategory,
  permission: administratorsOnly,
  fields: fieldsOf(basicSettings),
};

/** The category of that name; `basic` when none is named. */
export function findCategory(name: string | undefined): SettingCategory {
  return categories.find((category) => category.name === (name || "basic")) ?? unknownCategory;
}

/** Whether somebody with these permissions may change the settings of a category. */
export const mayChange = (name: string, permissions: Permissions): boolean =>
  mayUse(findCategory(name), permissions, "change");

/** The fields of a category, for those who work with its settings before they are saved. */
export const settingFields = (name: string): Readonly<Record<string, Field>> => findCategory(name).fields;

/** Whether somebody with these permissions may read, or change, a category. */
export function mayUse(category: SettingCategory, permissions: Permissions, use: "read" | "change"): boolean {
  const { permission, changePermission = permission } = category;
  return permissions.has(use === "read" ? permission : changePermission);
}
