// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Which assets a plan names. */
export interface AccountAutomationAssetsTable {
  readonly automation_id: string;
  readonly asset_id: string;
}

/** The runs of plans. */
export interface AccountAutomationExecutionsTable {
  readonly id: string;
  readonly org_id: string;
  readonly type: string;
  readonly automation_id: string;
  readonly automation_name: string;
  readonly trigger: string;
  readonly status: Generated<string>;
  readonly snapshot: ColumnType<Json, string | undefined, string>;
  readonly date_created: Generated<Date>;
  readonly date_start: Generated<Date>;
  readonly date_finished: Date | null;
}

/** Which nodes a plan names. */
export interface AccountAutomationNodesTable {
  readonly automation_id: string;
  readonly node_id: string;
}

/** Who gets the report of a plan. */
export interface AccountAutomationRecipientsTable {
  readonly automation_id: string;
  readonly user_id: string;
}

/** What is done with accounts by plan. */
export interface AccountAutomationsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly type: string;
  readonly name: string;
  readonly accounts: ColumnType<Json, string | undefined, string>;
  readonly is_active: Generated<boolean>;
  readonly is_periodic: Generated<boolean>;
  readonly crontab: string | null;
  readonly interval: number | null;
  readonly secret_type: string | null;
  readonly secret_strategy: string | null;
  readonly secret_sealed: string | null;
  readonly password_rules: ColumnType<Json, string | undefined, string>;
  readonly ssh_key_change_strategy: Generated<string>;
  readonly params: ColumnType<Json, string | undefined, string>;
  readonly is_sync_account: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** The runs of backups. */
export interface AccountBackupExecutionsTable {
  readonly id: string;
  readonly org_id: string;
  readonly plan_id: string;
  readonly plan_name: string;
  readonly trigger: string;
  readonly snapshot: ColumnType<Json, string | undefined, string>;
  readonly reason: Generated<string>;
  readonly is_success: Generated<boolean>;
  readonly date_created: Generated<Date>;
  readonly date_start: Generated<Date>;
  readonly date_finished: Date | null;
}

/** Which accounts are backed up, when. */
export interface AccountBackupPlansTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly is_periodic: Generated<boolean>;
  readonly crontab: string | null;
  readonly interval: number | null;
  readonly types: ColumnType<Json, string | undefined, string>;
  readonly comment: Generated<string>;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly delivery: Generated<string>;
  readonly storage_id: string | null;
}

/** Who gets the backups of a plan. */
export interface AccountBackupRecipientsTable {
  readonly plan_id: string;
  readonly user_id: string;
  readonly part: string;
}

/** Changes of the secrets of accounts on their assets. */
export interface SecretChangesTable {
  readonly id: string;
  readonly org_id: string;
  readonly kind: string;
  readonly execution_id: string;
  readonly asset_id: string | null;
  readonly account_id: string | null;
  readonly account_version: number;
  readonly operating_id: string | null;
  readonly user_id: string | null;
  readonly key_strategy: string;
  readonly params: ColumnType<Json, string | undefined, string>;
  readonly former_sealed: string | null;
  readonly secret_sealed: string;
  readonly state: string;
  readonly error: Generated<string>;
  readonly attempts: Generated<number>;
  readonly lease: string | null;
  readonly leased_until: Date;
  readonly date_created: Generated<Date>;
  readonly date_started: Date | null;
  readonly date_finished: Date | null;
}

/** Which accounts have the same secret. */
export interface SharedAccountSecretsTable {
  readonly account_id: string;
  readonly org_id: string;
  readonly version: number;
  readonly group_id: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    account_automation_assets: AccountAutomationAssetsTable;
    account_automation_executions: AccountAutomationExecutionsTable;
    account_automation_nodes: AccountAutomationNodesTable;
    account_automation_recipients: AccountAutomationRecipientsTable;
    account_automations: AccountAutomationsTable;
    account_backup_executions: AccountBackupExecutionsTable;
    account_backup_plans: AccountBackupPlansTable;
    account_backup_recipients: AccountBackupRecipientsTable;
    secret_changes: SecretChangesTable;
    shared_account_secrets: SharedAccountSecretsTable;
  }
}
