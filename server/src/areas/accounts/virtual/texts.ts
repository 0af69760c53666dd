import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of virtual accounts. */
export const text = catalogue("virtualAccounts", {
  virtualAccount: ["Virtual account", "虚拟账号", "仮想アカウント"],
  alias: ["Alias", "别名", "エイリアス"],
  secretFromLogin: ["Secret from login", "使用登录密码", "ログイン時のパスワードを使う"],
  secretFromLoginHelp: [
    "People connect with the password they signed in here with. It is kept for their sign-in only, sealed so that nobody else can open it, and forgotten when they sign out.",
    "用户使用登录本系统的密码进行连接。该密码仅在本次登录期间加密保存，他人无法解密，登出后即清除。",
    "ここにサインインしたときのパスワードで接続します。サインイン中だけ本人以外が開けない形で保管し、サインアウトすると消去します。",
  ],
  onlyOfDynamicUser: [
    "Only the dynamic user can take its secret from the login.",
    "只有“动态用户”可以使用登录密码。",
    "ログイン時のパスワードを使えるのは動的ユーザーだけです。",
  ],
  input: ["Manual input", "手动输入", "手動入力"],
  user: ["Dynamic user", "动态用户", "動的ユーザー"],
  anonymous: ["Anonymous account", "匿名账号", "匿名アカウント"],
  sameWithUser: ["Same as the user", "与用户名相同", "ユーザーと同じ"],
  inputComment: [
    "Whoever connects types the user name and the secret.",
    "连接时由用户自行输入用户名和密文。",
    "接続する人がユーザー名とシークレットを入力します。",
  ],
  userComment: [
    "The user name is that of whoever connects; an account of that name on the asset comes first.",
    "用户名与连接者相同；若资产上已有同名账号，则优先使用该账号。",
    "接続する人と同じユーザー名です。アセットに同名のアカウントがあればそれを優先します。",
  ],
  anonymousComment: [
    "Nobody signs in to the asset; for web sites and custom assets only.",
    "不登录资产，仅适用于网站和自定义资产。",
    "アセットにサインインしません。ウェブとカスタムのアセットだけに使えます。",
  ],
});
