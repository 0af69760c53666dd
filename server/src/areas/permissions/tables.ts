// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The assets of a permission. */
export interface AssetPermissionAssetsTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly asset_id: string;
}

/** The nodes of a permission. */
export interface AssetPermissionNodesTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly node_id: string;
}

/** The user groups of a permission. */
export interface AssetPermissionUserGroupsTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly group_id: string;
}

/** The users of a permission. */
export interface AssetPermissionUsersTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly user_id: string;
}

/** Who may use which accounts of which assets, and until when. */
export interface AssetPermissionsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly accounts: ColumnType<string[], string | undefined, string>;
  readonly actions: Generated<number>;
  readonly is_active: Generated<boolean>;
  readonly from_ticket: Generated<boolean>;
  readonly date_start: Generated<Date>;
  readonly date_expired: Generated<Date>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly forwarding: Generated<string[]>;
  readonly session_grace_minutes: Generated<number>;
}

/** The assets that users marked for themselves. */
export interface FavoriteAssetsTable {
  readonly user_id: string;
  readonly asset_id: string;
  readonly date_created: Generated<Date>;
}

/** What changed of the permissions: what is remembered of them counts no more. */
export interface GrantChangesTable {
  readonly id: GeneratedAlways<number>;
  readonly about: string;
  readonly mark: Generated<number>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    asset_permission_assets: AssetPermissionAssetsTable;
    asset_permission_nodes: AssetPermissionNodesTable;
    asset_permission_user_groups: AssetPermissionUserGroupsTable;
    asset_permission_users: AssetPermissionUsersTable;
    asset_permissions: AssetPermissionsTable;
    favorite_assets: FavoriteAssetsTable;
    grant_changes: GrantChangesTable;
  }
}
