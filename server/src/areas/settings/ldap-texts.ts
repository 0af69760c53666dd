import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `ldap`. */
export const ldapText = catalogue("settings.ldap", {
  category: ["LDAP", "LDAP", "LDAP"],
  enabled: ["Sign-in with LDAP", "LDAP 登录", "LDAP でのサインイン"],
  enabledHelp: [
    "Users of the directory can sign in with their directory password. Test the connection first.",
    "目录中的用户可使用其目录密码登录。启用前请先测试连接。",
    "ディレクトリのユーザーが、ディレクトリのパスワードでサインインできます。先に接続をテストしてください。",
  ],
  uri: ["Server address", "服务器地址", "サーバーのアドレス"],
  uriHelp: [
    "ldaps://ldap.example.com encrypts from the first byte. ldap:// without StartTLS sends passwords in clear text.",
    "ldaps://ldap.example.com 全程加密；ldap:// 若不启用 StartTLS，密码将以明文传输。",
    "ldaps://ldap.example.com は最初から暗号化されます。StartTLS なしの ldap:// ではパスワードが平文で送信されます。",
  ],
  uriInvalid: [
    "Enter an address such as ldaps://ldap.example.com or ldap://ldap.example.com:389, without a path.",
    "请输入形如 ldaps://ldap.example.com 或 ldap://ldap.example.com:389 的地址，不含路径。",
    "ldaps://ldap.example.com や ldap://ldap.example.com:389 のように、パスなしのアドレスを入力してください。",
  ],
  startTls: ["StartTLS", "启用 StartTLS", "StartTLS を使用"],
  startTlsHelp: [
    "Encrypts an ldap:// connection before anything is sent. The certificate is verified.",
    "在发送任何数据之前加密 ldap:// 连接，并验证服务器证书。",
    "ldap:// 接続を、何かを送信する前に暗号化します。証明書は検証されます。",
  ],
  authorities: ["Certificate authorities", "CA 证书", "認証局の証明書"],
  authoritiesHelp: [
    "PEM certificates used to verify the directory's certificate. Leave empty to use the authorities the system trusts.",
    "用于验证目录服务器证书的 PEM 证书，留空则使用系统信任的 CA。",
    "ディレクトリの証明書を検証する PEM 証明書。空欄の場合はシステムが信頼する認証局を使います。",
  ],
  bindDn: ["Bind DN", "绑定 DN", "バインド DN"],
  bindDnHelp: [
    "The entry Sallyport signs in as to search. It needs no right to write. Leave empty to search anonymously.",
    "用于查询目录的账号，无需写权限。留空则匿名查询。",
    "検索に使うエントリー。書き込み権限は不要です。空欄の場合は匿名で検索します。",
  ],
  bindPassword: ["Bind password", "绑定密码", "バインドパスワード"],
  passwordAgain: [
    "Enter the bind password again. The stored password is only sent to the server it was saved for, encrypted as it was then.",
    "请重新填写绑定密码：已保存的密码只会以当时的加密方式发送到当初填写的服务器。",
    "バインドパスワードをもう一度入力してください。保存済みのパスワードは、登録時のサーバーに登録時の暗号化方式でのみ送信されます。",
  ],
  searchOu: ["Search base", "用户 OU", "検索ベース"],
  searchOuHelp: [
    "Where people are, for example ou=people,dc=example,dc=com. Separate several with |.",
    "用户所在位置，例如 ou=people,dc=example,dc=com，多个用 | 分隔。",
    "ユーザーの場所（例：ou=people,dc=example,dc=com）。複数の場合は | で区切ります。",
  ],
  filter: ["User filter", "用户过滤器", "ユーザーフィルター"],
  filterHelp: [
    "%(user)s stands for the username, for example (uid=%(user)s) or (&(objectClass=user)(sAMAccountName=%(user)s)).",
    "%(user)s 代表用户名，例如 (uid=%(user)s) 或 (&(objectClass=user)(sAMAccountName=%(user)s))。",
    "%(user)s はユーザー名を表します（例：(uid=%(user)s)、(&(objectClass=user)(sAMAccountName=%(user)s))）。",
  ],
  filterInvalid: [
    "Enter an LDAP filter in parentheses with %(user)s where the username goes.",
    "请输入带括号的 LDAP 过滤器，并用 %(user)s 表示用户名的位置。",
    "括弧で囲んだ LDAP フィルターを入力し、ユーザー名の位置を %(user)s で示してください。",
  ],
  attributes: ["Attribute map", "属性映射", "属性マップ"],
  attributesHelp: [
    "User field to directory attribute. username, name and email are required; phone, comment, is_active (for example userAccountControl) and groups (for example memberOf) are optional.",
    "用户字段与目录属性的对应关系。username、name、email 必填；phone、comment、is_active（如 userAccountControl）和 groups（如 memberOf）可选。",
    "ユーザーの項目とディレクトリの属性の対応。username、name、email は必須、phone、comment、is_active（例：userAccountControl）、groups（例：memberOf）は任意です。",
  ],
  attributesMissing: [
    "Map username, name and email to attributes of the directory.",
    "请为 username、name、email 指定目录属性。",
    "username、name、email にディレクトリの属性を対応させてください。",
  ],
  attributesUnknown: [
    '"{name}" is not a user field. Known: {known}.',
    "“{name}”不是用户字段，可用字段：{known}。",
    "「{name}」はユーザーの項目ではありません。使用できる項目：{known}。",
  ],
  attributeName: [
    'The attribute of "{name}" must be a name such as mail or sAMAccountName.',
    "“{name}”对应的属性须为 mail、sAMAccountName 之类的名称。",
    "「{name}」の属性には mail や sAMAccountName のような名前を指定してください。",
  ],
  timeout: ["Time limit (seconds)", "超时时间（秒）", "制限時間（秒）"],
  timeoutHelp: [
    "How long the directory may take to connect and to answer. A sign-in waits no longer than this in all.",
    "连接目录并等待应答的最长时间。一次登录的总等待时间不超过此值。",
    "ディレクトリへの接続と応答を待つ時間。1 回のサインインの待ち時間は合計でこの値を超えません。",
  ],
  pageSize: ["Entries per page", "分页大小", "1 ページのエントリー数"],
  pageSizeHelp: [
    "How many entries are requested at a time. Active Directory answers at most 1,000.",
    "每次向目录请求的条目数，Active Directory 最多返回 1000 条。",
    "一度に要求するエントリー数。Active Directory が返すのは最大 1,000 件です。",
  ],
  nestedGroups: ["Nested groups", "嵌套组", "入れ子のグループ"],
  nestedGroupsHelp: [
    "Users also count as members of the groups that contain their groups.",
    "用户所在组的上级组也视为该用户的组。",
    "ユーザーのグループを含む上位グループにも所属しているものとして扱います。",
  ],
  existingOnly: ["Existing users only", "仅允许已有用户登录", "既存ユーザーのみ"],
  existingOnlyHelp: [
    "People who have not been imported cannot sign in.",
    "未导入的目录用户不能登录。",
    "インポートされていないユーザーはサインインできません。",
  ],
  orgs: ["Organizations", "导入到组织", "インポート先の組織"],
  orgsHelp: [
    "Imported users become members of these organizations.",
    "导入的用户将加入这些组织。",
    "インポートされたユーザーは、これらの組織のメンバーになります。",
  ],
  groups: ["User groups", "加入用户组", "追加先のユーザーグループ"],
  groupsHelp: [
    "Imported users also join these groups.",
    "导入的用户还会加入这些用户组。",
    "インポートされたユーザーは、これらのグループにも追加されます。",
  ],
  isPeriodic: ["Import on a schedule", "定时导入", "定期インポート"],
  isPeriodicHelp: [
    "Runs only while sign-in with LDAP is on.",
    "仅在启用 LDAP 登录时执行。",
    "LDAP でのサインインが有効な間だけ実行されます。",
  ],
  crontab: ["Schedule (cron)", "定时规则（Crontab）", "スケジュール（cron）"],
  crontabHelp: ["Takes precedence over the interval.", "优先于间隔时间。", "間隔よりも優先されます。"],
  crontabInvalid: [
    "Enter five cron fields that match at least one time, for example 0 3 * * *.",
    "请输入能够命中的五段 Crontab 表达式，例如 0 3 * * *。",
    "実行時刻のある 5 項目の cron 式を入力してください（例：0 3 * * *）。",
  ],
  interval: ["Interval (hours)", "间隔时间（小时）", "間隔（時間）"],
  intervalHelp: [
    "Used when no schedule is set",
    "未设置定时规则时使用",
    "スケジュールが未設定の場合に使用します",
  ],
  strict: ["Strict sync", "严格同步", "厳密な同期"],
  strictHelp: [
    "A scheduled import also removes users from AD groups they have left in the directory.",
    "定时导入时，若用户已不在目录的某个组中，也会将其移出对应的 AD 用户组。",
    "定期インポートの際、ディレクトリで抜けたグループに対応する AD グループからもユーザーを外します。",
  ],
  disableLeft: ["Disable users who left", "禁用已离开的用户", "いなくなったユーザーを無効化"],
  disableLeftHelp: [
    "A scheduled import disables imported users the directory no longer has. If that would be more than half, no one is disabled.",
    "定时导入会禁用目录中已不存在的导入用户；若将禁用超过一半的用户，则不禁用任何人。",
    "定期インポートの際、ディレクトリからいなくなったユーザーを無効にします。半数を超える場合は誰も無効にしません。",
  ],
});
