import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { text } from "./texts.ts";

/** What a password must be like. */
export interface PasswordPolicy {
  readonly minimumLength: number;
  readonly upperCase: boolean;
  readonly lowerCase: boolean;
  readonly number: boolean;
  readonly special: boolean;
}

/** The policy for people, or the one for administrators. */
export async function readPasswordPolicy(
  settings: SettingsPort,
  administrator: boolean,
): Promise<PasswordPolicy> {
  const length = administrator ? "SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH" : "SECURITY_PASSWORD_MIN_LENGTH";
  return {
    minimumLength: await settings.get<number>(length),
    upperCase: await settings.get<boolean>("SECURITY_PASSWORD_UPPER_CASE"),
    lowerCase: await settings.get<boolean>("SECURITY_PASSWORD_LOWER_CASE"),
    number: await settings.get<boolean>("SECURITY_PASSWORD_NUMBER"),
    special: await settings.get<boolean>("SECURITY_PASSWORD_SPECIAL_CHAR"),
  };
}

/** What is wrong with a password; empty when it is good. Contract: docs/contract/identity.md, "Password policy". */
export function passwordProblems(password: string, policy: PasswordPolicy): Message[] {
  const problems: Message[] = [];
  if (!/^[\x21-\x7e]/.test(password)) problems.push(text.passwordFirstCharacter);
  if ([...password].length < policy.minimumLength) {
    problems.push(withParameters(text.passwordTooShort, { limit: policy.minimumLength }));
  }
  if (policy.upperCase && !/[A-Z]/.test(password)) problems.push(text.passwordNeedsUpper);
  if (policy.lowerCase && !/[a-z]/.test(password)) problems.push(text.passwordNeedsLower);
  if (policy.number && !/\d/.test(password)) problems.push(text.passwordNeedsNumber);
  if (policy.special && !/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(password)) {
    problems.push(text.passwordNeedsSpecial);
  }
  return problems;
}
