import { TargetFailure } from "../../transport/targets/failure.ts";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { tlsFailure } from "./tls.ts";

/** What a database says no to. */
export type DatabaseRefusal = "account" | "database" | "tls" | "other";

/** The database to sign in to; "" when the asset names none. */
export function databaseName(target: TargetConnection): string {
  const { db_name } = target.spec.target.specification;
  return typeof db_name === "string" ? db_name : "";
}

/**
 * Runs the steps of a database driver, and reports its errors as failures of the target.
 *
 * @param refusalOf what an error of this driver means
 * @throws TargetFailure
 */
export async function withDriver<T>(
  target: TargetConnection,
  steps: () => Promise<T>,
  refusalOf: (error: Error & { readonly code?: unknown }) => DatabaseRefusal,
): Promise<T> {
  try {
    return await target.within(steps());
  } catch (error) {
    if (error instanceof TargetFailure || !(error instanceof Error)) throw error;
    throw databaseFailure(target, error, refusalOf(error));
  }
}

/** The failure that stands for what a database, or its driver, has said. */
export function databaseFailure(
  target: TargetConnection,
  error: Error & { readonly code?: unknown },
  refusal: DatabaseRefusal,
): TargetFailure {
  const shown = target.quote(error.message);
  switch (refusal) {
    case "account":
      return target.failure("authentication_failed", targetText.authenticationFailed, {
        account: displayOf(target.account),
      });
    case "database":
      return target.failure("database_unknown", text.databaseUnknown, { database: databaseName(target) });
    case "tls":
      return tlsFailure(target, error);
    case "other":
      return target.failure("protocol_error", text.databaseFailed, { shown });
  }
}
