import { catalogue } from "../engine/i18n/messages.ts";

/** What automation says about targets, in logs and as the reason of a failure. */
export const text = catalogue("runner", {
  noAccount: [
    "{target} has no account to sign in with. Add an active account with a secret.",
    "{target} 没有可用于登录的账号，请添加一个带密文的启用账号。",
    "{target} にサインインできるアカウントがありません。シークレットのある有効なアカウントを追加してください。",
  ],
  passwordOnly: [
    "{target} requires a password, but account {account} has a key.",
    "{target} 要求密码，而账号 {account} 保存的是密钥。",
    "{target} はパスワードを求めますが、アカウント {account} には鍵が登録されています。",
  ],
  protocolUnsupported: [
    "{target} cannot be tested over {protocol}.",
    "无法通过 {protocol} 协议测试 {target}。",
    "{target} を {protocol} でテストすることはできません。",
  ],
  accountNotChecked: [
    "The service responds. This protocol cannot tell whether the account can sign in.",
    "服务有响应，但该协议无法确认账号能否登录。",
    "サービスは応答しました。このプロトコルではアカウントがサインインできるかは分かりません。",
  ],
  accountCannotBeChecked: [
    "{target} responds, but did not check the account, so the password could not be verified.",
    "{target} 有响应，但未校验账号，因此无法验证密码。",
    "{target} は応答しましたが、アカウントを確認していないため、パスワードを検証できませんでした。",
  ],
  answersAs: [
    "The target identifies itself as {version}",
    "目标返回的版本信息：{version}",
    "接続先のバージョン情報：{version}",
  ],
  statementsUnsupported: [
    "{target} cannot run statements over {protocol}.",
    "无法通过 {protocol} 协议在 {target} 上执行语句。",
    "{target} では {protocol} で文を実行できません。",
  ],
  statementRows: ["{count:row|rows}", "{count} 行", "{count} 行"],
  statementChanged: ["{count:row|rows} changed", "已更改 {count} 行", "{count} 行を変更しました"],
  statementDone: ["Done", "完成", "完了"],
  statementCut: [
    "{count:further row is|further rows are} not shown. Ask for fewer rows or columns.",
    "另有 {count} 行未显示，请减少查询的行或列。",
    "ほかの {count} 行は表示していません。行や列を絞ってください。",
  ],
  commandRefused: [
    "{target} accepted the sign-in but refused to run commands.",
    "{target} 已接受登录，但拒绝执行命令。",
    "{target} はサインインを受け付けましたが、コマンドの実行を拒否しました。",
  ],
  sftpRefused: [
    "{target} accepted the sign-in but offers no file transfer.",
    "{target} 已接受登录，但未提供文件传输服务。",
    "{target} はサインインを受け付けましたが、ファイル転送を提供していません。",
  ],
  commandFailed: [
    "{target} accepted the sign-in, but its shell did not respond as expected (status {status}): {shown}",
    "{target} 已接受登录，但其 Shell 未正常响应（状态 {status}）：{shown}",
    "{target} はサインインを受け付けましたが、シェルが正しく応答しませんでした（状態 {status}）：{shown}",
  ],
  hungUp: [
    "{target} closed the connection unexpectedly.",
    "{target} 意外断开了连接。",
    "{target} が予期せず接続を閉じました。",
  ],
  wrongProtocol: [
    "{target} does not speak the expected protocol. Check the port.",
    "{target} 使用的不是预期的协议，请检查端口。",
    "{target} は想定したプロトコルに対応していません。ポートを確認してください。",
  ],
  databaseUnknown: [
    "This account cannot open the database {database} on {target}, or the database does not exist.",
    "{target} 不允许该账号访问数据库 {database}，或该数据库不存在。",
    "このアカウントは {target} のデータベース {database} を開けないか、データベースが存在しません。",
  ],
  databaseFailed: [
    "{target} returned an error: {shown}",
    "{target} 返回错误：{shown}",
    "{target} がエラーを返しました：{shown}",
  ],
  serviceNameInvalid: [
    "{name} is not a valid Oracle service name. Check the database of the asset.",
    "{name} 不是有效的 Oracle 服务名，请检查资产的数据库名。",
    "{name} は Oracle のサービス名として使用できません。アセットのデータベース名を確認してください。",
  ],
  certificateInvalid: [
    "The certificate of {target} is not trusted ({reason}). Add its CA certificate to the asset, or allow invalid certificates.",
    "{target} 的证书不受信任（{reason}）。请为资产添加其 CA 证书，或允许无效证书。",
    "{target} の証明書は信頼されていません（{reason}）。アセットに認証局の証明書を追加するか、無効な証明書を許可してください。",
  ],
  certificatesUnreadable: [
    "The certificates or key stored for {target} cannot be read. Upload them again.",
    "无法读取为 {target} 保存的证书或密钥，请重新上传。",
    "{target} に登録された証明書または鍵を読み込めません。登録し直してください。",
  ],
  tlsFailed: [
    "TLS negotiation with {target} failed. Check the port and whether the service uses TLS.",
    "与 {target} 协商 TLS 失败，请检查端口以及其是否启用 TLS。",
    "{target} との TLS の確立に失敗しました。ポートと TLS の使用を確認してください。",
  ],
  tlsNotOffered: [
    "{target} does not offer TLS, which the asset requires. No credentials were sent.",
    "{target} 未提供资产所要求的 TLS，未发送任何凭据。",
    "{target} はアセットで必須の TLS を提供していません。認証情報は送信していません。",
  ],
  sentElsewhere: [
    "{target} redirected to another server. Sallyport does not follow such redirects.",
    "{target} 重定向到其他服务器，Sallyport 不会跟随。",
    "{target} が別のサーバーへリダイレクトしました。Sallyport はこれに従いません。",
  ],
  notHttp: [
    "{target} does not respond to HTTP. Check its address and port.",
    "{target} 未通过 HTTP 响应，请检查地址和端口。",
    "{target} は HTTP で応答しません。アドレスとポートを確認してください。",
  ],
  httpStatus: [
    "The target responded with status {status}.",
    "目标返回状态码 {status}。",
    "接続先はステータス {status} を返しました。",
  ],
  httpFailed: [
    "{target} responded with status {status}.",
    "{target} 返回状态码 {status}。",
    "{target} がステータス {status} を返しました。",
  ],
  httpsNeeded: [
    "The address of {target} must start with https://, because a token is sent.",
    "由于需要发送令牌，{target} 的地址必须以 https:// 开头。",
    "トークンを送信するため、{target} のアドレスは https:// で始まる必要があります。",
  ],
  addressInvalid: [
    "The address of {target} is not a valid URL.",
    "{target} 的地址不是有效的网址。",
    "{target} のアドレスは有効な Web アドレスではありません。",
  ],
  addressRefused: [
    "{target} points to an address that only the machine itself can use, so Sallyport does not connect to it.",
    "{target} 指向仅供主机自身使用的地址，Sallyport 不会连接。",
    "{target} はそのマシン自身だけが使えるアドレスを指しているため、接続しません。",
  ],
  notWinrm: [
    "{target} does not respond as Windows Remote Management (status {status}).",
    "{target} 未以 Windows 远程管理（WinRM）方式响应（状态 {status}）。",
    "{target} は Windows リモート管理として応答しません（ステータス {status}）。",
  ],
  winrmMethods: [
    "{target} offers no sign-in that can be used (it offers: {methods}). Allow Negotiate (NTLM) in its WinRM service, or Basic over HTTPS.",
    "{target} 未提供可用的登录方式（提供：{methods}）。请在其 WinRM 服务中允许 Negotiate（NTLM），或在 HTTPS 下允许 Basic。",
    "{target} は利用できる認証方式を提供していません（提供：{methods}）。WinRM サービスで Negotiate（NTLM）を許可するか、HTTPS で Basic を許可してください。",
  ],
  winrmRefused: [
    "{target} rejected account {account}. Check the username and the password, and that the account is in Administrators or Remote Management Users there.",
    "{target} 拒绝账号 {account}，请检查用户名和密码，以及该账号是否属于其 Administrators 或 Remote Management Users 组。",
    "{target} がアカウント {account} を受け付けませんでした。ユーザー名とパスワード、および Administrators または Remote Management Users グループに属しているかを確認してください。",
  ],
  winrmDenied: [
    "{target} accepted the sign-in, but the account may not use Windows Remote Management: {shown}",
    "{target} 已接受登录，但该账号无权使用 Windows 远程管理（WinRM）：{shown}",
    "{target} はサインインを受け付けましたが、このアカウントは Windows リモート管理を使用できません：{shown}",
  ],
  ntlmWeak: [
    "{target} does not support NTLMv2 with signing, encryption and 128-bit keys. No credentials were sent.",
    "{target} 不支持带签名、加密和 128 位密钥的 NTLMv2，未发送任何凭据。",
    "{target} は署名、暗号化、128 ビット鍵を備えた NTLMv2 に対応していません。認証情報は送信していません。",
  ],
  ntlmForged: [
    "A response of {target} was not encrypted and signed as negotiated. It may have been changed on the way.",
    "{target} 的响应未按协商加密和签名，可能在传输途中被篡改。",
    "{target} の応答が、ネゴシエートしたとおりに暗号化・署名されていません。途中で改ざんされた可能性があります。",
  ],
  vncOpen: [
    "This VNC server accepts connections without a password.",
    "该 VNC 服务无需密码即可访问。",
    "この VNC サーバーはパスワードなしで接続できます。",
  ],
  vncOtherSecurity: [
    "This VNC server does not offer VNC passwords (it offers types {kinds}).",
    "该 VNC 服务不支持 VNC 密码认证（提供的类型：{kinds}）。",
    "この VNC サーバーは VNC パスワード認証に対応していません（提供される種類：{kinds}）。",
  ],
  serviceRefused: ["{target} refused: {shown}", "{target} 拒绝：{shown}", "{target} が拒否しました：{shown}"],
  rdpPlain: [
    "The remote desktop uses standard RDP security.",
    "远程桌面使用标准 RDP 安全层。",
    "リモートデスクトップは RDP 標準のセキュリティを使用します。",
  ],
  rdpTls: ["The remote desktop uses TLS.", "远程桌面使用 TLS。", "リモートデスクトップは TLS を使用します。"],
  rdpNla: [
    "The remote desktop requires Network Level Authentication (NLA).",
    "远程桌面要求网络级身份验证（NLA）。",
    "リモートデスクトップはネットワークレベル認証を要求します。",
  ],
  rdpRefused: [
    "{target} rejected the RDP security mode (code {code}). Check the RDP security setting of the platform.",
    "{target} 拒绝所选的安全方式（代码 {code}），请检查平台的 RDP 安全设置。",
    "{target} は指定されたセキュリティを拒否しました（コード {code}）。プラットフォームの RDP セキュリティ設定を確認してください。",
  ],
  gatewayForwards: [
    "The gateway accepted the sign-in and forwards connections (tested with its port {port}).",
    "网关已接受登录，并可转发连接（已用其 {port} 端口测试）。",
    "ゲートウェイはサインインを受け付け、接続を転送できます（ポート {port} で確認）。",
  ],
  factsUnsupported: [
    "Hardware information of {target} cannot be read over {protocol}. Use SSH, or WinRM for Windows.",
    "无法通过 {protocol} 读取 {target} 的硬件信息，请使用 SSH，Windows 也可使用 WinRM。",
    "{target} のハードウェア情報は {protocol} では取得できません。SSH（Windows の場合は WinRM も可）を使用してください。",
  ],
  accountsUnsupported: [
    "Accounts of {target} cannot be discovered over {protocol}. This needs SSH to a Unix-like system, SSH or WinRM to Windows, or a database of MySQL, MariaDB, PostgreSQL, Oracle or MongoDB.",
    "无法通过 {protocol} 发现 {target} 上的账号，仅支持通过 SSH 访问的类 Unix 系统、通过 SSH 或 WinRM 访问的 Windows，以及 MySQL、MariaDB、PostgreSQL、Oracle 和 MongoDB 数据库。",
    "{target} のアカウントは {protocol} では検出できません。SSH で接続する POSIX システム、SSH か WinRM で接続する Windows、または MySQL、MariaDB、PostgreSQL、Oracle、MongoDB のデータベースが必要です。",
  ],
  noAccounts: [
    "{target} accepted the sign-in but returned no accounts: {shown}",
    "{target} 已接受登录，但未返回任何账号：{shown}",
    "{target} はサインインを受け付けましたが、アカウントを返しませんでした：{shown}",
  ],
  noFacts: [
    "{target} accepted the sign-in but returned no hardware information: {shown}",
    "{target} 已接受登录，但未返回任何硬件信息：{shown}",
    "{target} はサインインを受け付けましたが、ハードウェア情報を返しませんでした：{shown}",
  ],
  changeUnsupported: [
    "Secrets on {target} cannot be changed over {protocol}.",
    "无法通过 {protocol} 修改 {target} 上的密文。",
    "{target} のシークレットは {protocol} では変更できません。",
  ],
  changeRefused: [
    "{target} refused the change: {shown}",
    "{target} 拒绝了修改：{shown}",
    "{target} が変更を拒否しました：{shown}",
  ],
  changeUnclear: [
    "It is not known whether {target} made the change: {shown}",
    "无法确定 {target} 是否已完成修改：{shown}",
    "{target} が変更を行ったかどうか分かりません：{shown}",
  ],
  accountMissing: [
    "There is no account {account} on {target}.",
    "{target} 上不存在账号 {account}。",
    "{target} にアカウント {account} はありません。",
  ],
  nameInvalid: [
    "{target} cannot have an account named {account}.",
    "{target} 不允许使用账号名 {account}。",
    "{target} ではアカウント名 {account} を使えません。",
  ],
  passwordsOnly: [
    "Only passwords can be changed on {target}, not keys.",
    "{target} 仅支持修改密码，不支持密钥。",
    "{target} で変更できるのはパスワードだけで、鍵は変更できません。",
  ],
  passwordLong: [
    "{target} takes passwords of at most {longest} characters.",
    "{target} 的密码最长为 {longest} 个字符。",
    "{target} のパスワードは {longest} 文字までです。",
  ],
  passwordOdd: [
    "A password for {target} must not be empty or contain a line break.",
    "{target} 的密码不能为空，也不能包含换行。",
    "{target} のパスワードは空にできず、改行も含められません。",
  ],
  passwordQuoted: [
    "A password for {target} must not contain a quotation mark.",
    "{target} 的密码不能包含双引号。",
    "{target} のパスワードに二重引用符は使えません。",
  ],
  noPasswordTool: [
    "{target} has no program to change this: chpasswd, pw or useradd is needed.",
    "{target} 缺少执行此修改的程序，需要 chpasswd、pw 或 useradd。",
    "{target} に変更用のプログラムがありません。chpasswd、pw または useradd が必要です。",
  ],
  notKept: [
    "{target} took the password but could not save it to a file: when it restarts, the former one counts again.",
    "{target} 已接受密码，但未能保存到文件，重启后将恢复为原密码。",
    "{target} はパスワードを受け付けましたが、ファイルに保存できませんでした。再起動すると以前のものに戻ります。",
  ],
  keyUnreadable: [
    "The new private key cannot be read.",
    "无法读取新的私钥。",
    "新しい秘密鍵を読み込めません。",
  ],
  passwordOnDevice: [
    "A password for {target} must not contain spaces or question marks.",
    "{target} 的密码不能包含空格或问号。",
    "{target} のパスワードに空白や疑問符は使えません。",
  ],
  noCommands: [
    "The platform of {target} has no commands that change a password. Enter them in its automation settings.",
    "{target} 所属平台未配置修改密码的命令，请在其自动化设置中填写。",
    "{target} のプラットフォームにパスワードを変更するコマンドがありません。自動化の設定で入力してください。",
  ],
});
