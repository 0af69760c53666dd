import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `auth`. */
export const signInText = catalogue("settings.sign-in", {
  category: ["Sign-in", "登录认证", "サインイン"],
  forgotUrl: ["Forgot password URL", "忘记密码地址", "パスワードを忘れた場合の URL"],
  forgotUrlHelp: [
    "Target of the link on the sign-in page. Leave empty to use the built-in password reset.",
    "登录页“忘记密码”链接的地址，留空则使用系统自带的重置页面。",
    "サインインページのリンク先。空欄の場合は標準のパスワード再設定を使います。",
  ],
  signInLinks: ["Sign-in links", "登录链接", "サインイン用リンク"],
  signInLinksHelp: [
    "System administrators can create links by API that sign someone in once without a password, for example for a portal. Sign-in rules and second factors still apply.",
    "系统管理员可通过 API 创建一次性免密登录链接，例如供门户使用。登录规则和第二认证因子仍然有效。",
    "システム管理者は、パスワードなしで 1 回だけサインインできるリンクを API で作成できます（ポータルなど）。サインインのルールと二要素認証はそのまま適用されます。",
  ],
  signInLinkSeconds: ["Links are valid for (seconds)", "链接有效期（秒）", "リンクの有効期間（秒）"],
  redirectTo: ["Visitors of the sign-in page", "访问登录页时", "サインインページを開いたとき"],
  redirectToHelp: [
    "With an identity provider on, visitors are taken to it. Adding ?admin=1 to the address always shows the form.",
    "启用身份提供方后，访客将自动跳转。地址后加 ?admin=1 可始终显示登录表单。",
    "ID プロバイダーが有効な場合は自動的に移動します。アドレスに ?admin=1 を付けると常にフォームが表示されます。",
  ],
  redirectFirst: [
    "Go to the first identity provider",
    "跳转到首个身份提供方",
    "最初の ID プロバイダーに移動",
  ],
  redirectNever: ["See the form", "显示登录表单", "フォームを表示"],
  redirectPause: ["Pause before redirecting", "跳转前停留", "移動の前に一時停止"],
  redirectPauseHelp: [
    "Shows for 3 seconds where the visitor is taken, with a way to stay",
    "停留 3 秒显示跳转目标，并可取消跳转。",
    "3 秒間、移動先を表示します。移動を取り消すこともできます。",
  ],
  temporaryPasswords: ["Temporary passwords", "临时密码", "一時パスワード"],
  temporaryPasswordsHelp: [
    "Users can create a one-time password in their profile. It is valid for 5 minutes.",
    "用户可在个人信息中生成一次性密码，有效期 5 分钟。",
    "ユーザーがプロフィールで 1 回限りのパスワードを作成できます。有効期間は 5 分です。",
  ],
  sessionSeconds: ["Browser session (seconds)", "浏览器会话时长（秒）", "ブラウザーのセッション（秒）"],
  sessionSecondsHelp: [
    "Users must sign in again after this long without activity.",
    "超过此时长没有活动，用户需重新登录。",
    "この時間操作がないと、ユーザーはもう一度サインインする必要があります。",
  ],
  endWithBrowser: [
    "Sign out when the browser closes",
    "关闭浏览器即退出登录",
    "ブラウザーを閉じたらサインアウト",
  ],
  endWithBrowserHelp: [
    "Removes the option to stay signed in from the sign-in page",
    "开启后，登录页不再提供“保持登录”选项。",
    "有効にすると、サインイン画面に「サインインしたままにする」は表示されません。",
  ],
  bearerSeconds: ["API token lifetime (seconds)", "API 令牌有效期（秒）", "API トークンの有効期間（秒）"],
  bearerSecondsHelp: [
    "How long a token obtained with username and password is valid",
    "使用用户名和密码获取的令牌的有效时长",
    "ユーザー名とパスワードで取得したトークンの有効期間",
  ],
  keepPassword: ["Keep sign-in passwords", "保留登录密码", "サインインのパスワードを保持"],
  keepPasswordHelp: [
    "Lets the virtual account @USER connect with the password the user signed in with. The password is stored encrypted with the browser session.",
    "开启后，虚拟账号 @USER 可使用用户登录时的密码连接资产。密码加密保存在会话中。",
    "仮想アカウント @USER が、ユーザーのサインイン時のパスワードで接続できるようになります。パスワードは暗号化され、ブラウザーのセッションとともに保存されます。",
  ],
  keepPasswordSeconds: [
    "Keep sign-in passwords for (seconds)",
    "登录密码保留时长（秒）",
    "サインインのパスワードの保持時間（秒）",
  ],
  keepPasswordSecondsHelp: [
    "Counted from sign-in. Ends with the browser session at the latest.",
    "自登录起计算，最迟随浏览器会话结束。",
    "サインインから数えます。遅くともブラウザーのセッションとともに終わります。",
  ],
});
