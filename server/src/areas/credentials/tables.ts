import type { Generated } from "kysely";

declare module "../../engine/database/database.ts" {
  interface Database {
    bearer_tokens: {
      hash: Buffer;
      seed: Buffer;
      user_id: string;
      remote_addr: string;
      date_password: Date | null;
      date_created: Generated<Date>;
      date_signed_in: Generated<Date>;
      date_expired: Date;
    };
    access_keys: {
      id: Generated<string>;
      user_id: string;
      secret_sealed: string;
      is_active: Generated<boolean>;
      ip_group: Generated<string>;
      date_created: Generated<Date>;
      date_last_used: Date | null;
    };
    used_signatures: { hash: Buffer; date_expired: Date };
    private_tokens: {
      user_id: string;
      hash: Buffer;
      date_created: Generated<Date>;
      date_last_used: Date | null;
    };
    temporary_tokens: {
      id: Generated<string>;
      user_id: string;
      hash: Buffer;
      secret_sealed: string;
      date_password: Date | null;
      date_verified: Date | null;
      date_expired: Date;
      date_created: Generated<Date>;
      date_updated: Generated<Date>;
    };
    login_logs: {
      id: Generated<string>;
      username: string;
      type: "W" | "T" | "U";
      ip: string;
      city: Generated<string>;
      user_agent: Generated<string>;
      mfa: Generated<number>;
      reason: Generated<string>;
      backend: Generated<string>;
      status: boolean;
      datetime: Generated<Date>;
    };
  }
}
