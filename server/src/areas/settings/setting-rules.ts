import { randomUUID } from "node:crypto";
import { ValidationError } from "../../engine/errors.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { text as vaultText } from "../../engine/secrets/index.ts";
import type { SettingKey } from "./catalogue.ts";
import { openIdText } from "./openid-texts.ts";

/** Values by key: of what is set, or of everything as it will be. */
export type SettingValues = Readonly<Record<string, Json>>;

/** Switches of which one at most is on; where several are asked for at once, the first of the row stays on. */
const exclusive: readonly (readonly SettingKey[])[] = [
  ["SECURITY_LOGIN_CHALLENGE_ENABLED", "SECURITY_MFA_IN_LOGIN_PAGE", "SECURITY_LOGIN_CAPTCHA_ENABLED"],
  ["EMAIL_USE_SSL", "EMAIL_USE_TLS"],
];

/**
 * The stored token of the vault goes to the address it was given for and no other: whoever may change the address
 * does not get the token that way.
 * @throws ValidationError on `VAULT_HCP_TOKEN`
 */
export function requireTokenWithAddress(set: SettingValues, before: SettingValues): void {
  const { VAULT_HCP_HOST: address, VAULT_HCP_TOKEN: token } = set;
  if (address === undefined || address === "" || address === before.VAULT_HCP_HOST || token) return;
  if (before.VAULT_HCP_TOKEN) throw new ValidationError({ VAULT_HCP_TOKEN: [vaultText.tokenAgain] });
}

/** Where the client secret of OpenID Connect goes. */
const openIdAddresses: readonly SettingKey[] = [
  "AUTH_OPENID_KEYCLOAK",
  "AUTH_OPENID_SERVER_URL",
  "AUTH_OPENID_REALM_NAME",
  "AUTH_OPENID_PROVIDER_ENDPOINT",
  "AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT",
];

/**
 * The same of the client secret of OpenID Connect.
 * @throws ValidationError on `AUTH_OPENID_CLIENT_SECRET`
 */
export function requireClientSecretWithAddress(set: SettingValues, before: SettingValues): void {
  const isElsewhere = openIdAddresses.some((key) => set[key] !== undefined && set[key] !== before[key]);
  if (isElsewhere && before.AUTH_OPENID_CLIENT_SECRET && !set.AUTH_OPENID_CLIENT_SECRET) {
    throw new ValidationError({ AUTH_OPENID_CLIENT_SECRET: [openIdText.clientSecretAgain] });
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
