import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of virtual accounts. */
export const text = catalogue("virtualAccounts", {
  virtualAccount: ["Virtual account", "虚拟账号", "仮想アカウント"],
  alias: ["Alias", "别名", "エイリアス"],
  secretFromLogin: ["Use the sign-in password", "使用登录密码", "サインイン時のパスワードを使う"],
  secretFromLoginHelp: [
    "Users connect with the password they signed in to Sallyport with. It is stored encrypted so that only their own sign-in can use it, and it is deleted when they sign out.",
    "用户使用登录 Sallyport 的密码进行连接。该密码加密保存，仅供本次登录使用，登出后即删除。",
    "ユーザーは Sallyport へのサインインに使ったパスワードで接続します。パスワードは本人のサインインでのみ使えるよう暗号化して保存され、サインアウトすると削除されます。",
  ],
  onlyOfDynamicUser: [
    "Only the dynamic user account can use the sign-in password.",
    "只有“动态用户”账号可以使用登录密码。",
    "サインイン時のパスワードを使えるのは動的ユーザーのアカウントだけです。",
  ],
  input: ["Manual input", "手动输入", "手動入力"],
  user: ["Dynamic user", "动态用户", "動的ユーザー"],
  anonymous: ["Anonymous account", "匿名账号", "匿名アカウント"],
  sameWithUser: ["Same as the user", "与用户名相同", "ユーザーと同じ"],
  inputComment: [
    "Users type the username and secret when they connect.",
    "连接时由用户输入用户名和密文。",
    "接続するときにユーザーがユーザー名とシークレットを入力します。",
  ],
  userComment: [
    "Users connect with their own username. An account with that username on the asset takes precedence.",
    "用户以自己的用户名连接；若资产上已有同名账号，则优先使用该账号。",
    "自分のユーザー名で接続します。アセットに同名のアカウントがある場合はそちらを優先します。",
  ],
  anonymousComment: [
    "Users connect without signing in to the asset. Only for websites and custom assets.",
    "用户连接时不登录资产，仅适用于网站和自定义资产。",
    "ユーザーはアセットにサインインせずに接続します。ウェブサイトとカスタムアセットでのみ使えます。",
  ],
});
