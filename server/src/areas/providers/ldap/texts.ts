import { catalogue, type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { LdapProblem } from "./ldap-failure.ts";

/** What is said of the directory. */
export const text = catalogue("ldap", {
  unreachable: [
    "Could not reach the directory server. Check its address and the network. ({said})",
    "无法连接目录服务器，请检查地址和网络。（{said}）",
    "ディレクトリサーバーに接続できません。アドレスとネットワークを確認してください。（{said}）",
  ],
  timeout: [
    "The directory server did not respond in time. Check its address, or raise the time limit.",
    "目录服务器未在规定时间内应答，请检查地址，或调大超时时间。",
    "ディレクトリサーバーが時間内に応答しませんでした。アドレスを確認するか、制限時間を延ばしてください。",
  ],
  certificate: [
    "The directory server's certificate is not trusted. Enter its certificate authority, and an address the certificate names. ({said})",
    "目录服务器的证书不受信任。请填写其 CA 证书，并使用证书中的地址。（{said}）",
    "ディレクトリサーバーの証明書が信頼されていません。認証局の証明書と、証明書に記載されたアドレスを指定してください。（{said}）",
  ],
  protocol: [
    "The server at this address does not accept this type of LDAP connection. Check ldap:// or ldaps://, the port and StartTLS. ({said})",
    "该地址的服务不支持此种 LDAP 连接方式，请检查 ldap:// 或 ldaps://、端口及 StartTLS。（{said}）",
    "このアドレスの応答は、この方式の LDAP ではありません。ldap:// か ldaps:// か、ポート、StartTLS を確認してください。（{said}）",
  ],
  credentials: [
    "The directory rejected the bind DN or its password. ({said})",
    "目录拒绝了绑定 DN 或密码。（{said}）",
    "ディレクトリがバインド DN またはパスワードを拒否しました。（{said}）",
  ],
  encryption: [
    "The directory server requires an encrypted connection. Use ldaps:// or turn on StartTLS. ({said})",
    "目录服务器要求加密连接，请使用 ldaps:// 或启用 StartTLS。（{said}）",
    "ディレクトリサーバーは暗号化された接続を要求しています。ldaps:// を使うか、StartTLS を有効にしてください。（{said}）",
  ],
  missing: [
    "The directory has no entry at the search base. Check the search base. ({said})",
    "目录中不存在该用户 OU，请检查。（{said}）",
    "検索ベースのエントリーがディレクトリにありません。検索ベースを確認してください。（{said}）",
  ],
  filter: [
    "The user filter is not valid: {said}",
    "用户过滤器无效：{said}",
    "ユーザーフィルターが正しくありません：{said}",
  ],
  referral: [
    "The directory refers to another server. Referrals are not followed: enter the server that has the entries. ({said})",
    "目录将请求指向了其他服务器。系统不跟随引用，请填写实际存放条目的服务器。（{said}）",
    "ディレクトリが別のサーバーを参照しています。参照はたどりません。エントリーのあるサーバーを指定してください。（{said}）",
  ],
  limit: [
    "The directory server did not return all entries because of a limit of its own. Lower the entries per page, or raise the limit for the bind DN on the server. ({said})",
    "目录服务器因自身限制未返回全部条目。请减小分页大小，或在服务器上调高该绑定 DN 的限制。（{said}）",
    "ディレクトリサーバー側の制限により、すべてのエントリーは返されませんでした。1 ページのエントリー数を減らすか、サーバーでバインド DN の制限を緩めてください。（{said}）",
  ],
  refused: [
    "The directory refused the request: {said}",
    "目录拒绝了请求：{said}",
    "ディレクトリが要求を拒否しました：{said}",
  ],
  baseEmpty: [
    'No user matches the filter below "{base}". Check the search base and the filter.',
    "“{base}”下没有符合过滤器的用户，请检查用户 OU 和过滤器。",
    "「{base}」の下に、フィルターに一致するユーザーがいません。検索ベースとフィルターを確認してください。",
  ],
  noBase: ["Enter a search base.", "请填写用户 OU。", "検索ベースを入力してください。"],
  matched: [
    "Connected. {users:user matches|users match} the filter.",
    "连接成功，共匹配 {users} 个用户。",
    "接続しました。{users} 人のユーザーが一致しました。",
  ],
  matchedOff: [
    "Connected. {users:user matches|users match} the filter. Sign-in with LDAP is still off.",
    "连接成功，共匹配 {users} 个用户。LDAP 登录尚未启用。",
    "接続しました。{users} 人のユーザーが一致しました。LDAP でのサインインはまだ無効です。",
  ],
  wrongField: ["{field}: {problem}", "{field}：{problem}", "{field}：{problem}"],
  checkLost: [
    "The test ended without a result. Test again.",
    "测试未得出结果就已结束，请重新测试。",
    "テストが結果を出さずに終わりました。もう一度テストしてください。",
  ],
  loginWorks: [
    "The password is right: {username} can sign in, as {dn}.",
    "密码正确：{username} 可以登录，对应条目 {dn}。",
    "パスワードは正しく、{username} は {dn} としてサインインできます。",
  ],
  loginDisabled: [
    "The password is right, but the directory says that {username} is disabled.",
    "密码正确，但目录显示 {username} 已禁用。",
    "パスワードは正しいですが、ディレクトリでは {username} が無効になっています。",
  ],
  loginUnknown: [
    'No single entry matches the username "{username}". Check the username, the search base and the filter.',
    "没有唯一匹配用户名“{username}”的条目，请检查用户名、用户 OU 和过滤器。",
    "ユーザー名「{username}」に一致するエントリーが 1 件に定まりません。ユーザー名、検索ベース、フィルターを確認してください。",
  ],
  loginWrong: [
    "The directory knows {dn} but rejected the password. ({said})",
    "目录中存在 {dn}，但密码不正确。（{said}）",
    "{dn} はディレクトリにありますが、パスワードが拒否されました。（{said}）",
  ],
  passwordEmpty: [
    "Enter the password. Directories accept anyone with an empty password.",
    "请输入密码。若密码为空，目录会放行任何人。",
    "パスワードを入力してください。空のパスワードでは、ディレクトリは誰でも受け入れてしまいます。",
  ],
  username: ["Username", "用户名", "ユーザー名"],
  password: ["Password", "密码", "パスワード"],
  name: ["Name", "姓名", "名前"],
  email: ["Email", "邮箱", "メールアドレス"],
  groups: ["Groups", "用户组", "グループ"],
  existing: ["Already a user", "已是用户", "登録済みユーザー"],
  people: ["Users", "用户", "ユーザー"],
  organizations: ["Organizations", "组织", "組織"],
  userGroups: ["User groups", "用户组", "ユーザーグループ"],
  directory: ["LDAP directory", "LDAP 目录", "LDAP ディレクトリ"],
  dateRead: ["Read on", "读取时间", "読み込み日時"],
  nextRuns: ["Next imports", "下次导入时间", "次回のインポート"],
  reading: [
    "Reading users from the directory. Try again in a moment.",
    "正在从目录读取用户，请稍后再试。",
    "ディレクトリからユーザーを読み込んでいます。しばらくしてから再試行してください。",
  ],
  refreshLost: [
    "Reading the directory was interrupted. Refresh to start again.",
    "读取目录时中断，请刷新后重试。",
    "ディレクトリの読み込みが中断されました。更新してやり直してください。",
  ],
  nobodyChosen: [
    "None of the chosen users is in the directory. Refresh the list.",
    "所选用户均不在目录中，请刷新列表。",
    "選択したユーザーはディレクトリにいません。一覧を更新してください。",
  ],
  unknownOrganization: [
    "One of these organizations does not exist.",
    "所选组织不存在。",
    "指定した組織が存在しません。",
  ],
  imported: [
    "{users:user|users} imported into {organizations}.",
    "已将 {users} 个用户导入到 {organizations}。",
    "{users} 人のユーザーを {organizations} にインポートしました。",
  ],
  notAll: [
    "Some users could not be imported.",
    "部分用户未能导入。",
    "一部のユーザーをインポートできませんでした。",
  ],
  importTask: ["Import users from LDAP", "从 LDAP 导入用户", "LDAP からのユーザーのインポート"],
  notWritten: [
    "Could not be saved. The server's log has the reason.",
    "无法保存，原因见服务器日志。",
    "保存できませんでした。理由はサーバーのログにあります。",
  ],
  taskOff: [
    "Sign-in with LDAP is off: nothing was imported.",
    "LDAP 登录未启用，未导入任何用户。",
    "LDAP でのサインインが無効のため、インポートしませんでした。",
  ],
  taskRead: [
    "{people:user|users} read from the directory.",
    "已从目录读取 {people} 个用户。",
    "ディレクトリから {people} 人のユーザーを読み込みました。",
  ],
  taskDone: [
    "{created:user|users} created, {changed} updated, {unchanged} unchanged.",
    "新建 {created} 个用户，更新 {changed} 个，{unchanged} 个无变化。",
    "{created} 人を作成、{changed} 人を更新、{unchanged} 人は変更なし。",
  ],
  taskLeft: [
    "{users:user|users} disabled: the directory no longer has them.",
    "已禁用 {users} 个用户：目录中已不存在。",
    "ディレクトリからいなくなった {users} 人のユーザーを無効にしました。",
  ],
  taskTooMany: [
    "The directory no longer has {users:user|users}, more than half of those imported. No one was disabled: check the search base and the filter.",
    "目录中已不存在 {users} 个用户，超过已导入用户的一半，因此未禁用任何人。请检查用户 OU 和过滤器。",
    "ディレクトリからいなくなったユーザーは {users} 人で、インポート済みの半数を超えるため、誰も無効にしませんでした。検索ベースとフィルターを確認してください。",
  ],
  inUse: ["Scheduled directory imports", "目录定时导入", "ディレクトリの定期インポート"],
  passwordExpired: [
    "Your directory password has expired. Change it on a computer joined to Active Directory, then sign in again.",
    "您的域密码已过期，请在加入域的电脑上修改密码后重新登录。",
    "ディレクトリのパスワードの有効期限が切れています。ドメインのコンピューターで変更してから、もう一度サインインしてください。",
  ],
  passwordMustChange: [
    "Your directory password must be changed before you can sign in. Change it on a computer joined to Active Directory.",
    "您必须先修改域密码才能登录，请在加入域的电脑上修改。",
    "サインインする前に、ディレクトリのパスワードを変更する必要があります。ドメインのコンピューターで変更してください。",
  ],
  accountDisabled: [
    "Your account is disabled in the directory. Ask its administrator.",
    "您的账号已在目录中禁用，请联系目录管理员。",
    "ディレクトリでアカウントが無効になっています。ディレクトリの管理者に連絡してください。",
  ],
  accountExpired: [
    "Your account has expired in the directory. Ask its administrator.",
    "您的账号在目录中已过期，请联系目录管理员。",
    "ディレクトリでアカウントの有効期限が切れています。ディレクトリの管理者に連絡してください。",
  ],
  accountLocked: [
    "The account is locked in the directory.",
    "该账号已在目录中锁定。",
    "アカウントがディレクトリでロックされています。",
  ],
  away: [
    "Could not sign in: wrong username or password, or the directory is unavailable. Try again later.",
    "无法登录：用户名或密码错误，或目录服务器暂不可用，请稍后重试。",
    "サインインできません。ユーザー名かパスワードが違うか、ディレクトリに問い合わせできませんでした。しばらくしてから再試行してください。",
  ],
});

/** What people are told of a failure, with the server's own words where they help. */
export const failureMessage = ({
  problem,
  said,
}: {
  readonly problem: LdapProblem;
  readonly said: string;
}): Message => withParameters(text[problem], { said });
