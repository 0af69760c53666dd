import { readableTable } from "../../engine/database/index.ts";

/** Who changed whose password. */
export const passwordChangeLogsTable = readableTable("password_change_logs", [
  "id",
  "username",
  "user",
  "change_by",
  "remote_addr",
  "datetime",
]);

/** Who is in which group. */
export const userGroupMembersTable = readableTable("user_group_members", ["user_id", "usergroup_id", "id"]);

/** The groups of users. */
export const userGroupsTable = readableTable("user_groups", ["id", "name", "org_id", "date_updated"]);

/** The users. */
export const usersTable = readableTable("users", [
  "id",
  "name",
  "username",
  "email",
  "phone",
  "comment",
  "source",
  "language",
  "receive_backends",
  "is_active",
  "is_service_account",
  "date_joined",
  "date_expired",
  "date_updated",
  "wecom_id",
  "dingtalk_id",
  "feishu_id",
]);

/** The users with what they prove themselves by: for the areas that sign people in, and nobody else. */
export const userCredentialsTable = readableTable("users", [
  "id",
  "name",
  "username",
  "email",
  "phone",
  "comment",
  "source",
  "language",
  "mfa_level",
  "otp_secret_sealed",
  "password_hash",
  "public_key",
  "need_update_password",
  "is_active",
  "is_service_account",
  "date_expired",
  "date_password_last_updated",
]);
