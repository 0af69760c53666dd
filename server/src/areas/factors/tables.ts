import type { Generated } from "kysely";

declare module "../../engine/database/database.ts" {
  interface Database {
    otp_uses: { user_id: string; step: number };
    passkeys: {
      id: Generated<string>;
      user_id: string;
      name: string;
      credential_id: Buffer;
      public_key: Buffer;
      counter: Generated<number>;
      rp_id: string;
      transports: Generated<string[]>;
      is_synced: Generated<boolean>;
      date_created: Generated<Date>;
      date_last_used: Date | null;
    };
    passkey_challenge_uses: { hash: Buffer; date_expired: Date };
    recovery_codes: {
      id: Generated<string>;
      user_id: string;
      hash_sealed: string;
      date_created: Generated<Date>;
      date_used: Date | null;
    };
    sent_codes: {
      user_id: string;
      factor: string;
      hash: Buffer;
      tries: Generated<number>;
      date_expired: Date;
    };
  }
}
