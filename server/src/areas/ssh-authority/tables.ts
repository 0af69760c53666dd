// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Accounts that trust a key of the authority which was replaced. */
export interface SshAuthorityAccountsTable {
  readonly account_id: string;
  readonly fingerprint: string;
  readonly state: Generated<"waiting" | "proved">;
  readonly problem: ColumnType<Json | null, string | null | undefined, string | null>;
  readonly date_tried: Date | null;
}

/** Keys of the authority that certifies accounts of SSH targets and people at the gateway. */
export interface SshAuthorityKeysTable {
  readonly fingerprint: string;
  readonly public_key: string;
  readonly private_sealed: string | null;
  readonly date_created: Generated<Date>;
  readonly purpose: Generated<"accounts" | "people">;
  readonly date_retired: Date | null;
  readonly date_replaced: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    ssh_authority_accounts: SshAuthorityAccountsTable;
    ssh_authority_keys: SshAuthorityKeysTable;
  }
}
