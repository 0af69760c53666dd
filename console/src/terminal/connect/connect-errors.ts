import { ApiError, isRecord } from "../../kit/api/api-error.ts";

/** Refusals of a connection token that have a text of their own, by the answer's `code`. */
const REFUSALS = {
  acl_reject: "connect.reject",
  acl_review: "connect.review",
  perm_account_invalid: "connect.accountInvalid",
  perm_expired: "connect.expired",
} as const;

/** Key of the text for a refused token; undefined when the server's own words have to do. */
export function refusalText(error: unknown): (typeof REFUSALS)[keyof typeof REFUSALS] | undefined {
  if (!(error instanceof ApiError) || error.code === undefined) return undefined;
  return Object.hasOwn(REFUSALS, error.code) ? REFUSALS[error.code as keyof typeof REFUSALS] : undefined;
}

/** Whether the same request may succeed with a token asked for from scratch. */
export function worthAskingAgain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    refusalText(error) === undefined && (error.status === 404 || error.status === 400 || error.status === 403)
  );
}

/** Whether the person may connect at once, with a reason, though somebody would have to approve. */
export function allowsEmergency(error: unknown): boolean {
  return error instanceof ApiError && isRecord(error.body) && error.body.emergency_access === true;
}

/** Whether somebody has to approve before there is a token. */
export function needsReview(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.code === "acl_review";
}
