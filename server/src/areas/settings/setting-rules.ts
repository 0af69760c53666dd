import { randomUUID } from "node:crypto";
import { ValidationError } from "../../engine/errors.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { text as vaultText } from "../../engine/secrets/index.ts";
import type { SettingKey } from "./catalogue.ts";

/** Values by key: of what is set, or of everything as it will be. */
export type SettingValues = Readonly<Record<string, Json>>;

/** Switches of which one at most is on; where several are asked for at once, the first of the row stays on. */
const exclusive: readonly (readonly SettingKey[])[] = [
  ["SECURITY_LOGIN_CHALLENGE_ENABLED", "SECURITY_MFA_IN_LOGIN_PAGE", "SECURITY_LOGIN_CAPTCHA_ENABLED"],
  ["EMAIL_USE_SSL", "EMAIL_USE_TLS"],
];

/** Tokens by the address each is sent to. */
const tokens: readonly (readonly [address: SettingKey, token: SettingKey])[] = [
  ["VAULT_HCP_HOST", "VAULT_HCP_TOKEN"],
  ["EVIDENCE_WEBHOOK_URL", "EVIDENCE_WEBHOOK_TOKEN"],
];

/**
 * A stored token goes to the address it was given for and no other: whoever may change the address does not get the
 * token that way.
 * @throws ValidationError on the token
 */
export function requireTokenWithAddress(set: SettingValues, before: SettingValues): void {
  for (const [key, token] of tokens) {
    const address = set[key];
    if (address === undefined || address === "" || address === before[key] || set[token]) continue;
    if (before[token]) throw new ValidationError({ [token]: [vaultText.tokenAgain] });
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
