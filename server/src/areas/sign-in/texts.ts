import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of signing in and out: the pages and the errors. */
export const text = catalogue("sign-in", {
  signIn: ["Sign in", "登录", "サインイン"],
  signingIn: ["Signing in…", "正在登录…", "サインインしています…"],
  username: ["Username", "用户名", "ユーザー名"],
  password: ["Password", "密码", "パスワード"],
  autoLoginOneDay: ["Stay signed in for one day", "1 天内自动登录", "1 日間サインインしたままにする"],
  autoLogin: [
    "Stay signed in for {days:day|days}",
    "{days} 天内自动登录",
    "{days} 日間サインインしたままにする",
  ],
  forgotPassword: ["Forgot password?", "忘记密码？", "パスワードをお忘れですか？"],
  exposed: [
    "This connection is not encrypted: others on the network can read the password. Ask the administrator to set up TLS.",
    "此连接未加密：网络上的其他人可能读取密码。请联系管理员启用 TLS。",
    "この接続は暗号化されていません。ネットワーク上の第三者にパスワードを読まれるおそれがあります。TLS の設定を管理者に依頼してください。",
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
  passwordExpired: [
    "The password has expired. Set a new one.",
    "密码已过期，请设置新密码。",
    "パスワードの有効期限が切れています。新しいパスワードを設定してください。",
  ],
  passwordTooSimple: [
    "The password is too simple for an administrator. Set a new one.",
    "管理员的密码过于简单，请设置新密码。",
    "管理者のパスワードとしては単純すぎます。新しいパスワードを設定してください。",
  ],
  passwordMustChange: [
    "The password has to be changed before it can be used. Set a new one.",
    "登录前需要修改密码，请设置新密码。",
    "サインインする前にパスワードを変更する必要があります。新しいパスワードを設定してください。",
  ],
  challenge: ["Dynamic code", "动态口令", "動的コード"],
  checking: ["Checking…", "正在验证…", "確認しています…"],
  mfaType: ["MFA type", "多因子认证方式", "多要素認証の種類"],
  secretKey: ["Secret", "密钥", "シークレット"],
  smsNotConfigured: [
    "This installation sends no text messages. Choose another second factor.",
    "系统未配置短信服务，请选择其他多因子认证方式。",
    "この環境では SMS を送信できません。別の多要素認証を選んでください。",
  ],
  codeNotSent: [
    "Codes of this kind are not sent: read it from your device.",
    "此方式无需发送验证码，请在您的设备上查看。",
    "この方式ではコードは送信されません。お手元の端末で確認してください。",
  ],
  token: ["Token", "令牌", "トークン"],
  keyword: ["Keyword", "关键字", "キーワード"],
  dateExpired: ["Date expired", "失效日期", "有効期限"],
  userField: ["User", "用户", "ユーザー"],
});
