import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the settings; those of the security settings are in `security-texts.ts`. */
export const text = catalogue("settings", {
  settings: ["System settings", "系统设置", "システム設定"],
  unknownSetting: [
    "This setting does not exist in this category. Nothing was saved.",
    "此分类没有该设置项，未保存任何内容。",
    "この分類にはない設定のため、何も保存していません。",
  ],

  basicCategory: ["Basic", "基本设置", "基本設定"],
  securityCategory: ["Security", "安全设置", "セキュリティ"],
  authenticationCategory: ["Authentication security", "认证安全", "認証のセキュリティ"],
  loginLimitCategory: ["Sign-in limits", "登录限制", "サインインの制限"],
  passwordCategory: ["Password security", "密码安全", "パスワードのセキュリティ"],
  sessionCategory: ["Session security", "会话安全", "セッションのセキュリティ"],
  mailCategory: ["Email", "邮件", "メール"],
  mailContentCategory: ["Email texts", "邮件内容", "メールの文面"],
  announcementCategory: ["Announcement", "公告", "お知らせ"],
  cleanCategory: ["Cleanup", "定期清理", "定期クリーンアップ"],
  keepLoginLogs: ["Sign-in log (days)", "登录日志（天）", "サインインログ（日）"],
  keepTaskLogs: ["Task log (days)", "任务日志（天）", "タスクログ（日）"],
  keepOperateLogs: ["Operation log (days)", "操作日志（天）", "操作ログ（日）"],
  keepRefusals: ["Refused attempts (days)", "被拒绝的尝试（天）", "拒否された試み（日）"],
  keepFileLogs: ["File transfer log (days)", "文件传输日志（天）", "ファイル転送ログ（日）"],
  keepSessions: ["Sessions and recordings (days)", "会话及录像（天）", "セッションと録画（日）"],
  keepSessionsHelp: [
    "Sessions, commands and recordings older than this are deleted from this installation. Copies in external storage are kept.",
    "早于该天数的会话、命令和录像将从本系统中删除，外部存储中的副本会保留。",
    "この日数より古いセッション、コマンド、録画をこの環境から削除します。外部ストレージのコピーは残ります。",
  ],
  keepActivities: ["Activity log (days)", "活动日志（天）", "アクティビティログ（日）"],
  otherCategory: ["Other", "其他", "その他"],

  siteUrl: ["Site URL", "站点地址", "サイト URL"],
  siteUrlHelp: [
    "The address users open this installation at. Links in emails start with it.",
    "用户访问本系统的地址，邮件中的链接以此开头。",
    "ユーザーがこの環境を開くアドレス。メール内のリンクはこのアドレスで始まります。",
  ],
  siteUrlPath: [
    "Enter the address without a path, for example https://access.example.com.",
    "请输入不含路径的地址，例如 https://access.example.com。",
    "https://access.example.com のように、パスを含まないアドレスを入力してください。",
  ],
  phoneCode: ["Default country calling code", "默认国际区号", "既定の国番号"],
  phoneCodeHelp: [
    "Added to phone numbers entered without a country code, for example +86 or +81",
    "用于补全未填写区号的手机号，例如 +86、+81。",
    "国番号のない電話番号に補います。例：+86、+81。",
  ],
  notCallingCode: [
    "Enter a country calling code, for example +86.",
    "请输入国际区号，例如 +86。",
    "+86 のような国番号を入力してください。",
  ],
  userGuideUrl: ["User guide URL", "用户向导地址", "利用ガイドの URL"],
  userGuideUrlHelp: [
    "Shown to users who have completed their profile after their first sign-in",
    "用户首次登录并完善个人信息后，引导其前往此地址。",
    "初回サインイン後にプロフィールを入力し終えたユーザーに表示します。",
  ],
  globalOrganizationName: ["Global organization name", "全局组织名称", "グローバル組織の名前"],
  globalOrganizationNameHelp: [
    "Name of the organization that spans all others. Leave empty for the default.",
    "涵盖所有组织的全局组织的显示名称，留空则使用内置名称。",
    "すべての組織をまたぐ組織の表示名。空欄の場合は既定の名前を使います。",
  ],
  helpDocumentUrl: ["Documentation URL", "帮助文档地址", "ドキュメントの URL"],
  helpSupportUrl: ["Support URL", "技术支持地址", "サポートの URL"],
  helpLinkHelp: [
    "Target of a link in the help menu. Leave empty to hide the link.",
    "帮助菜单中的链接地址，留空则不显示该菜单项。",
    "ヘルプメニューのリンク先。空欄の場合、その項目は表示されません。",
  ],

  mailHost: ["SMTP host", "SMTP 主机", "SMTP ホスト"],
  mailHostHelp: [
    "Hostname or address of the mail server. Leave empty to send no email.",
    "邮件服务器的主机名或地址，留空则不发送邮件。",
    "メールサーバーの名前またはアドレス。空欄の場合、メールは送信されません。",
  ],
  mailPort: ["SMTP port", "SMTP 端口", "SMTP ポート"],
  mailPortHelp: [
    "Usually 465 with SSL, 587 with TLS and 25 without either",
    "通常 SSL 使用 465，TLS 使用 587，均不使用时为 25。",
    "通常は SSL で 465、TLS で 587、どちらも使わない場合は 25 です。",
  ],
  mailUser: ["SMTP account", "SMTP 账号", "SMTP アカウント"],
  mailUserHelp: [
    "Used as the sender if no sender is set",
    "未设置发件人时用作发件人",
    "差出人を指定しない場合に差出人として使います。",
  ],
  mailPassword: ["SMTP password", "SMTP 密码", "SMTP パスワード"],
  mailPasswordHelp: [
    "The password, or the app password some providers require",
    "账号密码，部分邮件服务商要求使用授权码。",
    "パスワード、または一部の事業者で必要なアプリパスワード",
  ],
  mailFrom: ["Sender", "发件人", "差出人"],
  mailFromHelp: [
    "An address, or a name followed by the address in angle brackets. Defaults to the SMTP account.",
    "邮箱地址，或名称加尖括号中的地址；留空则使用 SMTP 账号。",
    "アドレス、または名前の後に山括弧で囲んだアドレス。空欄の場合は SMTP アカウント。",
  ],
  mailRecipient: ["Test email recipient", "测试收件人", "テストメールの宛先"],
  mailRecipientHelp: [
    "Receives test emails only. Defaults to the sender.",
    "仅用于接收测试邮件，留空则发给发件人自己。",
    "テストメールだけの宛先。空欄の場合は差出人に送ります。",
  ],
  mailSsl: ["Use SSL", "使用 SSL", "SSL を使う"],
  mailSslHelp: [
    "Encrypts the connection from the start. Cannot be combined with TLS.",
    "连接自建立起即加密。与 TLS 二选一。",
    "接続の最初から暗号化します。TLS とは同時に使えません。",
  ],
  mailTls: ["Use TLS", "使用 TLS", "TLS を使う"],
  mailTlsHelp: [
    "Encrypts the connection with STARTTLS before sending anything. Cannot be combined with SSL.",
    "发送前通过 STARTTLS 加密连接。与 SSL 二选一。",
    "送信の前に STARTTLS で暗号化します。SSL とは同時に使えません。",
  ],
  mailSubjectPrefix: ["Subject prefix", "主题前缀", "件名の接頭辞"],
  mailSubjectPrefixHelp: [
    "Placed before the subject of every email",
    "显示在每封邮件主题之前。",
    "すべてのメールの件名の前に付きます。",
  ],
  createdSubject: ["Subject", "主题", "件名"],
  createdHonorific: ["Salutation", "称呼", "宛名"],
  createdTextHelp: [
    "Can contain {username}, {name} and {email} of the new user. Leave empty for the default text.",
    "可使用 {username}、{name}、{email} 代表新用户的信息，留空则使用内置内容。",
    "{username}、{name}、{email} は新しいユーザーのものに置き換わります。空欄の場合は既定の文面を使います。",
  ],
  createdBody: ["Text", "正文", "本文"],
  createdBodyHelp: [
    "Can contain {username}, {name} and {email} of the new user. The link to set a password is added automatically. Leave empty for the default text.",
    "可使用 {username}、{name}、{email} 代表新用户的信息，设置密码的链接会自动附上；留空则使用内置内容。",
    "{username}、{name}、{email} は新しいユーザーのものに置き換わり、パスワード設定のリンクは自動で続きます。空欄の場合は既定の文面を使います。",
  ],
  createdSignature: ["Signature", "署名", "署名"],
  notOneLine: [
    "Enter one line without control characters.",
    "请输入单行内容，不能包含控制字符。",
    "制御文字を含まない 1 行で入力してください。",
  ],
  notHost: [
    "Enter a hostname or address without scheme and port.",
    "请输入主机名或地址，不含协议和端口。",
    "スキームとポートを除いたホスト名またはアドレスを入力してください。",
  ],
  notPort: [
    "Enter a port from 1 to 65535.",
    "请输入 1 到 65535 之间的端口。",
    "1 から 65535 までのポートを入力してください。",
  ],
  notMailbox: [
    "Enter an address, for example access@example.com or Access <access@example.com>.",
    "请输入邮箱地址，例如 access@example.com 或 Access <access@example.com>。",
    "access@example.com または Access <access@example.com> の形式で入力してください。",
  ],

  announcementEnabled: ["Show the announcement", "显示公告", "お知らせを表示する"],
  announcement: ["Announcement", "公告", "お知らせ"],
  announcementId: ["ID", "ID", "ID"],
  announcementSubject: ["Subject", "标题", "件名"],
  announcementContent: ["Text", "内容", "本文"],
  announcementLink: ["Link", "链接", "リンク"],

  ungroupDirect: [
    "Show single assets under the ungrouped node",
    "将单独授权的资产显示在未分组节点下",
    "個別のアセットを未分類ノードに表示",
  ],
  ungroupDirectHelp: [
    "Assets granted one by one appear under the ungrouped node in the asset tree of users.",
    "在用户的资产树中，将单独授权的资产显示在未分组节点下。",
    "アクセス権で個別に指定されたアセットを、ユーザーのツリーでは未分類ノードの下に表示します。",
  ],
});
