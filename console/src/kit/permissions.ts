/** A permission code, alternatives joined by `|`, or a list of which all are needed. */
export type Requirement = string | readonly string[] | undefined;

/**
 * Whether somebody with these codes passes (docs/contract/conventions.md, "Callers"): every listed code is held; `a|b` means either.
 *
 * @param held the person's codes in the current organization
 * @param required undefined asks for nothing
 */
export function allows(held: ReadonlySet<string>, required: Requirement): boolean {
  if (required === undefined) return true;
  const list = typeof required === "string" ? [required] : required;
  return list.every((entry) => entry.split("|").some((code) => held.has(code.trim())));
}
