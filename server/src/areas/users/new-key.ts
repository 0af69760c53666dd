/** Whether a write gives its user another public key than the one they have. */
export function hasNewKey(
  { public_key: given }: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): boolean {
  return typeof given === "string" && given !== "" && given !== before.public_key;
}
