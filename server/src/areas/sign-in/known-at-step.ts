import type { FittingRule } from "../acls/index.ts";
import type { SignInUser } from "../credentials/index.ts";

/** What steps go by that was found out before. */
export interface KnownAtStep {
  /** The rule that decides about the sign-in; null: none does. */
  readonly rule: FittingRule | null;
  /** Who signs in, as they were just read. */
  readonly user: Pick<SignInUser, "id" | "mfa_level">;
}
