import { catalogue } from "../../engine/i18n/messages.ts";

/** Texts of the authentication area: errors of signing in, and the sign-in pages. */
export const text = catalogue("authentication", {
  signIn: ["Sign in", "登录", "サインイン"],
  signingIn: ["Signing in…", "正在登录…", "サインインしています…"],
  username: ["Username", "用户名", "ユーザー名"],
  password: ["Password", "密码", "パスワード"],
  autoLoginOneDay: ["Stay signed in for one day", "1 天内自动登录", "1 日間サインインしたままにする"],
  autoLogin: ["Stay signed in for {days} days", "{days} 天内自动登录", "{days} 日間サインインしたままにする"],
  forgotPassword: ["Forgot password?", "忘记密码？", "パスワードをお忘れですか？"],
  language: ["Language", "语言", "言語"],
  tagline: [
    "The one way in to every machine, and a record of every step.",
    "访问每台机器的唯一入口，每一步皆有记录。",
    "すべてのマシンへの唯一の入口。すべての操作を記録します。",
  ],
  signedOut: ["You are signed out", "您已退出登录", "サインアウトしました"],
  signedOutHint: [
    "This page goes on to the sign-in page by itself.",
    "即将自动跳转到登录页。",
    "まもなくサインインページに移動します。",
  ],
  signOut: ["Sign out", "退出登录", "サインアウト"],
  signOutQuestion: [
    "Another site asked to sign you out. Do you want that?",
    "其他网站请求将您退出登录，是否继续？",
    "別のサイトからサインアウトが要求されました。実行しますか？",
  ],
  stay: ["Stay signed in", "保持登录", "サインインしたままにする"],
  signInAgain: ["Sign in again", "重新登录", "もう一度サインイン"],
  cookieMissing: [
    "The page was open too long, or cookies are blocked. Try again.",
    "页面已过期或浏览器禁用了 Cookie，请重试。",
    "ページの有効期限が切れたか、Cookie がブロックされています。もう一度お試しください。",
  ],
  untrustedOrigin: [
    "The request came from {origin}, which this installation does not know. An administrator can set SALLYPORT_SITE_URL to the address people use.",
    "请求来自 {origin}，不是本系统已知的地址。管理员可将 SALLYPORT_SITE_URL 设置为实际访问地址。",
    "リクエスト元 {origin} はこの環境に登録されていません。管理者は SALLYPORT_SITE_URL に利用中のアドレスを設定してください。",
  ],
  credentialsMissing: [
    "Enter a username and a password.",
    "请输入用户名和密码。",
    "ユーザー名とパスワードを入力してください。",
  ],
  passwordFailed: [
    "The username or the password is wrong. {times} more tries before a lock of {minutes} minutes.",
    "用户名或密码错误，还可尝试 {times} 次，之后将锁定 {minutes} 分钟。",
    "ユーザー名またはパスワードが違います。あと {times} 回失敗すると {minutes} 分間ロックされます。",
  ],
  blocked: [
    "Too many failed tries: this username is locked for {minutes} minutes. An administrator can unlock it.",
    "失败次数过多，该用户名已锁定 {minutes} 分钟。管理员可以解锁。",
    "失敗が続いたため、このユーザー名は {minutes} 分間ロックされます。管理者が解除できます。",
  ],
  addressBlocked: [
    "Signing in from this address is not possible. Ask an administrator.",
    "当前地址不允许登录，请联系管理员。",
    "このアドレスからはサインインできません。管理者に連絡してください。",
  ],
  userInactive: [
    "This account is deactivated. Ask an administrator.",
    "该账号已停用，请联系管理员。",
    "このアカウントは無効になっています。管理者に連絡してください。",
  ],
  userExpired: [
    "This account has expired. Ask an administrator.",
    "该账号已过期，请联系管理员。",
    "このアカウントは期限切れです。管理者に連絡してください。",
  ],
  decryptFailed: [
    "The password could not be read. Reload the page and try again.",
    "无法读取密码，请刷新页面后重试。",
    "パスワードを読み取れませんでした。ページを再読み込みしてください。",
  ],
  token: ["Token", "令牌", "トークン"],
  keyword: ["Keyword", "关键字", "キーワード"],
  dateExpired: ["Date expired", "失效日期", "有効期限"],
  userField: ["User", "用户", "ユーザー"],
});
