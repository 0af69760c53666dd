// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated, GeneratedAlways } from "kysely";

/** The secrets an account had before. */
export interface AccountHistoriesTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: string;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
  readonly version: number;
  readonly history_date: Generated<Date>;
  readonly history_user: string | null;
}

/** What accounts are made from. */
export interface AccountTemplatesTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly username: Generated<string>;
  readonly secret_type: Generated<string>;
  readonly secret_sealed: string | null;
  readonly key_fingerprint: Generated<string>;
  readonly privileged: Generated<boolean>;
  readonly is_active: Generated<boolean>;
  readonly su_from_id: string | null;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Accounts of assets, their secrets sealed. */
export interface AccountsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: Generated<string>;
  readonly secret_sealed: string | null;
  readonly key_fingerprint: Generated<string>;
  readonly privileged: Generated<boolean>;
  readonly is_active: Generated<boolean>;
  readonly su_from_id: string | null;
  readonly version: Generated<number>;
  readonly source: Generated<string>;
  readonly source_id: string | null;
  readonly connectivity: Generated<string>;
  readonly date_verified: Date | null;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly search_text: Generated<string>;
  readonly by_certificate: Generated<boolean>;
}

/** Accounts found on assets. */
export interface GatheredAccountsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly asset_id: string;
  readonly username: string;
  readonly present: Generated<boolean>;
  readonly date_last_login: Date | null;
  readonly address_last_login: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Secrets that are still to be removed from a vault. */
export interface VaultRemovalsTable {
  readonly path: string;
  readonly date_added: Generated<Date>;
}

/** How the accounts @USER, @INPUT and @ANON are set. */
export interface VirtualAccountsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly alias: string;
  readonly secret_from_login: boolean | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly updated_by: string | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    account_histories: AccountHistoriesTable;
    account_templates: AccountTemplatesTable;
    accounts: AccountsTable;
    gathered_accounts: GatheredAccountsTable;
    vault_removals: VaultRemovalsTable;
    virtual_accounts: VirtualAccountsTable;
  }
}
