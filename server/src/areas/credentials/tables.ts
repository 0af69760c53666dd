// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Keys that scripts sign their requests with. */
export interface AccessKeysTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly secret_sealed: string;
  readonly is_active: Generated<boolean>;
  readonly ip_group: ColumnType<Json, string | undefined, string>;
  readonly date_created: Generated<Date>;
  readonly date_last_used: Date | null;
}

/** Tokens of the API, by their hash. */
export interface BearerTokensTable {
  readonly hash: Buffer;
  readonly seed: Buffer;
  readonly user_id: string;
  readonly remote_addr: string;
  readonly date_password: Date | null;
  readonly date_created: Generated<Date>;
  readonly date_expired: Date;
  readonly date_signed_in: Generated<Date>;
}

/** Sign-ins, and attempts at them. */
export interface LoginLogsTable {
  readonly id: Generated<string>;
  readonly username: string;
  readonly type: "W" | "T" | "U";
  readonly ip: string;
  readonly city: Generated<string>;
  readonly user_agent: Generated<string>;
  readonly mfa: Generated<number>;
  readonly reason: Generated<string>;
  readonly backend: Generated<string>;
  readonly status: boolean;
  readonly datetime: Generated<Date>;
}

/** The lasting token of a user, by its hash. */
export interface PrivateTokensTable {
  readonly user_id: string;
  readonly hash: Buffer;
  readonly date_created: Generated<Date>;
  readonly date_last_used: Date | null;
}

/** Passwords that count once, and for a short time. */
export interface TemporaryTokensTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly hash: Buffer;
  readonly secret_sealed: string;
  readonly date_password: Date | null;
  readonly date_verified: Date | null;
  readonly date_expired: Date;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Signatures that were seen: none counts twice. */
export interface UsedSignaturesTable {
  readonly hash: Buffer;
  readonly date_expired: Date;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    access_keys: AccessKeysTable;
    bearer_tokens: BearerTokensTable;
    login_logs: LoginLogsTable;
    private_tokens: PrivateTokensTable;
    temporary_tokens: TemporaryTokensTable;
    used_signatures: UsedSignaturesTable;
  }
}
