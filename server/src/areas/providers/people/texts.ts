import { catalogue } from "../../../engine/i18n/index.ts";

/** Why a person of another system may not come in, for the person, and the fields of links and rules. */
export const text = catalogue("providers.people", {
  noUsername: [
    "The identity provider sent no valid username. Ask an administrator to check the attribute map.",
    "身份提供方未返回有效的用户名，请联系管理员检查属性映射。",
    "ID プロバイダーから有効なユーザー名が届きませんでした。属性マッピングの確認を管理者に依頼してください。",
  ],
  noAddress: [
    "The identity provider sent no email address. Ask an administrator to map one or to set an email suffix.",
    "身份提供方未返回邮箱地址，请联系管理员配置邮箱映射或邮箱后缀。",
    "ID プロバイダーからメールアドレスが届きませんでした。マッピングまたはメールのサフィックスの設定を管理者に依頼してください。",
  ],
  unknownUser: [
    "You have no account here, and this sign-in does not create one. Ask an administrator for an account.",
    "系统中没有您的账号，且此登录方式不会自动创建账号。请联系管理员开通。",
    "アカウントがありません。このサインイン方法ではアカウントは作成されないため、管理者に作成を依頼してください。",
  ],
  nameTaken: [
    "The username {username} belongs to an account of another source ({source}). Sign in with the method of that account, or ask an administrator to link the two.",
    "用户名 {username} 已属于其他来源（{source}）的账号。请使用该账号的登录方式，或联系管理员进行关联。",
    "ユーザー名 {username} は別のソース（{source}）のアカウントで使われています。そのアカウントの方法でサインインするか、管理者に関連付けを依頼してください。",
  ],
  linkedElsewhere: [
    "The account {username} is linked to another person of this identity provider. Ask an administrator to remove that link.",
    "账号 {username} 已关联此身份提供方的其他人员，请联系管理员解除关联。",
    "アカウント {username} は、この ID プロバイダーの別の人と関連付けられています。管理者に解除を依頼してください。",
  ],
  addressTaken: [
    "The email address {email} belongs to another account here. Ask an administrator to link the two or to change the address.",
    "邮箱 {email} 已属于其他账号，请联系管理员进行关联或修改邮箱。",
    "メールアドレス {email} は別のアカウントで使われています。管理者に関連付けまたはアドレスの変更を依頼してください。",
  ],
  looksAlike: [
    "The username {username} looks like that of another account. Ask an administrator to create an account under another name.",
    "用户名 {username} 与其他账号过于相似，请联系管理员以其他名称创建账号。",
    "ユーザー名 {username} は別のアカウントと紛らわしいため使えません。別の名前でのアカウント作成を管理者に依頼してください。",
  ],
  disabledThere: [
    "The identity provider says that your account is disabled.",
    "身份提供方表示您的账号已被禁用。",
    "ID プロバイダーで、あなたのアカウントは無効になっています。",
  ],
  personName: ["Name", "名称", "名前"],
  username: ["Username", "用户名", "ユーザー名"],
  email: ["Email", "邮箱", "メール"],
  phone: ["Phone", "手机", "電話番号"],
  comment: ["Comment", "备注", "コメント"],
  link: ["Identity link", "身份关联", "ID の関連付け"],
  rule: ["Role and group rule", "角色与用户组规则", "ロールとグループのルール"],
  user: ["User", "用户", "ユーザー"],
  source: ["Source", "来源", "ソース"],
  issuer: ["Identity provider", "身份提供方", "ID プロバイダー"],
  subject: ["Identifier there", "对方标识", "プロバイダー側の識別子"],
  attribute: ["Attribute", "属性", "属性"],
  attributeHelp: [
    "Name of the attribute or claim, such as groups or realm_access.roles",
    "属性或声明的名称，例如 groups 或 realm_access.roles",
    "属性またはクレームの名前（例：groups、realm_access.roles）",
  ],
  value: ["Value", "值", "値"],
  valueHelp: [
    "Compared in full, ignoring case. * matches everyone from this source.",
    "完整匹配，不区分大小写。* 匹配此来源的所有人。",
    "全体を比較します（大文字と小文字は区別しません）。* はこのソースの全員に一致します。",
  ],
  role: ["Role", "角色", "ロール"],
  organization: ["Organization of the role", "角色所属组织", "ロールの組織"],
  organizationHelp: [
    "Required for organization roles. Leave empty for system roles.",
    "组织角色必填，系统角色留空",
    "組織ロールでは必須、システムロールでは空欄にします",
  ],
  group: ["User group", "用户组", "ユーザーグループ"],
  ownSource: [
    "You sign in with this identity provider. Ask an administrator to remove the link.",
    "您通过此身份提供方登录，请联系管理员解除关联。",
    "この ID プロバイダーでサインインしているため、関連付けの解除は管理者に依頼してください。",
  ],
  oneGrant: [
    "Choose either a role or a user group.",
    "请选择一个角色或一个用户组。",
    "ロールまたはユーザーグループのどちらか一方を選んでください。",
  ],
  needsOrganization: [
    "An organization role needs an organization.",
    "组织角色需要指定授予的组织。",
    "組織ロールには、付与する組織の指定が必要です。",
  ],
  noOrganization: [
    "A system role applies everywhere. Leave the organization empty.",
    "系统角色全局有效，请勿指定组织。",
    "システムロールは全体で有効です。組織は空欄にしてください。",
  ],
});
