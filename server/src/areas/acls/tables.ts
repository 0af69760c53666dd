// Written by `npm run types:tables`: from the migrated database and owned-tables.json.

/** Which groups of commands a rule names. */
export interface CommandFilterAclGroupsTable {
  readonly rule_id: string;
  readonly group_id: string;
}

/** Who is told of the commands of a rule. */
export interface CommandFilterAclReviewersTable {
  readonly rule_id: string;
  readonly user_id: string;
}

/** Who is named by rules about connection methods. */
export interface ConnectMethodAclReviewersTable {
  readonly rule_id: string;
  readonly user_id: string;
}

/** Who decides about the sign-ins of a rule. */
export interface LoginAclReviewersTable {
  readonly rule_id: string;
  readonly user_id: string;
}

/** Who decides about the connections of a rule. */
export interface LoginAssetAclReviewersTable {
  readonly rule_id: string;
  readonly user_id: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    command_filter_acl_groups: CommandFilterAclGroupsTable;
    command_filter_acl_reviewers: CommandFilterAclReviewersTable;
    connect_method_acl_reviewers: ConnectMethodAclReviewersTable;
    login_acl_reviewers: LoginAclReviewersTable;
    login_asset_acl_reviewers: LoginAssetAclReviewersTable;
  }
}
