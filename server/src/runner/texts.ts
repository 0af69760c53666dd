import { catalogue } from "../engine/i18n/messages.ts";

/** What automation says about targets, in logs and as the reason of a failure. */
export const text = catalogue("runner", {
  noAccount: [
    "{target} has no account to sign in with. Add an active account.",
    "{target} 没有可用于登录的账号，请添加一个启用的账号。",
    "{target} にサインインできるアカウントがありません。有効なアカウントを追加してください。",
  ],
  passwordOnly: [
    "{target} asks for a password, but account {account} has a key.",
    "{target} 要求密码，而账号 {account} 保存的是密钥。",
    "{target} はパスワードを求めますが、アカウント {account} には鍵が登録されています。",
  ],
  protocolUnsupported: [
    "{target} cannot be tested by {protocol}.",
    "无法通过 {protocol} 协议测试 {target}。",
    "{target} を {protocol} でテストすることはできません。",
  ],
  accountNotChecked: [
    "The service answers. This protocol does not show whether the account can sign in.",
    "服务有响应，但该协议无法确认账号能否登录。",
    "サービスは応答しました。このプロトコルではアカウントがサインインできるかは分かりません。",
  ],
  accountCannotBeChecked: [
    "{target} answers, but has not checked the account: whether its password is right cannot be told this way.",
    "{target} 有响应，但未校验账号，无法据此确认密码是否正确。",
    "{target} は応答しましたが、アカウントを確認していません。この方法ではパスワードの正しさは判断できません。",
  ],
  answersAs: [
    "The target says it is: {version}",
    "目标返回的版本信息：{version}",
    "接続先のバージョン情報: {version}",
  ],
  commandRefused: [
    "{target} accepted the sign-in but refused to run anything.",
    "{target} 已接受登录，但拒绝执行命令。",
    "{target} はサインインを受け付けましたが、コマンドの実行を拒否しました。",
  ],
  sftpRefused: [
    "{target} accepted the sign-in but offers no file transfer.",
    "{target} 已接受登录，但未提供文件传输服务。",
    "{target} はサインインを受け付けましたが、ファイル転送を提供していません。",
  ],
  commandFailed: [
    "{target} accepted the sign-in, but its shell did not answer as one (status {status}): {shown}",
    "{target} 已接受登录，但其 Shell 未正常响应（状态 {status}）：{shown}",
    "{target} はサインインを受け付けましたが、シェルが正しく応答しませんでした（状態 {status}）: {shown}",
  ],
  hungUp: [
    "{target} hung up in the middle of the conversation.",
    "{target} 在通信过程中断开了连接。",
    "{target} が通信の途中で切断しました。",
  ],
  wrongProtocol: [
    "{target} does not speak the expected protocol. Check the port.",
    "{target} 使用的不是预期的协议，请检查端口。",
    "{target} は想定したプロトコルに対応していません。ポートを確認してください。",
  ],
  databaseUnknown: [
    "{target} does not let this account into the database {database}.",
    "{target} 不允许该账号访问数据库 {database}，或该数据库不存在。",
    "{target} ではこのアカウントでデータベース {database} を開けません。",
  ],
  databaseFailed: [
    "{target} answered with an error: {shown}",
    "{target} 返回错误：{shown}",
    "{target} がエラーを返しました: {shown}",
  ],
  serviceNameInvalid: [
    "{name} cannot be the service name of an Oracle database. Check the database of the asset.",
    "{name} 不是有效的 Oracle 服务名，请检查资产的数据库名。",
    "{name} は Oracle のサービス名として使用できません。アセットのデータベース名を確認してください。",
  ],
  certificateInvalid: [
    "The certificate of {target} is not trusted ({reason}). Add its authority to the asset, or allow invalid certificates there.",
    "{target} 的证书不受信任（{reason}）。请为资产添加其 CA 证书，或允许无效证书。",
    "{target} の証明書は信頼されていません（{reason}）。アセットに認証局の証明書を追加するか、無効な証明書を許可してください。",
  ],
  certificatesUnreadable: [
    "The certificates or the key stored for {target} cannot be read. Store them again.",
    "无法读取为 {target} 保存的证书或密钥，请重新保存。",
    "{target} に登録された証明書または鍵を読み込めません。登録し直してください。",
  ],
  tlsFailed: [
    "{target} could not agree on TLS. Check its port and whether it uses TLS.",
    "与 {target} 协商 TLS 失败，请检查端口以及其是否启用 TLS。",
    "{target} との TLS の確立に失敗しました。ポートと TLS の使用を確認してください。",
  ],
  tlsNotOffered: [
    "{target} offers no TLS, which the asset asks for. Nothing was sent.",
    "{target} 未提供资产所要求的 TLS，未发送任何凭据。",
    "{target} はアセットが要求する TLS を提供していません。何も送信していません。",
  ],
  sentElsewhere: [
    "{target} sends its clients to another server, which is not followed.",
    "{target} 将客户端重定向到其他服务器，已拒绝跟随。",
    "{target} は別のサーバーへ誘導しましたが、従いません。",
  ],
  notHttp: [
    "{target} does not answer by HTTP. Check its address and port.",
    "{target} 未通过 HTTP 响应，请检查地址和端口。",
    "{target} は HTTP で応答しません。アドレスとポートを確認してください。",
  ],
  httpStatus: [
    "The target answered with status {status}.",
    "目标返回状态码 {status}。",
    "接続先はステータス {status} を返しました。",
  ],
  httpFailed: [
    "{target} answered with status {status}.",
    "{target} 返回状态码 {status}。",
    "{target} がステータス {status} を返しました。",
  ],
  httpsNeeded: [
    "The address of {target} must begin with https://, because a token is sent.",
    "由于需要发送令牌，{target} 的地址必须以 https:// 开头。",
    "トークンを送信するため、{target} のアドレスは https:// で始まる必要があります。",
  ],
  addressInvalid: [
    "The address of {target} is no web address.",
    "{target} 的地址不是有效的网址。",
    "{target} のアドレスは有効な Web アドレスではありません。",
  ],
  addressRefused: [
    "{target} leads to an address that only a machine itself may ask, so it is not asked.",
    "{target} 指向仅供主机自身访问的地址，已拒绝访问。",
    "{target} はそのマシン自身だけが利用するアドレスを指しているため、接続しません。",
  ],
  notWinrm: [
    "{target} does not answer as Windows Remote Management (status {status}).",
    "{target} 未以 Windows 远程管理（WinRM）方式响应（状态 {status}）。",
    "{target} は Windows リモート管理として応答しません（ステータス {status}）。",
  ],
  vncOpen: [
    "The VNC server lets anybody in without a password.",
    "该 VNC 服务无需密码即可访问。",
    "この VNC サーバーはパスワードなしで接続できます。",
  ],
  vncOtherSecurity: [
    "The VNC server offers other kinds of sign-in than a VNC password (types {kinds}).",
    "该 VNC 服务提供的不是 VNC 密码认证（类型 {kinds}）。",
    "この VNC サーバーは VNC パスワード以外の認証を提供しています（種類 {kinds}）。",
  ],
  serviceRefused: ["{target} refused: {shown}", "{target} 拒绝：{shown}", "{target} が拒否しました: {shown}"],
  rdpPlain: [
    "The remote desktop uses the security of RDP itself.",
    "远程桌面使用 RDP 自身的安全层。",
    "リモートデスクトップは RDP 標準のセキュリティを使用します。",
  ],
  rdpTls: ["The remote desktop uses TLS.", "远程桌面使用 TLS。", "リモートデスクトップは TLS を使用します。"],
  rdpNla: [
    "The remote desktop asks for network level authentication.",
    "远程桌面要求网络级身份验证（NLA）。",
    "リモートデスクトップはネットワークレベル認証を要求します。",
  ],
  rdpRefused: [
    "{target} refuses the security chosen for it (code {code}). Check the security of RDP on the platform.",
    "{target} 拒绝所选的安全方式（代码 {code}），请检查平台的 RDP 安全设置。",
    "{target} は指定されたセキュリティを拒否しました（コード {code}）。プラットフォームの RDP セキュリティ設定を確認してください。",
  ],
  gatewayForwards: [
    "The gateway accepted the sign-in and forwards to its own port {port}.",
    "网关已接受登录，并可转发到自身的 {port} 端口。",
    "ゲートウェイはサインインを受け付け、自身のポート {port} へ転送できます。",
  ],
  factsUnsupported: [
    "What {target} is cannot be read over {protocol}. SSH is needed.",
    "无法通过 {protocol} 获取 {target} 的硬件信息，需要 SSH。",
    "{target} の情報は {protocol} では取得できません。SSH が必要です。",
  ],
  accountsUnsupported: [
    "Accounts of {target} cannot be discovered over {protocol}. It takes SSH to a POSIX system.",
    "无法通过 {protocol} 收集 {target} 上的账号，仅支持通过 SSH 访问的类 Unix 系统。",
    "{target} のアカウントは {protocol} では収集できません。SSH で接続する POSIX システムが必要です。",
  ],
  noAccounts: [
    "{target} accepted the sign-in, but told no account: {shown}",
    "{target} 已接受登录，但未返回任何账号：{shown}",
    "{target} はサインインを受け付けましたが、アカウントを返しませんでした: {shown}",
  ],
  noFacts: [
    "{target} accepted the sign-in, but told nothing about itself: {shown}",
    "{target} 已接受登录，但未返回任何硬件信息：{shown}",
    "{target} はサインインを受け付けましたが、情報を返しませんでした: {shown}",
  ],
});
