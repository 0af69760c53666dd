import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the security settings. */
export const text = catalogue("settings.security", {
  passwordExpiration: ["Password lifetime (days)", "密码有效期（天）", "パスワードの有効期間（日）"],
  passwordExpirationHelp: [
    "Afterwards a new one has to be set at the next sign-in. Reminders go out by mail during the last five days.",
    "到期后，用户下次登录时须设置新密码。到期前五天内每天邮件提醒。",
    "期限後は次のサインインで新しいものを設定します。期限前の 5 日間はメールで知らせます。",
  ],
  passwordHistory: ["Remembered passwords", "历史密码数量", "記憶する過去のパスワード数"],
  passwordHistoryHelp: [
    "How many of the latest passwords cannot be used again. 0 allows all of them.",
    "不能重复使用最近若干次的密码，0 表示不限制。",
    "直近のこの数のパスワードは再利用できません。0 の場合は制限しません。",
  ],
  passwordLength: ["Minimum length", "密码最小长度", "最小文字数"],
  adminPasswordLength: ["Minimum length for administrators", "管理员密码最小长度", "管理者の最小文字数"],
  adminPasswordLengthHelp: [
    "Applies to administrators of the system and of organizations.",
    "适用于系统管理员和组织管理员。",
    "システムと組織の管理者に適用されます。",
  ],
  passwordUpperCase: ["Require an upper-case letter", "必须包含大写字母", "英大文字を必須にする"],
  passwordLowerCase: ["Require a lower-case letter", "必须包含小写字母", "英小文字を必須にする"],
  passwordDigit: ["Require a digit", "必须包含数字", "数字を必須にする"],
  passwordSpecial: ["Require a special character", "必须包含特殊字符", "記号を必須にする"],

  userTries: ["Failed sign-ins per user", "用户失败次数上限", "ユーザーの失敗回数の上限"],
  userTriesHelp: [
    "After this many failures the user is blocked, whatever address the next try comes from.",
    "连续失败达到此次数后锁定该用户，无论从哪个地址登录。",
    "この回数失敗すると、どのアドレスからでもそのユーザーをロックします。",
  ],
  userBlockMinutes: ["User block (minutes)", "用户锁定时长（分钟）", "ユーザーのロック時間（分）"],
  blockMinutesHelp: [
    "Failures are forgotten after the same time.",
    "失败次数也在同样时长后清零。",
    "失敗回数も同じ時間で消えます。",
  ],
  addressTries: ["Failed sign-ins per address", "单个 IP 失败次数上限", "アドレスごとの失敗回数の上限"],
  addressTriesHelp: [
    "After this many failures, of whichever users, the address is blocked.",
    "同一地址的失败次数（不分用户）达到上限后，锁定该地址。",
    "ユーザーを問わずこの回数失敗したアドレスをロックします。",
  ],
  addressBlockMinutes: ["Address block (minutes)", "IP 锁定时长（分钟）", "アドレスのロック時間（分）"],
  addressWhiteList: ["Addresses never blocked", "IP 白名单", "ロックしないアドレス"],
  addressWhiteListHelp: [
    "Addresses, networks (10.0.0.0/8) and ranges (10.0.0.1-10.0.0.9) that are never blocked. * means every address.",
    "永不锁定的地址、网段（10.0.0.0/8）或范围（10.0.0.1-10.0.0.9），* 表示所有地址。",
    "ロックの対象外とするアドレス、ネットワーク（10.0.0.0/8）、範囲（10.0.0.1-10.0.0.9）。* はすべてを表します。",
  ],
  addressBlackList: ["Addresses always refused", "IP 黑名单", "常に拒否するアドレス"],
  addressBlackListHelp: [
    "Nobody signs in from these addresses, networks and ranges, unless they are never blocked.",
    "禁止从这些地址、网段或范围登录，白名单中的除外。",
    "ここからは誰もサインインできません。ただしロックしないアドレスは除きます。",
  ],
  notAddressEntry: [
    "Enter an address, a network such as 10.0.0.0/8, a range such as 10.0.0.1-10.0.0.9, or *.",
    "请输入地址、网段（如 10.0.0.0/8）、范围（如 10.0.0.1-10.0.0.9）或 *。",
    "アドレス、10.0.0.0/8 のようなネットワーク、10.0.0.1-10.0.0.9 のような範囲、または * を入力してください。",
  ],
  singleMachine: ["One device at a time", "仅允许单点登录", "同時に 1 台だけ"],
  singleMachineHelp: [
    "A new sign-in ends the user's sessions on other devices.",
    "用户重新登录后，其在其它设备上的登录将失效。",
    "新しくサインインすると、ほかの端末のサインインは終了します。",
  ],
  onlyExisting: ["Existing users only", "仅允许已有用户登录", "既存のユーザーのみ"],
  onlyExistingHelp: [
    "External sign-in does not create users.",
    "通过外部认证登录时，不自动创建用户。",
    "外部認証でユーザーを自動作成しません。",
  ],
  onlySource: ["Own source only", "仅从用户来源认证", "ユーザーの登録元でのみ認証"],
  onlySourceHelp: [
    "Users are authenticated by the source they come from and by no other. Temporary passwords work for nobody then.",
    "仅使用用户来源对应的方式认证，临时密码将不可用。",
    "登録元以外の方法では認証しません。一時パスワードは誰も使えなくなります。",
  ],

  mfa: ["Multi-factor authentication", "全局多因子认证", "多要素認証"],
  mfaOff: ["Users decide", "由用户决定", "各ユーザーに任せる"],
  mfaEverybody: ["Everybody", "所有用户", "全員"],
  mfaAdministrators: ["Administrators", "仅管理员", "管理者のみ"],
  otpIssuer: ["Issuer of one-time codes", "OTP 签发方", "ワンタイムコードの発行者名"],
  otpIssuerHelp: [
    "The name authenticator apps show beside the code.",
    "在身份验证器应用中显示的名称。",
    "認証アプリでコードの横に表示される名前。",
  ],
  otpWindow: ["Window of one-time codes", "OTP 有效窗口", "ワンタイムコードの許容幅"],
  otpWindowHelp: [
    "How many 30-second codes before and after the current one are accepted, for clocks that are off.",
    "当前 30 秒前后各允许若干个验证码，以容忍时钟误差。",
    "時計のずれに備え、現在の前後それぞれこの数（30 秒単位）のコードを受け付けます。",
  ],
  mfaVerifyTtl: ["Confirmation validity (seconds)", "二次确认有效期（秒）", "再確認の有効時間（秒）"],
  mfaVerifyTtlHelp: [
    "For this long after confirming with a second factor, secrets are shown without asking again.",
    "通过多因子确认后，在此时间内查看密钥无需再次确认。",
    "第 2 要素で確認した後、この時間は再び確認せずにシークレットを表示します。",
  ],
  mfaInPage: ["Ask on the sign-in page", "在登录页面进行多因子认证", "サインイン画面で求める"],
  mfaInPageHelp: [
    "The code is entered together with the password. Only when everybody needs one; excludes the dynamic code and the captcha.",
    "在登录页面同时输入验证码。仅在对所有用户启用时有效，与动态码、图形验证码互斥。",
    "パスワードと同時にコードを入力します。全員に求める場合のみ有効で、動的コードや画像認証とは併用できません。",
  ],
  verifyCodeTtl: ["Validity of sent codes (seconds)", "验证码有效期（秒）", "送信コードの有効時間（秒）"],
  verifyCodeTtlHelp: [
    "How long a code sent by mail or SMS can be used, and how soon another one can be sent.",
    "邮件或短信验证码的有效时间，也是重新发送的间隔。",
    "メールや SMS で送ったコードの有効時間で、再送までの間隔でもあります。",
  ],
  challenge: ["Dynamic code", "动态码", "動的コード"],
  challengeHelp: [
    "The sign-in page asks for a further code, which is checked by the external system together with the password. Excludes the captcha and asking for a second factor on the page.",
    "登录页面增加动态码输入，与密码一同提交给外部认证系统。与图形验证码、页面内多因子认证互斥。",
    "サインイン画面で追加のコードを求め、パスワードとともに外部システムで検証します。画像認証や画面内の多要素認証とは併用できません。",
  ],
  captcha: ["Captcha", "图形验证码", "画像認証"],
  captchaHelp: [
    "Asked for after a failed sign-in. Excludes the dynamic code and asking for a second factor on the page.",
    "登录失败后要求输入。与动态码、页面内多因子认证互斥。",
    "失敗の後に求めます。動的コードや画面内の多要素認証とは併用できません。",
  ],
  differentCity: ["Different-city notice", "异地登录提醒", "別の都市からのサインインの通知"],
  differentCityHelp: [
    "People are told when somebody signs in as them from another city than the last time.",
    "从与上次不同的城市登录时通知用户。",
    "前回と異なる都市からサインインした人に知らせます。",
  ],
  unusedUsers: ["Disable unused users (days)", "停用闲置用户（天）", "未使用ユーザーの無効化（日）"],
  unusedUsersHelp: [
    "Users who have not signed in for this long are disabled.",
    "超过此天数未登录的用户将被停用。",
    "この日数サインインしていないユーザーを無効にします。",
  ],

  watermark: ["Watermark", "水印", "透かし"],
  watermarkHelp: [
    "Sessions and replays show who is looking.",
    "在会话和回放画面上显示操作者信息。",
    "セッションと再生の画面にユーザーの名前を表示します。",
  ],
  maxIdle: ["Maximum idle time (minutes)", "最长空闲时间（分钟）", "無操作の上限（分）"],
  maxIdleHelp: [
    "A session without activity for this long is ended.",
    "会话在此时间内无操作将被断开。",
    "この時間操作のないセッションを終了します。",
  ],
  maxSession: ["Maximum session time (hours)", "最长会话时间（小时）", "セッションの上限（時間）"],
  maxSessionHelp: [
    "A session that lasts longer is ended.",
    "超过此时长的会话将被断开。",
    "これより長いセッションを終了します。",
  ],
  rememberAuth: ["Remember typed credentials", "记住手动输入的认证信息", "入力した認証情報を記憶する"],
  rememberAuthHelp: [
    "People may have the terminal remember secrets they typed, in their own browser.",
    "允许用户在自己的浏览器中保存手动输入的密钥。",
    "入力したシークレットを、ユーザーが自分のブラウザーに記憶できるようにします。",
  ],
  endWithPermission: [
    "End sessions with their permission",
    "授权失效时结束会话",
    "アクセス権の終了とともにセッションを終了する",
  ],
  endWithPermissionHelp: [
    "A running session ends when the permission behind it expires or is withdrawn; people are told five minutes before it expires. Otherwise it may be finished, and only new ones are refused.",
    "授权到期或被收回时，结束正在进行的会话，并在到期前五分钟提醒。关闭后，已有会话可继续，仅拒绝新会话。",
    "アクセス権の期限切れや取り消しの時点で実行中のセッションを終了し、期限切れの 5 分前に知らせます。オフの場合は続行でき、新しいセッションだけを拒否します。",
  ],
  tokenSeconds: ["Connection token (seconds)", "连接令牌有效期（秒）", "接続トークンの有効期間（秒）"],
  tokenSecondsHelp: [
    "How long a token that works once can wait to be used.",
    "一次性令牌在使用前的有效时长。",
    "1 回限りのトークンを使用できる期間。",
  ],
  reusableTokens: ["Reusable connection tokens", "可重复使用的连接令牌", "再利用できる接続トークン"],
  reusableTokensHelp: [
    "People may let a token of theirs open more than one connection.",
    "允许用户将自己的令牌设为可多次连接。",
    "利用者が自分のトークンを複数の接続に使えるようにします。",
  ],
  reusableTokenSeconds: [
    "Reusable connection token (seconds)",
    "可重复使用的连接令牌有效期（秒）",
    "再利用できる接続トークンの有効期間（秒）",
  ],
  reusableTokenSecondsHelp: [
    "How long it works, counted from the change.",
    "自设为可重复使用起的有效时长。",
    "再利用できるようにした時点から数えます。",
  ],
});
