// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** SSH clients that wait until somebody allows them in the browser. */
export interface SshSignInRequestsTable {
  readonly id: Generated<string>;
  readonly token_hash: Buffer;
  readonly code: string;
  readonly username: string;
  readonly remote_address: string;
  readonly client: string;
  readonly keys: Generated<string[]>;
  readonly state: Generated<"pending" | "allowed" | "refused" | "used">;
  readonly wrong_codes: Generated<number>;
  readonly user_id: string | null;
  readonly factor: string | null;
  readonly date_created: Generated<Date>;
  readonly date_expired: Date;
}

/** Certificates of people's SSH keys for the gateway. */
export interface UserCertificatesTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly fingerprint: string;
  readonly serial: string;
  readonly certificate: string;
  readonly factor: string;
  readonly remote_address: string;
  readonly client: Generated<string>;
  readonly date_password: Date | null;
  readonly date_created: Generated<Date>;
  readonly date_expired: Date;
  readonly date_last_used: Date | null;
  readonly authority: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    ssh_sign_in_requests: SshSignInRequestsTable;
    user_certificates: UserCertificatesTable;
  }
}
