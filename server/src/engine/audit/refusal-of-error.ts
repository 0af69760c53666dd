import { ApiError, PermissionDenied, TermsNotAccepted, TooManyRequests } from "../errors.ts";
import type { RefusalKind } from "./refusal.ts";

/** Errors that stand in the log already, with more than their answer says. */
const noted = new WeakSet<object>();

/**
 * Remembers that a refusal stands in the log, so that whoever answers the error does not note it again.
 *
 * @returns whether it did not stand there yet
 */
export function markNoted(error: object): boolean {
  if (noted.has(error)) return false;
  noted.add(error);
  return true;
}

/** Codes that refuse somebody with another status than 403. */
const elsewhere: Readonly<Record<string, RefusalKind>> = {
  license_required: "license",
  too_many_links: "limit",
};

/** Codes that say why. */
const kinds: Readonly<Record<string, RefusalKind>> = {
  acl_reject: "rule",
  perm_account_invalid: "permission",
  perm_expired: "permission",
  asset_missing: "permission",
  user_invalid: "permission",
  forwarding_refused: "permission",
};

/** Held until somebody consents: an open request, and no refusal. */
const held = new Set(["acl_review"]);

/** Why something was refused, by the code of the answer. */
export const refusalKindOf = (code: string): RefusalKind =>
  (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? "state";

/** What kind of refusal an error is; null for one that refuses nobody, or stands in the log. */
export function refusalOf(error: unknown): RefusalKind | null {
  if (!(error instanceof ApiError) || noted.has(error) || held.has(error.code)) return null;
  if (error instanceof TooManyRequests) return "limit";
  // Who has to accept the terms first is led there, by whatever page.
  if (error instanceof TermsNotAccepted) return null;
  if (error instanceof PermissionDenied) return "right";
  if (error.status === 403) return refusalKindOf(error.code);
  return (Object.hasOwn(elsewhere, error.code) ? elsewhere[error.code] : undefined) ?? null;
}
