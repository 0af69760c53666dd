/** A rule of the password policy that a password breaks. */
export type PasswordProblem = "length" | "upper" | "lower" | "number" | "special";

/**
 * Checks a password against the policy of the public settings (docs/contract/identity.md).
 *
 * @param rules `PASSWORD_RULE`
 * @param admin whether the stricter minimum length for administrators applies
 */
export function passwordProblems(
  password: string,
  rules: Readonly<Record<string, number | boolean>> | undefined,
  admin: boolean,
): { readonly problems: readonly PasswordProblem[]; readonly minimum: number } {
  const minimum = Number(
    rules?.[admin ? "SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH" : "SECURITY_PASSWORD_MIN_LENGTH"] ?? 6,
  );
  const problems: PasswordProblem[] = [];
  if (password.length < minimum) problems.push("length");
  if (rules?.SECURITY_PASSWORD_UPPER_CASE === true && !/[A-Z]/.test(password)) problems.push("upper");
  if (rules?.SECURITY_PASSWORD_LOWER_CASE === true && !/[a-z]/.test(password)) problems.push("lower");
  if (rules?.SECURITY_PASSWORD_NUMBER === true && !/\d/.test(password)) problems.push("number");
  if (rules?.SECURITY_PASSWORD_SPECIAL_CHAR === true && !/[^A-Za-z0-9]/.test(password))
    problems.push("special");
  return { problems, minimum };
}
