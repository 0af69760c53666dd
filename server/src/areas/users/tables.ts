import type { Generated } from "kysely";
import type { Language } from "../../engine/i18n/index.ts";

/** Where a user's identity comes from. */
export type UserSource =
  | "local"
  | "ldap"
  | "openid"
  | "radius"
  | "cas"
  | "saml2"
  | "oauth2"
  | "wecom"
  | "dingtalk"
  | "feishu"
  | "custom";

declare module "../../engine/database/database.ts" {
  interface Database {
    users: {
      id: Generated<string>;
      name: string;
      username: string;
      email: string;
      password_hash: string | null;
      public_key: Generated<string>;
      wechat: Generated<string>;
      phone: string | null;
      mfa_level: Generated<number>;
      source: Generated<UserSource>;
      wecom_id: string | null;
      dingtalk_id: string | null;
      feishu_id: string | null;
      comment: Generated<string>;
      is_service_account: Generated<boolean>;
      is_active: Generated<boolean>;
      is_first_login: Generated<boolean>;
      need_update_password: Generated<boolean>;
      otp_secret_sealed: string | null;
      file_secret_sealed: string | null;
      date_expired: Date | null;
      date_joined: Generated<Date>;
      last_login: Date | null;
      date_password_last_updated: Date | null;
      created_by: string | null;
      updated_by: string | null;
      date_updated: Generated<Date>;
      language: Language | null;
      receive_backends: Generated<string[]>;
    };
    password_history: {
      id: Generated<number>;
      user_id: string;
      password_hash: string;
      date_created: Generated<Date>;
    };
    password_change_logs: {
      id: Generated<string>;
      username: string;
      user: string;
      change_by: string;
      remote_addr: string;
      datetime: Generated<Date>;
    };
    user_groups: {
      id: Generated<string>;
      org_id: string;
      name: string;
      comment: Generated<string>;
      created_by: string | null;
      updated_by: string | null;
      date_created: Generated<Date>;
      date_updated: Generated<Date>;
    };
    user_group_members: { id: Generated<number>; user_id: string; usergroup_id: string };
    login_failures: {
      kind: "login" | "mfa";
      username: string;
      remote_addr: string;
      failures: number;
      date_expired: Date;
    };
    login_blocks: { kind: "login" | "mfa"; username: string; date_expired: Date };
  }
}
