// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated, GeneratedAlways } from "kysely";
import type { Language } from "../../engine/i18n/index.ts";
import type { UserSource } from "./user-source.ts";

/** Names that are locked out. */
export interface LoginBlocksTable {
  readonly kind: "login" | "mfa";
  readonly username: string;
  readonly date_expired: Date;
}

/** Failed sign-ins, counted by name and address. */
export interface LoginFailuresTable {
  readonly kind: "login" | "mfa";
  readonly username: string;
  readonly remote_addr: string;
  readonly failures: number;
  readonly date_expired: Date;
}

/** Who changed whose password. */
export interface PasswordChangeLogsTable {
  readonly id: Generated<string>;
  readonly username: string;
  readonly user: string;
  readonly change_by: string;
  readonly remote_addr: string;
  readonly datetime: Generated<Date>;
}

/** The hashes of the passwords a user had. */
export interface PasswordHistoryTable {
  readonly id: GeneratedAlways<number>;
  readonly user_id: string;
  readonly password_hash: string;
  readonly date_created: Generated<Date>;
}

/** What people chose for themselves in the console. */
export interface UserPreferencesTable {
  readonly user_id: string;
  readonly name: string;
  readonly value: string;
}

/** Who is in which group. */
export interface UserGroupMembersTable {
  readonly id: GeneratedAlways<number>;
  readonly user_id: string;
  readonly usergroup_id: string;
}

/** The groups of users. */
export interface UserGroupsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** The users. */
export interface UsersTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly public_key: Generated<string>;
  readonly wechat: Generated<string>;
  readonly phone: string | null;
  readonly mfa_level: Generated<number>;
  readonly source: Generated<UserSource>;
  readonly wecom_id: string | null;
  readonly dingtalk_id: string | null;
  readonly feishu_id: string | null;
  readonly comment: Generated<string>;
  readonly is_service_account: Generated<boolean>;
  readonly is_active: Generated<boolean>;
  readonly is_first_login: Generated<boolean>;
  readonly need_update_password: Generated<boolean>;
  readonly otp_secret_sealed: string | null;
  readonly date_expired: Date | null;
  readonly date_joined: Generated<Date>;
  readonly last_login: Date | null;
  readonly date_password_last_updated: Date | null;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_updated: Generated<Date>;
  readonly file_secret_sealed: string | null;
  readonly language: Language | null;
  readonly receive_backends: Generated<string[]>;
  readonly search_text: GeneratedAlways<string>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    login_blocks: LoginBlocksTable;
    login_failures: LoginFailuresTable;
    password_change_logs: PasswordChangeLogsTable;
    password_history: PasswordHistoryTable;
    user_preferences: UserPreferencesTable;
    user_group_members: UserGroupMembersTable;
    user_groups: UserGroupsTable;
    users: UsersTable;
  }
}
