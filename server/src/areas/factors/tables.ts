// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** The latest time step of each authenticator that was used. */
export interface OtpUsesTable {
  readonly user_id: string;
  readonly step: number;
}

/** Challenges that were answered: none counts twice. */
export interface PasskeyChallengeUsesTable {
  readonly hash: Buffer;
  readonly date_expired: Date;
}

/** The passkeys of users. */
export interface PasskeysTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly name: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: Generated<number>;
  readonly rp_id: string;
  readonly transports: Generated<string[]>;
  readonly is_synced: Generated<boolean>;
  readonly date_created: Generated<Date>;
  readonly date_last_used: Date | null;
}

/** The recovery codes of users, sealed. */
export interface RecoveryCodesTable {
  readonly user_id: string;
  readonly date_created: Generated<Date>;
  readonly date_used: Date | null;
  readonly id: Generated<string>;
  readonly hash_sealed: string;
}

/** Codes that were sent by text message, by their hash. */
export interface SentCodesTable {
  readonly user_id: string;
  readonly factor: string;
  readonly hash: Buffer;
  readonly tries: Generated<number>;
  readonly date_expired: Date;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    otp_uses: OtpUsesTable;
    passkey_challenge_uses: PasskeyChallengeUsesTable;
    passkeys: PasskeysTable;
    recovery_codes: RecoveryCodesTable;
    sent_codes: SentCodesTable;
  }
}
