import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of SCIM sources. What directories are answered is in the words of the standard. */
export const text = catalogue("providers.scim", {
  source: ["SCIM source", "SCIM 来源", "SCIM ソース"],
  person: ["User", "用户", "ユーザー"],
  group: ["User group", "用户组", "ユーザーグループ"],
  members: ["Members", "成员", "メンバー"],
  said: ["Directory data", "目录数据", "ディレクトリのデータ"],
  organization: ["Organization", "组织", "組織"],
  organizationHelp: [
    "People and groups of this source get their place here. This cannot be changed later.",
    "此来源的人员和用户组归属于该组织，创建后不可更改。",
    "このソースのユーザーとグループはこの組織に置かれます。後から変更できません。",
  ],
  userSource: ["Sign-in method", "登录方式", "サインイン方法"],
  userSourceHelp: [
    "How these people sign in. The rules of roles and groups of this method hold for them, as far as they stay in the organization. This cannot be changed later.",
    "这些人员的登录方式。该方式的角色和用户组规则在所属组织范围内对其生效，创建后不可更改。",
    "このユーザーたちのサインイン方法です。この方法のロールとグループの規則が、組織の範囲で適用されます。後から変更できません。",
  ],
  linksExisting: [
    "Take over existing users and groups",
    "接管已有用户和用户组",
    "既存のユーザーとグループを引き継ぐ",
  ],
  linksExistingHelp: [
    "Users of this organization alone with the same username, and groups with the same name, become those of the source. Administrators never do.",
    "仅属于该组织且用户名相同的用户、以及同名用户组将归入此来源；管理员除外。",
    "この組織だけに属する同じユーザー名のユーザーと、同じ名前のグループが、このソースのものになります。管理者は対象外です。",
  ],
  onDelete: ["When the directory deletes a user", "目录删除用户时", "ディレクトリがユーザーを削除したとき"],
  disable: ["Disable and unlink", "禁用并取消关联", "無効にして関連付けを解除"],
  remove: ["Delete", "删除", "削除"],
  addresses: ["Allowed addresses", "允许的地址", "許可するアドレス"],
  addressesHelp: [
    "Where the directory asks from: addresses, networks and ranges; * for everywhere.",
    "目录请求的来源：IP 地址、网段或范围；* 表示不限。",
    "ディレクトリの接続元：アドレス、ネットワーク、範囲。* は制限なしです。",
  ],
  hasToken: ["Has a token", "已有令牌", "トークンあり"],
  token: ["Token", "令牌", "トークン"],
  dateTokenCreated: ["Token made", "令牌创建时间", "トークンの作成日時"],
  dateExpired: ["Token expires", "令牌过期时间", "トークンの有効期限"],
  dateLastUsed: ["Last used", "上次使用", "最終使用"],
  users: ["Users", "用户数", "ユーザー数"],
  groups: ["Groups", "用户组数", "グループ数"],
  endpoint: ["Endpoint", "端点地址", "エンドポイント"],
  fixed: [
    "This cannot be changed. Create another source instead.",
    "此项不可更改，请新建来源。",
    "変更できません。新しいソースを作成してください。",
  ],
});
