import { randomUUID } from "node:crypto";
import { ValidationError } from "../../engine/errors.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { text as vaultText } from "../../engine/secrets/index.ts";
import type { SettingKey } from "./catalogue.ts";
import { chatText } from "./chat-texts.ts";
import { ldapText } from "./ldap-texts.ts";
import { openIdText } from "./openid-texts.ts";
import { radiusText } from "./radius-texts.ts";
import { smsText } from "./sms-texts.ts";

/** Values by key: of what is set, or of everything as it will be. */
export type SettingValues = Readonly<Record<string, Json>>;

/** Switches of which one at most is on; where several are asked for at once, the first of the row stays on. */
const exclusive: readonly (readonly SettingKey[])[] = [
  ["SECURITY_LOGIN_CHALLENGE_ENABLED", "SECURITY_MFA_IN_LOGIN_PAGE", "SECURITY_LOGIN_CAPTCHA_ENABLED"],
  ["EMAIL_USE_SSL", "EMAIL_USE_TLS"],
];

/** What is stored for an address, and the settings that say where and how it is sent. */
const bound: readonly {
  readonly secret: SettingKey;
  readonly to: readonly SettingKey[];
  readonly again: Message;
}[] = [
  { secret: "VAULT_HCP_TOKEN", to: ["VAULT_HCP_HOST"], again: vaultText.tokenAgain },
  { secret: "EVIDENCE_WEBHOOK_TOKEN", to: ["EVIDENCE_WEBHOOK_URL"], again: vaultText.tokenAgain },
  {
    secret: "AUTH_LDAP_BIND_PASSWORD",
    to: ["AUTH_LDAP_SERVER_URI", "AUTH_LDAP_START_TLS", "AUTH_LDAP_CA_CERTIFICATE"],
    again: ldapText.passwordAgain,
  },
  {
    secret: "AUTH_OPENID_CLIENT_SECRET",
    to: [
      "AUTH_OPENID_KEYCLOAK",
      "AUTH_OPENID_SERVER_URL",
      "AUTH_OPENID_REALM_NAME",
      "AUTH_OPENID_PROVIDER_ENDPOINT",
      "AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT",
    ],
    again: openIdText.clientSecretAgain,
  },
  {
    secret: "AUTH_OAUTH2_CLIENT_SECRET",
    to: ["AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT", "AUTH_OAUTH2_ACCESS_TOKEN_METHOD"],
    again: openIdText.clientSecretAgain,
  },
  { secret: "ALIBABA_ACCESS_KEY_SECRET", to: ["ALIBABA_SMS_ENDPOINT"], again: smsText.secretAgain },
  { secret: "TENCENT_SECRET_KEY", to: ["TENCENT_SMS_ENDPOINT"], again: smsText.secretAgain },
  { secret: "HUAWEI_APP_SECRET", to: ["HUAWEI_SMS_ENDPOINT"], again: smsText.secretAgain },
  { secret: "CMPP2_SP_SECRET", to: ["CMPP2_HOST", "CMPP2_PORT"], again: smsText.secretAgain },
  { secret: "FEISHU_APP_SECRET", to: ["FEISHU_VERSION"], again: chatText.secretAgain },
  { secret: "RADIUS_SECRET", to: ["RADIUS_SERVER", "RADIUS_PORT"], again: radiusText.secretAgain },
];

/**
 * A stored secret goes to the address it was given for and no other, and as safely as then: whoever may change the
 * address does not get the secret that way.
 * @throws ValidationError on the secret
 */
export function requireSecretWithAddress(set: SettingValues, before: SettingValues): void {
  for (const { secret, to, again } of bound) {
    const isElsewhere = to.some((key) => set[key] !== undefined && set[key] !== before[key]);
    // Without an address nothing is sent.
    const [address] = to;
    if (address !== undefined && set[address] === "") continue;
    if (isElsewhere && !set[secret] && before[secret]) throw new ValidationError({ [secret]: [again] });
  }
}

/** `SECURITY_MFA_AUTH`: everybody needs a second factor. */
const everybody = 1;

/**
 * What else changes when `set` is saved over `before`: switches that exclude each other, and what makes sense only
 * together. Answers everything that is to be stored. Contract: docs/contract/settings.md, "Rules".
 */
export function settle(set: SettingValues, before: SettingValues): SettingValues {
  const settled: Record<string, Json> = { ...set };
  const will = (key: SettingKey): Json | undefined => settled[key] ?? before[key];
  if (will("SECURITY_MFA_IN_LOGIN_PAGE") === true && will("SECURITY_MFA_AUTH") !== everybody) {
    settled.SECURITY_MFA_IN_LOGIN_PAGE = false;
  }
  for (const row of exclusive) {
    const winner = row.find((key) => settled[key] === true) ?? row.find((key) => before[key] === true);
    if (winner === undefined || will(winner) !== true) continue;
    for (const key of row) if (key !== winner && will(key) === true) settled[key] = false;
  }
  if (isObject(settled.ANNOUNCEMENT)) {
    // Users who closed the former one see the new one.
    settled.ANNOUNCEMENT = { ...settled.ANNOUNCEMENT, ID: randomUUID() };
  }
  return settled;
}
