import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { isGuessable } from "./guessable-password.ts";
import { text } from "./texts.ts";

/** What a password must be like. */
export interface PasswordPolicy {
  readonly minimumLength: number;
  readonly upperCase: boolean;
  readonly lowerCase: boolean;
  readonly number: boolean;
  readonly special: boolean;
  /** Whether what is guessed quickly is refused. */
  readonly refusesGuessable: boolean;
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
    refusesGuessable: await settings.get<boolean>("SECURITY_PASSWORD_REFUSE_GUESSABLE"),
  };
}

/** The rules a person has to keep, in words. */
export function describePolicy(policy: PasswordPolicy): Message[] {
  const messages = rules(policy).map(({ message }) => message);
  return policy.refusesGuessable ? [...messages, text.passwordGuessable] : messages;
}

/**
 * What is wrong with a password; empty when it is good. Contract: docs/contract/identity.md, "Password policy".
 * @param owner the owner's names, which are guessed first
 */
export async function passwordProblems(
  password: string,
  policy: PasswordPolicy,
  owner: readonly string[],
): Promise<Message[]> {
  const broken = rules(policy)
    .filter(({ isMet }) => !isMet(password))
    .map(({ message }) => message);
  if (broken.length > 0 || !policy.refusesGuessable) return broken;
  return (await isGuessable(password, owner)) ? [text.passwordGuessable] : [];
}

/** A rule, and whether a password keeps it. */
interface Rule {
  readonly message: Message;
  readonly isMet: (password: string) => boolean;
}

const matches =
  (pattern: RegExp): Rule["isMet"] =>
  (password) =>
    pattern.test(password);

function rules(policy: PasswordPolicy): Rule[] {
  const { minimumLength: limit } = policy;
  return [
    { message: text.passwordFirstCharacter, isMet: matches(/^[\x21-\x7e]/) },
    {
      message: withParameters(text.passwordTooShort, { limit }),
      isMet: (password) => [...password].length >= limit,
    },
    ...(policy.upperCase ? [{ message: text.passwordNeedsUpper, isMet: matches(/[A-Z]/) }] : []),
    ...(policy.lowerCase ? [{ message: text.passwordNeedsLower, isMet: matches(/[a-z]/) }] : []),
    ...(policy.number ? [{ message: text.passwordNeedsNumber, isMet: matches(/\d/) }] : []),
    ...(policy.special
      ? [
          {
            message: text.passwordNeedsSpecial,
            isMet: matches(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/),
          },
        ]
      : []),
  ];
}
