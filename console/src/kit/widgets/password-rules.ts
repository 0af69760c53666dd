/** A rule of the password policy. */
export type PasswordRuleName = "length" | "upper" | "lower" | "number" | "special";

/** A rule that is in force, and whether a password keeps it. */
export interface PasswordRule {
  readonly name: PasswordRuleName;
  readonly kept: boolean;
  /** The shortest length allowed, for the rule of that name. */
  readonly minimum: number;
}

/** The policy of the public settings, `PASSWORD_RULE` (docs/contract/identity.md). */
export type PasswordPolicy = Readonly<Record<string, number | boolean>>;

const CHARACTERS = [
  { name: "upper", setting: "SECURITY_PASSWORD_UPPER_CASE", pattern: /[A-Z]/ },
  { name: "lower", setting: "SECURITY_PASSWORD_LOWER_CASE", pattern: /[a-z]/ },
  { name: "number", setting: "SECURITY_PASSWORD_NUMBER", pattern: /\d/ },
  { name: "special", setting: "SECURITY_PASSWORD_SPECIAL_CHAR", pattern: /[^A-Za-z0-9]/ },
] as const;

/** Length where the policy names none. */
const SHORTEST = 6;

/**
 * The rules in force and which of them a password keeps.
 *
 * @param admin whether the stricter minimum length of administrators applies
 */
export function passwordRules(
  password: string,
  policy: PasswordPolicy | undefined,
  admin: boolean,
): PasswordRule[] {
  const setting = admin ? "SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH" : "SECURITY_PASSWORD_MIN_LENGTH";
  const minimum = Number(policy?.[setting] ?? SHORTEST);
  return [
    { name: "length", kept: password.length >= minimum, minimum },
    ...CHARACTERS.filter((rule) => policy?.[rule.setting] === true).map(({ name, pattern }) => ({
      name,
      kept: pattern.test(password),
      minimum,
    })),
  ];
}

/** Names of the strengths, from 0. */
export const STRENGTHS = ["veryWeak", "weak", "fair", "strong", "veryStrong"] as const;

/**
 * How hard a password is to guess, 0 to 4: from its length, the kinds of characters in it, and how often it repeats
 * itself.
 */
export function passwordStrength(password: string): number {
  if (password === "") return 0;
  const kinds = CHARACTERS.filter(({ pattern }) => pattern.test(password)).length;
  const alphabet = [0, 26, 40, 62, 90][kinds] ?? 26;
  const distinct = new Set(password).size;
  const steps = [...password].filter((character, index) => {
    const before = password.charCodeAt(index - 1);
    return Number.isNaN(before) || Math.abs(character.charCodeAt(0) - before) > 1;
  }).length;
  const bits = Math.min(distinct * 1.5, steps) * Math.log2(Math.max(2, alphabet));
  if (bits < 25) return 0;
  if (bits < 40) return 1;
  if (bits < 55) return 2;
  return bits < 75 ? 3 : 4;
}
