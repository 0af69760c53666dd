import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `auth`. */
export const signInText = catalogue("settings.sign-in", {
  category: ["Sign-in", "登录认证", "サインイン"],
  forgotUrl: ["Forgot password URL", "忘记密码地址", "パスワードを忘れた場合の URL"],
  forgotUrlHelp: [
    "Where the link on the sign-in page leads. Leave empty to reset passwords here.",
    "登录页“忘记密码”链接的地址，留空则使用系统自带的重置页面。",
    "サインイン画面のリンク先。空欄の場合はこの環境でパスワードを再設定します。",
  ],
  temporaryPasswords: ["Temporary passwords", "临时密码", "一時パスワード"],
  temporaryPasswordsHelp: [
    "People can make a password in their profile that works once, within five minutes.",
    "用户可在个人信息中生成五分钟内有效、仅可使用一次的密码。",
    "ユーザーがプロフィールで、5 分以内に 1 回だけ使えるパスワードを作成できます。",
  ],
  sessionSeconds: ["Browser session (seconds)", "浏览器会话时长（秒）", "ブラウザーのセッション（秒）"],
  sessionSecondsHelp: [
    "After this long without a request people sign in again.",
    "超过此时长没有请求，用户需重新登录。",
    "この時間リクエストがないと、再度サインインが必要です。",
  ],
  endWithBrowser: [
    "Sign out when the browser closes",
    "关闭浏览器即退出登录",
    "ブラウザーを閉じたらサインアウト",
  ],
  endWithBrowserHelp: [
    "Takes the choice to stay signed in off the sign-in page.",
    "开启后，登录页不再提供“保持登录”选项。",
    "有効にすると、サインイン画面に「サインインしたままにする」は表示されません。",
  ],
  bearerSeconds: ["API token (seconds)", "API 令牌有效期（秒）", "API トークンの有効期間（秒）"],
  bearerSecondsHelp: [
    "How long a token works that a program got with a user name and a password.",
    "程序使用用户名和密码获取的令牌的有效时长。",
    "プログラムがユーザー名とパスワードで取得したトークンの有効期間。",
  ],
  keepPassword: ["Keep sign-in passwords", "保留登录密码", "サインインのパスワードを保持"],
  keepPasswordHelp: [
    "The virtual account @USER can then connect with the password the person signed in with. It is kept encrypted with the session.",
    "开启后，虚拟账号 @USER 可使用用户登录时的密码连接资产。密码加密保存在会话中。",
    "仮想アカウント @USER が、サインイン時のパスワードで接続できるようになります。パスワードは暗号化してセッションとともに保持します。",
  ],
  keepPasswordSeconds: ["Keep them for (seconds)", "保留时长（秒）", "保持する時間（秒）"],
  keepPasswordSecondsHelp: [
    "Counted from the sign-in; at the latest it ends with the session.",
    "自登录起计算，最迟随会话结束。",
    "サインインから数えます。遅くともセッションとともに終わります。",
  ],
});
