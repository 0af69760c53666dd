import { catalogue } from "../../../engine/i18n/index.ts";

/** The texts of the explanation: each says what is in the way, and so what to change. */
export const text = catalogue("permissions.explain", {
  user_inactive: ["{user} is deactivated.", "用户 {user} 已被禁用。", "{user} は無効になっています。"],
  user_expired: [
    "The account of {user} expired on {date}.",
    "用户 {user} 已于 {date} 过期。",
    "{user} の有効期限は {date} に切れました。",
  ],
  not_member: [
    "{user} does not belong to {organization}.",
    "用户 {user} 不属于组织 {organization}。",
    "{user} は {organization} に属していません。",
  ],
  connecting_not_allowed: [
    "No role of {user} allows opening connections in {organization}.",
    "用户 {user} 在 {organization} 中的角色均不允许发起连接。",
    "{user} のどのロールも {organization} での接続を許していません。",
  ],
  asset_inactive: ["{asset} is deactivated.", "资产 {asset} 已被禁用。", "{asset} は無効になっています。"],
  nothing_granted: [
    "No permission names both {user}, or a group of theirs, and {asset}, or a node above it.",
    "没有同时包含用户 {user}（或其所在用户组）与资产 {asset}（或其上级节点）的授权。",
    "{user}（または所属グループ）と {asset}（または上位ノード）の両方を含むアクセス権がありません。",
  ],
  not_in_force: [
    "Permissions name both, but none of them is in force now.",
    "存在相应授权，但目前均未生效。",
    "該当するアクセス権はありますが、現在有効なものがありません。",
  ],
  account_unknown: [
    "{asset} has no account {account}.",
    "资产 {asset} 没有账号 {account}。",
    "{asset} にアカウント {account} はありません。",
  ],
  account_inactive: ["The account is deactivated.", "该账号已被禁用。", "アカウントは無効になっています。"],
  account_not_named: [
    "No permission in force names this account.",
    "有效的授权中不包含该账号。",
    "有効なアクセス権のどれにもこのアカウントは含まれていません。",
  ],
  no_actions: [
    "The permissions that name it allow no action.",
    "包含该账号的授权未允许任何动作。",
    "このアカウントを含むアクセス権は、どの操作も許していません。",
  ],
  no_connect_action: [
    "The permissions that name it do not allow connecting.",
    "包含该账号的授权未允许连接。",
    "このアカウントを含むアクセス権は、接続を許していません。",
  ],
  anonymous_unsupported: [
    "Connecting without signing in works with web sites and custom assets only.",
    "匿名连接仅适用于网站和自定义资产。",
    "匿名での接続は、Web サイトとカスタムアセットでのみ使えます。",
  ],
  valid: ["In force", "生效中", "有効"],
  inactive: ["Switched off", "已停用", "無効"],
  not_started: ["Begins {date}", "将于 {date} 生效", "{date} に開始"],
  expired: ["Expired {date}", "已于 {date} 到期", "{date} に期限切れ"],
});
