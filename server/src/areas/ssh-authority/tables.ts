// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** Keys of the authority that certifies accounts of SSH targets and people at the gateway. */
export interface SshAuthorityKeysTable {
  readonly fingerprint: string;
  readonly public_key: string;
  readonly private_sealed: string;
  readonly date_created: Generated<Date>;
  readonly purpose: Generated<"accounts" | "people">;
  readonly date_retired: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    ssh_authority_keys: SshAuthorityKeysTable;
  }
}
