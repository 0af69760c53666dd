// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** User names that have to solve a captcha when they come from an address. */
export interface CaptchaMarksTable {
  readonly remote_addr: string;
  readonly username: string;
  readonly failures: number;
  readonly date_expired: Date;
}

/** Captchas that were solved: none counts twice. */
export interface CaptchaUsesTable {
  readonly key_hash: Buffer;
  readonly date_expired: Date;
}

/** Links that set a new password, by their hash. */
export interface PasswordResetTokensTable {
  readonly hash: Buffer;
  readonly user_id: string;
  readonly email: string;
  readonly date_password: Date | null;
  readonly date_expired: Date;
}

/** Requests for a new password that are under way. */
export interface RecoveryRequestsTable {
  readonly token_hash: Buffer;
  readonly username: string;
  readonly email: string | null;
  readonly code_hash: Buffer | null;
  readonly sends: Generated<number>;
  readonly guesses: Generated<number>;
  readonly date_sent: Date | null;
  readonly date_code_expired: Date | null;
  readonly date_created: Generated<Date>;
  readonly date_expired: Date;
  readonly phone: string | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    captcha_marks: CaptchaMarksTable;
    captcha_uses: CaptchaUsesTable;
    password_reset_tokens: PasswordResetTokensTable;
    recovery_requests: RecoveryRequestsTable;
  }
}
