import { catalogue } from "../../../engine/i18n/index.ts";

/** The texts of the explanation: each says what is in the way, and so what to change. */
export const text = catalogue("permissions.explain", {
  user_inactive: ["{user} is disabled.", "用户 {user} 已被禁用。", "{user} は無効になっています。"],
  user_expired: [
    "{user} expired on {date}.",
    "用户 {user} 已于 {date} 过期。",
    "{user} の有効期限は {date} に切れました。",
  ],
  not_member: [
    "{user} is not a member of {organization}.",
    "用户 {user} 不是组织 {organization} 的成员。",
    "{user} は {organization} のメンバーではありません。",
  ],
  connecting_not_allowed: [
    "None of the roles of {user} in {organization} allows connecting to assets.",
    "用户 {user} 在组织 {organization} 中的角色均不允许连接资产。",
    "{organization} での {user} のロールは、いずれもアセットへの接続を許可していません。",
  ],
  asset_inactive: ["{asset} is disabled.", "资产 {asset} 已被禁用。", "{asset} は無効になっています。"],
  nothing_granted: [
    "No asset permission covers both {user} (or their groups) and {asset} (or its nodes).",
    "没有同时包含用户 {user}（或其用户组）与资产 {asset}（或其节点）的资产授权。",
    "{user}（または所属グループ）と {asset}（またはそのノード）の両方を含むアクセス権がありません。",
  ],
  not_in_force: [
    "Asset permissions cover both, but none is currently valid.",
    "存在包含两者的资产授权，但目前均未生效。",
    "両方を含むアクセス権はありますが、現在有効なものがありません。",
  ],
  account_unknown: [
    "{asset} has no account {account}.",
    "资产 {asset} 没有账号 {account}。",
    "{asset} にアカウント {account} はありません。",
  ],
  account_inactive: ["The account is disabled.", "该账号已被禁用。", "アカウントは無効になっています。"],
  account_not_named: [
    "No valid asset permission includes this account.",
    "有效的资产授权中不包含该账号。",
    "有効なアクセス権のどれにもこのアカウントは含まれていません。",
  ],
  no_actions: [
    "The asset permissions that include this account allow no actions.",
    "包含该账号的资产授权未允许任何动作。",
    "このアカウントを含むアクセス権は、どの操作も許可していません。",
  ],
  no_connect_action: [
    "The asset permissions that include this account do not allow connecting.",
    "包含该账号的资产授权未允许连接。",
    "このアカウントを含むアクセス権は、接続を許可していません。",
  ],
  anonymous_unsupported: [
    "Anonymous connections work only with websites and custom assets.",
    "匿名连接仅适用于网站和自定义资产。",
    "匿名での接続は、Web サイトとカスタムアセットでのみ使えます。",
  ],
  rule_refuses: ["An access rule rejects it.", "被访问规则拒绝。", "アクセスルールにより拒否されます。"],
  address_invalid: ["Enter an IP address.", "请输入 IP 地址。", "IP アドレスを入力してください。"],
  time_invalid: ["Enter a date and time.", "请输入日期和时间。", "日時を入力してください。"],
  valid: ["Valid", "生效中", "有効"],
  inactive: ["Disabled", "已禁用", "無効"],
  not_started: ["Starts {date}", "将于 {date} 生效", "{date} に開始"],
  expired: ["Expired {date}", "已于 {date} 到期", "{date} に期限切れ"],
});
