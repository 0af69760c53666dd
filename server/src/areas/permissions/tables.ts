import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

export interface AssetPermissionsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly accounts: JSONColumnType<string[], string | undefined, string>;
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
}

export interface AssetPermissionUsersTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly user_id: string;
}

export interface AssetPermissionUserGroupsTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly group_id: string;
}

export interface AssetPermissionAssetsTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly asset_id: string;
}

export interface AssetPermissionNodesTable {
  readonly id: GeneratedAlways<number>;
  readonly permission_id: string;
  readonly node_id: string;
}

export interface FavoriteAssetsTable {
  readonly user_id: string;
  readonly asset_id: string;
  readonly date_created: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    asset_permissions: AssetPermissionsTable;
    asset_permission_users: AssetPermissionUsersTable;
    asset_permission_user_groups: AssetPermissionUserGroupsTable;
    asset_permission_assets: AssetPermissionAssetsTable;
    asset_permission_nodes: AssetPermissionNodesTable;
    favorite_assets: FavoriteAssetsTable;
  }
}
