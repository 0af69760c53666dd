import type { JsonObject } from "../../../engine/json.ts";

/** What kind of automation changes secrets. */
export type RotationKind = "change_secret" | "push_account";

/** Which secrets are changed, and to what. Holds a secret. Contract: docs/contract/account-automations.md, "Rotation". */
export interface RotationRequest {
  readonly kind: RotationKind;
  /** Execution the records belong to: the id of the task. */
  readonly executionId: string;
  readonly organizationId: string;
  /** Accounts whose secret is changed, resolved when the execution starts. */
  readonly accounts: readonly string[];
  readonly secretType: "password" | "ssh_key";
  /** `stored`: each account's own stored secret is pushed, whatever kind it is of. */
  readonly secretStrategy: "specific" | "random" | "stored";
  /** The given secret, open, for `specific`. */
  readonly secret: string | null;
  readonly passwordRules: PasswordRules;
  readonly sshKeyStrategy: "add" | "set" | "set_jms";
  /** Parameters by method id; those of the platform where there are none. */
  readonly params: JsonObject;
}

/** How random passwords are made. */
export interface PasswordRules {
  /** Characters; 0: 30. */
  readonly length: number;
  /** The special characters; absent: the usual ones. */
  readonly symbol_set?: string;
}

/** What became of the accounts. */
export interface RotationSummary extends JsonObject {
  readonly success: number;
  readonly failed: number;
  readonly skipped: number;
  /** Left for when nobody uses the account. */
  readonly postponed: number;
}
