import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of signing in and out: the pages and the errors. */
export const text = catalogue("sign-in", {
  signIn: ["Sign in", "登录", "サインイン"],
  signingIn: ["Signing in…", "正在登录…", "サインインしています…"],
  username: ["Username", "用户名", "ユーザー名"],
  password: ["Password", "密码", "パスワード"],
  autoLoginOneDay: ["Stay signed in for 1 day", "1 天内自动登录", "1 日間サインインしたままにする"],
  autoLogin: [
    "Stay signed in for {days:day|days}",
    "{days} 天内自动登录",
    "{days} 日間サインインしたままにする",
  ],
  signInWith: ["Sign in with {name}", "使用 {name} 登录", "{name} でサインイン"],
  leadingTo: ["Taking you to {name}", "正在跳转到 {name}", "{name} に移動しています"],
  leadingHint: [
    "You sign in there and come back here.",
    "请在该页面完成登录，随后将自动返回。",
    "そちらでサインインすると、この画面に戻ります。",
  ],
  goNow: ["Go now", "立即前往", "すぐに移動"],
  signInHere: ["Sign in here with a password", "使用本系统密码登录", "ここでパスワードを使ってサインイン"],
  forgotPassword: ["Forgot password?", "忘记密码？", "パスワードをお忘れですか？"],
  exposed: [
    "This connection is not encrypted, so others on the network can read your password. Ask an administrator to set up TLS.",
    "此连接未加密：网络上的其他人可能读取密码。请联系管理员启用 TLS。",
    "この接続は暗号化されていません。ネットワーク上の第三者にパスワードを読まれるおそれがあります。TLS の設定を管理者に依頼してください。",
  ],
  signedOut: ["You are signed out", "您已退出登录", "サインアウトしました"],
  signedOutHint: [
    "You will be taken to the sign-in page.",
    "即将自动跳转到登录页。",
    "まもなくサインインページに移動します。",
  ],
  signOut: ["Sign out", "退出登录", "サインアウト"],
  signOutQuestion: [
    "Another site asked to sign you out. Sign out now?",
    "其他网站请求将您退出登录，是否退出？",
    "別のサイトからサインアウトが要求されました。サインアウトしますか？",
  ],
  stay: ["Stay signed in", "保持登录", "サインインしたままにする"],
  signInAgain: ["Sign in again", "重新登录", "もう一度サインイン"],
  cookieMissing: [
    "This page was open too long, or your browser blocks cookies. Try again.",
    "页面已过期或浏览器禁用了 Cookie，请重试。",
    "ページの有効期限が切れたか、Cookie がブロックされています。もう一度お試しください。",
  ],
  untrustedOrigin: [
    "The request came from {origin}, which is not a known address of this installation. An administrator can set SALLYPORT_SITE_URL.",
    "请求来自 {origin}，不是本系统的已知地址。管理员可设置 SALLYPORT_SITE_URL。",
    "リクエスト元 {origin} はこの環境の既知のアドレスではありません。管理者は SALLYPORT_SITE_URL を設定できます。",
  ],
  notAllowedHere: [
    "You cannot sign in from this address at this time. Contact an administrator.",
    "当前地址或时间不允许登录，请联系管理员。",
    "このアドレスまたは時間帯からはサインインできません。管理者に連絡してください。",
  ],
  credentialsMissing: [
    "Enter your username and password.",
    "请输入用户名和密码。",
    "ユーザー名とパスワードを入力してください。",
  ],
  passwordExpired: [
    "Your password has expired. Set a new one.",
    "密码已过期，请设置新密码。",
    "パスワードの有効期限が切れています。新しいパスワードを設定してください。",
  ],
  passwordTooSimple: [
    "Your password is too weak for an administrator. Set a stronger one.",
    "您的密码对管理员而言过弱，请设置更强的密码。",
    "管理者のパスワードとしては弱すぎます。より強いパスワードを設定してください。",
  ],
  passwordMustChange: [
    "You must set a new password before you continue.",
    "继续之前，请设置新密码。",
    "続けるには、新しいパスワードを設定してください。",
  ],
  challenge: ["Dynamic code", "动态口令", "動的コード"],
  checking: ["Checking…", "正在验证…", "確認しています…"],
  mfaType: ["Second factor", "多因子认证方式", "多要素認証の種類"],
  secretKey: ["Secret", "密钥", "シークレット"],
  smsNotConfigured: [
    "Text messages are not set up. Choose another second factor.",
    "系统未配置短信服务，请选择其他多因子认证方式。",
    "この環境では SMS を送信できません。別の多要素認証を選んでください。",
  ],
  codeNotSent: [
    "This kind of code is not sent. Read it on your device.",
    "此方式无需发送验证码，请在您的设备上查看。",
    "この方式ではコードは送信されません。お手元の端末で確認してください。",
  ],
  token: ["Token", "令牌", "トークン"],
  keyword: ["Keyword", "关键字", "キーワード"],
  dateExpired: ["Expires", "失效日期", "有効期限"],
  userField: ["User", "用户", "ユーザー"],
});
