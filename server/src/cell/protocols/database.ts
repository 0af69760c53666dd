import { TargetFailure } from "../../engine/targets/failure.ts";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import { displayOf, type Visit } from "../visit.ts";
import { tlsFailure } from "./tls.ts";

/** What a database says no to. */
export type DatabaseRefusal = "account" | "database" | "tls" | "other";

/** The database to sign in to; "" when the asset names none. */
export function databaseName(visit: Visit): string {
  const { db_name } = visit.order.target.specification;
  return typeof db_name === "string" ? db_name : "";
}

/**
 * Runs the steps of a database driver, and tells its errors as failures of the target.
 *
 * @param refusalOf what an error of this driver means
 * @throws TargetFailure
 */
export async function withDriver<T>(
  visit: Visit,
  steps: () => Promise<T>,
  refusalOf: (error: Error & { readonly code?: unknown }) => DatabaseRefusal,
): Promise<T> {
  try {
    return await visit.within(steps());
  } catch (error) {
    if (error instanceof TargetFailure || !(error instanceof Error)) throw error;
    throw databaseFailure(visit, error, refusalOf(error));
  }
}

/** The failure that stands for what a database, or its driver, has said. */
export function databaseFailure(
  visit: Visit,
  error: Error & { readonly code?: unknown },
  refusal: DatabaseRefusal,
): TargetFailure {
  const shown = visit.quote(error.message);
  switch (refusal) {
    case "account":
      return visit.failure("authentication_failed", targetText.authenticationFailed, {
        account: displayOf(visit.account),
      });
    case "database":
      return visit.failure("database_unknown", text.databaseUnknown, { database: databaseName(visit) });
    case "tls":
      return tlsFailure(visit, error);
    case "other":
      return visit.failure("protocol_error", text.databaseFailed, { shown });
  }
}
