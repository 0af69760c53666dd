import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the settings; those of the security settings are in `security-texts.ts`. */
export const text = catalogue("settings", {
  settings: ["System settings", "系统设置", "システム設定"],
  unknownSetting: [
    "This is not a setting of this category; nothing was saved.",
    "此分类没有该设置项，未保存任何内容。",
    "この分類にはない設定のため、何も保存していません。",
  ],

  basicCategory: ["Basic", "基本设置", "基本設定"],
  securityCategory: ["Security", "安全设置", "セキュリティ"],
  authenticationCategory: ["Authentication security", "认证安全", "認証のセキュリティ"],
  loginLimitCategory: ["Sign-in limits", "登录限制", "サインインの制限"],
  passwordCategory: ["Password security", "密码安全", "パスワードのセキュリティ"],
  sessionCategory: ["Session security", "会话安全", "セッションのセキュリティ"],
  mailCategory: ["Mail", "邮件", "メール"],
  mailContentCategory: ["Mail texts", "邮件内容", "メールの文面"],
  announcementCategory: ["Announcement", "公告", "お知らせ"],
  cleanCategory: ["Period clean", "定期清理", "定期クリーンアップ"],
  keepLoginLogs: ["Sign-in log (days)", "登录日志（天）", "サインインのログ（日）"],
  keepTaskLogs: ["Task log (days)", "任务日志（天）", "タスクのログ（日）"],
  keepOperateLogs: ["Operation log (days)", "操作日志（天）", "操作ログ（日）"],
  keepFileLogs: ["File transfer log (days)", "文件传输日志（天）", "ファイル転送のログ（日）"],
  keepSessions: ["Sessions and their recordings (days)", "会话及录像（天）", "セッションと録画（日）"],
  keepSessionsHelp: [
    "Sessions, their commands and recordings are deleted from this installation after so many days. What lies in external storage stays.",
    "超过该天数后，本系统中的会话及其命令、录像将被删除；外部存储中的内容不受影响。",
    "この日数を過ぎると、セッションとそのコマンドおよび録画をこの環境から削除します。外部ストレージの内容は残ります。",
  ],
  keepActivities: ["Activities (days)", "活动记录（天）", "アクティビティ（日）"],
  otherCategory: ["Other", "其它", "その他"],

  siteUrl: ["Site URL", "站点地址", "サイト URL"],
  siteUrlHelp: [
    "The address people reach this installation at. Links in mails start with it.",
    "用户访问本系统的地址，邮件中的链接以此开头。",
    "ユーザーがこの環境を開くアドレス。メール内のリンクはこのアドレスで始まります。",
  ],
  siteUrlPath: [
    "Enter the address without a path, such as https://access.example.com.",
    "请输入不含路径的地址，例如 https://access.example.com。",
    "https://access.example.com のように、パスを含まないアドレスを入力してください。",
  ],
  phoneCode: ["Default country calling code", "默认国际区号", "既定の国番号"],
  phoneCodeHelp: [
    "Completes phone numbers that are written without one, such as +86 or +81.",
    "用于补全未填写区号的手机号，例如 +86、+81。",
    "国番号のない電話番号に補います。例：+86、+81。",
  ],
  notCallingCode: [
    "Enter a country calling code such as +86.",
    "请输入国际区号，例如 +86。",
    "+86 のような国番号を入力してください。",
  ],
  userGuideUrl: ["User guide URL", "用户向导地址", "利用ガイドの URL"],
  userGuideUrlHelp: [
    "Offered to people who have completed their profile after the first sign-in.",
    "用户首次登录并完善个人信息后，引导其前往此地址。",
    "初回サインインでプロフィールを入力し終えた人に案内します。",
  ],
  globalOrganizationName: ["Global organization name", "全局组织名称", "グローバル組織の名前"],
  globalOrganizationNameHelp: [
    "What the organization that spans all others is called. Leave empty for the built-in name.",
    "涵盖所有组织的全局组织的显示名称，留空则使用内置名称。",
    "すべての組織をまたぐ組織の表示名。空欄の場合は既定の名前を使います。",
  ],
  helpDocumentUrl: ["Documentation URL", "帮助文档地址", "ドキュメントの URL"],
  helpSupportUrl: ["Support URL", "技术支持地址", "サポートの URL"],
  helpLinkHelp: [
    "An entry of the help menu leads there. Leave empty to leave the entry out.",
    "帮助菜单中的链接地址，留空则不显示该菜单项。",
    "ヘルプメニューのリンク先。空欄の場合、その項目は表示されません。",
  ],

  mailHost: ["SMTP host", "SMTP 主机", "SMTP ホスト"],
  mailHostHelp: [
    "Name or address of the mail server. Leave empty to send no mail.",
    "邮件服务器的主机名或地址，留空则不发送邮件。",
    "メールサーバーの名前またはアドレス。空欄の場合、メールは送信されません。",
  ],
  mailPort: ["SMTP port", "SMTP 端口", "SMTP ポート"],
  mailPortHelp: [
    "Usually 465 with SSL, 587 with TLS, and 25 with neither.",
    "通常 SSL 使用 465，TLS 使用 587，均不使用时为 25。",
    "通常は SSL で 465、TLS で 587、どちらも使わない場合は 25 です。",
  ],
  mailUser: ["SMTP account", "SMTP 账号", "SMTP アカウント"],
  mailUserHelp: [
    "Mails are sent in its name unless a sender is given.",
    "未填写发件人时，以此账号的名义发送。",
    "差出人を指定しない場合、このアカウント名義で送信します。",
  ],
  mailPassword: ["SMTP password", "SMTP 密码", "SMTP パスワード"],
  mailPasswordHelp: [
    "The password, or the token some providers give out in its place.",
    "账号密码，部分邮件服务商要求使用授权码。",
    "パスワード、または一部の事業者が代わりに発行するトークン。",
  ],
  mailFrom: ["Sender", "发件人", "差出人"],
  mailFromHelp: [
    "An address, or a name with the address in angle brackets. The SMTP account unless given.",
    "邮箱地址，或名称加尖括号中的地址；留空则使用 SMTP 账号。",
    "アドレス、または名前の後に山括弧で囲んだアドレス。空欄の場合は SMTP アカウント。",
  ],
  mailRecipient: ["Recipient of test mails", "测试收件人", "テストメールの宛先"],
  mailRecipientHelp: [
    "Only test mails go there. The sender unless given.",
    "仅用于接收测试邮件，留空则发给发件人自己。",
    "テストメールだけの宛先。空欄の場合は差出人に送ります。",
  ],
  mailSsl: ["Use SSL", "使用 SSL", "SSL を使う"],
  mailSslHelp: [
    "The connection is encrypted from its beginning. Excludes TLS.",
    "连接自建立起即加密。与 TLS 二选一。",
    "接続の最初から暗号化します。TLS とは同時に使えません。",
  ],
  mailTls: ["Use TLS", "使用 TLS", "TLS を使う"],
  mailTlsHelp: [
    "The connection is encrypted by STARTTLS before anything is sent. Excludes SSL.",
    "发送前通过 STARTTLS 加密连接。与 SSL 二选一。",
    "送信の前に STARTTLS で暗号化します。SSL とは同時に使えません。",
  ],
  mailSubjectPrefix: ["Subject prefix", "主题前缀", "件名の接頭辞"],
  mailSubjectPrefixHelp: [
    "Stands before the subject of every mail.",
    "显示在每封邮件主题之前。",
    "すべてのメールの件名の前に付きます。",
  ],
  createdSubject: ["Subject", "主题", "件名"],
  createdHonorific: ["Salutation", "称呼", "宛名"],
  createdTextHelp: [
    "{username}, {name} and {email} stand for those of the new user. Leave empty for the built-in text.",
    "可使用 {username}、{name}、{email} 代表新用户的信息，留空则使用内置内容。",
    "{username}、{name}、{email} は新しいユーザーのものに置き換わります。空欄の場合は既定の文面を使います。",
  ],
  createdBody: ["Text", "正文", "本文"],
  createdBodyHelp: [
    "{username}, {name} and {email} stand for those of the new user. The link to set a password follows by itself. Leave empty for the built-in text.",
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
    "Enter a host name or an address, without scheme and port.",
    "请输入主机名或地址，不含协议和端口。",
    "スキームとポートを除いたホスト名またはアドレスを入力してください。",
  ],
  notPort: [
    "Enter a port from 1 to 65535.",
    "请输入 1 到 65535 之间的端口。",
    "1 から 65535 までのポートを入力してください。",
  ],
  notMailbox: [
    "Enter an address such as access@example.com, or Access <access@example.com>.",
    "请输入邮箱地址，例如 access@example.com 或 Access <access@example.com>。",
    "access@example.com または Access <access@example.com> の形式で入力してください。",
  ],

  announcementEnabled: ["Show the announcement", "显示公告", "お知らせを表示する"],
  announcement: ["Announcement", "公告", "お知らせ"],
  announcementId: ["Number", "编号", "番号"],
  announcementSubject: ["Subject", "标题", "件名"],
  announcementContent: ["Text", "内容", "本文"],
  announcementLink: ["Link", "链接", "リンク"],

  ungroupDirect: [
    "Ungrouped node for single assets",
    "单独授权资产归入未分组节点",
    "個別に許可したアセットを未分類ノードに置く",
  ],
  ungroupDirectHelp: [
    "Assets a permission names one by one are shown to people below the ungrouped node.",
    "在用户的资产树中，将单独授权的资产显示在未分组节点下。",
    "アクセス権で個別に指定されたアセットを、ユーザーのツリーでは未分類ノードの下に表示します。",
  ],
});
