import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the security settings. */
export const text = catalogue("settings.security", {
  passwordExpiration: ["Password lifetime (days)", "密码有效期（天）", "パスワードの有効期間（日）"],
  passwordExpirationHelp: [
    "Users must then set a new password at their next sign-in. They get email reminders in the last 5 days.",
    "到期后，用户下次登录时须设置新密码。到期前 5 天内会收到邮件提醒。",
    "期限が過ぎると、ユーザーは次のサインインで新しいパスワードを設定します。期限前の 5 日間はメールで通知します。",
  ],
  passwordHistory: ["Password history", "历史密码数量", "パスワード履歴"],
  passwordHistoryHelp: [
    "Number of previous passwords that cannot be reused. 0 allows reuse.",
    "不能重复使用最近若干次的密码，0 表示不限制。",
    "再利用できない過去のパスワードの数。0 の場合は再利用できます。",
  ],
  passwordLength: ["Minimum length", "密码最小长度", "最小文字数"],
  adminPasswordLength: ["Minimum length for administrators", "管理员密码最小长度", "管理者の最小文字数"],
  adminPasswordLengthHelp: [
    "Applies to system and organization administrators",
    "适用于系统管理员和组织管理员。",
    "システムと組織の管理者に適用されます。",
  ],
  passwordUpperCase: ["Require an uppercase letter", "必须包含大写字母", "英大文字を必須にする"],
  passwordLowerCase: ["Require a lowercase letter", "必须包含小写字母", "英小文字を必須にする"],
  passwordDigit: ["Require a digit", "必须包含数字", "数字を必須にする"],
  passwordSpecial: ["Require a special character", "必须包含特殊字符", "記号を必須にする"],
  passwordGuessable: ["Reject guessable passwords", "拒绝易猜密码", "推測されやすいパスワードを拒否"],
  passwordGuessableHelp: [
    "Rejects common passwords, sequences, repeated characters and the user's own names, whatever characters they contain",
    "拒绝常见密码、连续或重复的字符以及用户自己的名称，无论包含哪些字符。",
    "よく使われるパスワード、連続や繰り返し、ユーザー自身の名前は、文字の種類にかかわらず拒否します。",
  ],

  userTries: ["Failed sign-ins per user", "用户失败次数上限", "ユーザーの失敗回数の上限"],
  userTriesHelp: [
    "Locks the user after this many failures, from any address",
    "失败达到此次数后锁定该用户，无论来自哪个地址。",
    "この回数失敗すると、どのアドレスからでもそのユーザーをロックします。",
  ],
  userBlockMinutes: ["User lock (minutes)", "用户锁定时长（分钟）", "ユーザーのロック時間（分）"],
  blockMinutesHelp: [
    "The failure count is reset after the same time.",
    "失败次数也在同样时长后清零。",
    "失敗回数も同じ時間でリセットされます。",
  ],
  addressTries: ["Failed sign-ins per address", "单个 IP 失败次数上限", "アドレスごとの失敗回数の上限"],
  addressTriesHelp: [
    "Blocks the address after this many failures, by any user",
    "失败达到此次数后锁定该地址，不区分用户。",
    "ユーザーを問わずこの回数失敗したアドレスをロックします。",
  ],
  addressBlockMinutes: ["Address block (minutes)", "IP 锁定时长（分钟）", "アドレスのロック時間（分）"],
  addressWhiteList: ["Addresses that are never blocked", "IP 白名单", "ブロックしないアドレス"],
  addressWhiteListHelp: [
    "Addresses, networks (10.0.0.0/8) or ranges (10.0.0.1-10.0.0.9). * means all addresses.",
    "地址、网段（10.0.0.0/8）或范围（10.0.0.1-10.0.0.9），* 表示所有地址。",
    "アドレス、ネットワーク（10.0.0.0/8）、範囲（10.0.0.1-10.0.0.9）。* はすべてのアドレスを表します。",
  ],
  addressBlackList: ["Blocked addresses", "IP 黑名单", "ブロックするアドレス"],
  addressBlackListHelp: [
    "Nobody can sign in from these addresses, networks or ranges, except from addresses that are never blocked.",
    "禁止从这些地址、网段或范围登录，白名单中的除外。",
    "これらのアドレス、ネットワーク、範囲からはサインインできません。ブロックしないアドレスは除きます。",
  ],
  notAddressEntry: [
    "Enter an address, a network (10.0.0.0/8), a range (10.0.0.1-10.0.0.9) or *.",
    "请输入地址、网段（如 10.0.0.0/8）、范围（如 10.0.0.1-10.0.0.9）或 *。",
    "アドレス、10.0.0.0/8 のようなネットワーク、10.0.0.1-10.0.0.9 のような範囲、または * を入力してください。",
  ],
  singleMachine: ["One device at a time", "仅允许单点登录", "同時に 1 台だけ"],
  singleMachineHelp: [
    "A new sign-in signs the user out on other devices.",
    "用户在新设备登录后，其它设备上的登录将失效。",
    "新しくサインインすると、ほかの端末のサインインは終了します。",
  ],
  onlyExisting: ["Existing users only", "仅允许已有用户登录", "既存のユーザーのみ"],
  onlyExistingHelp: [
    "Signing in through an external service does not create users.",
    "通过外部认证登录时，不自动创建用户。",
    "外部認証でユーザーを自動作成しません。",
  ],
  onlySource: ["Authenticate by source only", "仅从用户来源认证", "ユーザーの登録元でのみ認証"],
  onlySourceHelp: [
    "Users can sign in only through the source they come from. Turns off temporary passwords.",
    "用户只能通过其来源登录，临时密码将不可用。",
    "ユーザーは登録元を通じてのみサインインできます。一時パスワードは使えなくなります。",
  ],

  mfa: ["Multi-factor authentication", "全局多因子认证", "多要素認証"],
  mfaOff: ["Users decide", "由用户决定", "各ユーザーに任せる"],
  mfaEverybody: ["All users", "所有用户", "すべてのユーザー"],
  mfaAdministrators: ["Administrators", "仅管理员", "管理者のみ"],
  otpIssuer: ["One-time code issuer", "OTP 签发方", "ワンタイムコードの発行者名"],
  otpIssuerHelp: [
    "Name shown next to the code in authenticator apps",
    "在身份验证器应用中显示的名称。",
    "認証アプリでコードの横に表示される名前。",
  ],
  otpWindow: ["One-time code tolerance", "OTP 容差", "ワンタイムコードの許容幅"],
  otpWindowHelp: [
    "Number of 30-second steps accepted before and after the current one, for clocks that are off",
    "允许当前时间前后各若干个 30 秒步长的验证码，以容忍时钟误差。",
    "時計のずれに備え、現在の前後それぞれこの数（30 秒単位）のコードを受け付けます。",
  ],
  mfaVerifyTtl: ["Confirmation validity (seconds)", "二次确认有效期（秒）", "再確認の有効時間（秒）"],
  mfaVerifyTtlHelp: [
    "After confirming with a second factor, users can view secrets for this long without confirming again.",
    "通过多因子认证确认后，用户在此时间内查看密文无需再次确认。",
    "多要素認証で確認した後、ユーザーはこの時間、再確認なしでシークレットを表示できます。",
  ],
  mfaInPage: ["Ask for the code on the sign-in page", "在登录页面进行多因子认证", "サインイン画面で求める"],
  mfaInPageHelp: [
    "Users enter the code together with their password. Requires MFA for all users. Cannot be combined with the dynamic code or captcha.",
    "用户在输入密码时一并输入验证码。需对所有用户启用多因子认证，不能与动态码、图形验证码同时使用。",
    "ユーザーはパスワードとともにコードを入力します。すべてのユーザーに多要素認証を求める場合のみ有効で、動的コードや画像認証とは併用できません。",
  ],
  verifyCodeTtl: ["Validity of sent codes (seconds)", "验证码有效期（秒）", "送信コードの有効時間（秒）"],
  verifyCodeTtlHelp: [
    "How long a code sent by email or SMS is valid, and the wait before another can be sent",
    "邮件或短信验证码的有效时间，也是重新发送的间隔",
    "メールや SMS で送ったコードの有効時間で、再送までの間隔でもあります。",
  ],
  challenge: ["Dynamic code", "动态码", "動的コード"],
  challengeHelp: [
    "The sign-in page asks for an extra code that the external system checks along with the password. Cannot be combined with the captcha or the code on the sign-in page.",
    "登录页面要求额外的验证码，与密码一同由外部系统校验。不能与图形验证码、登录页面多因子认证同时使用。",
    "サインイン画面で追加のコードを求め、パスワードとともに外部システムで検証します。画像認証や画面内の多要素認証とは併用できません。",
  ],
  captcha: ["Captcha", "图形验证码", "画像認証"],
  captchaHelp: [
    "Shown after a failed sign-in. Cannot be combined with the dynamic code or the code on the sign-in page.",
    "登录失败后显示。不能与动态码、登录页面多因子认证同时使用。",
    "サインインに失敗した後に表示します。動的コードや画面内の多要素認証とは併用できません。",
  ],
  differentCity: ["New city alert", "异地登录提醒", "別の都市からのサインインの通知"],
  differentCityHelp: [
    "Users are notified of a sign-in from a different city than the last one.",
    "从与上次不同的城市登录时通知用户。",
    "前回と異なる都市からのサインインをユーザーに通知します。",
  ],
  unusedUsers: [
    "Disable inactive users (days)",
    "停用闲置用户（天）",
    "長期間未使用のユーザーの無効化（日）",
  ],
  unusedUsersHelp: [
    "Disables users who have not signed in for this long",
    "超过此天数未登录的用户将被停用。",
    "この日数サインインしていないユーザーを無効にします。",
  ],

  watermark: ["Watermark", "水印", "透かし"],
  watermarkHelp: [
    "Shows who is watching on sessions and recordings",
    "在会话和录像画面上显示观看者信息",
    "セッションと録画の画面に閲覧者の名前を表示します。",
  ],
  maxIdle: ["Idle limit (minutes)", "最长空闲时间（分钟）", "無操作の上限（分）"],
  maxIdleHelp: [
    "Ends sessions without input or output for this long",
    "会话在此时间内无输入输出即结束",
    "この時間操作のないセッションを終了します。",
  ],
  maxSession: ["Session limit (hours)", "最长会话时间（小时）", "セッションの上限（時間）"],
  maxSessionHelp: [
    "Ends sessions that run longer",
    "结束超过此时长的会话",
    "これより長いセッションを終了します。",
  ],
  rememberAuth: ["Remember entered credentials", "记住手动输入的认证信息", "入力した認証情報を記憶する"],
  rememberAuthHelp: [
    "Users can let their own browser remember the secrets they type in the terminal.",
    "用户可让自己的浏览器记住在终端中输入的密文。",
    "端末で入力したシークレットを、ユーザー自身のブラウザーに記憶できるようにします。",
  ],
  endWithPermission: [
    "End sessions when permission ends",
    "授权失效时结束会话",
    "アクセス権の終了とともにセッションを終了する",
  ],
  endWithPermissionHelp: [
    "Ends running sessions when their permission expires or is revoked, with a warning 5 minutes before expiry. If turned off, running sessions continue and only new ones are refused.",
    "授权到期或被撤销时结束正在进行的会话，并在到期前 5 分钟提醒。关闭后，已有会话可继续，仅拒绝新会话。",
    "アクセス権が期限切れになるか取り消されると実行中のセッションを終了し、期限の 5 分前に警告します。オフの場合、実行中のセッションは継続し、新しいセッションだけを拒否します。",
  ],
  tokenSeconds: [
    "Connection token lifetime (seconds)",
    "连接令牌有效期（秒）",
    "接続トークンの有効期間（秒）",
  ],
  tokenSecondsHelp: [
    "How long a one-time token stays valid until it is used",
    "一次性令牌在使用前的有效时长",
    "1 回限りのトークンが使用されるまで有効な時間",
  ],
  reusableTokens: ["Reusable connection tokens", "可重复使用的连接令牌", "再利用できる接続トークン"],
  reusableTokensHelp: [
    "Users can allow a connection token to open more than one connection.",
    "允许用户将连接令牌设为可多次连接。",
    "ユーザーが接続トークンを複数の接続に使えるようにします。",
  ],
  reusableTokenSeconds: [
    "Reusable connection token lifetime (seconds)",
    "可重复使用的连接令牌有效期（秒）",
    "再利用できる接続トークンの有効期間（秒）",
  ],
  reusableTokenSecondsHelp: [
    "Counted from when the token is made reusable",
    "自设为可重复使用时起算",
    "再利用できるようにした時点から数えます。",
  ],
});
