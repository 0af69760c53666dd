import { catalogue } from "../../engine/i18n/messages.ts";

/** Why a target cannot be reached or signed in to. */
export const text = catalogue("targets", {
  atGateway: ["Gateway {gateway}: {reason}", "网关 {gateway}：{reason}", "ゲートウェイ {gateway}: {reason}"],
  refused: [
    "{target} refused the connection. Check that the service is running and the port is correct.",
    "{target} 拒绝连接，请检查其服务是否运行以及端口是否正确。",
    "{target} が接続を拒否しました。サービスの稼働とポート番号を確認してください。",
  ],
  unreachable: [
    "{target} cannot be reached from the gateway. Check its address and the network.",
    "网关无法访问 {target}，请检查地址和网络。",
    "ゲートウェイから {target} に到達できません。アドレスとネットワークを確認してください。",
  ],
  unknownHost: [
    "The hostname of {target} could not be resolved. Check the address of the asset.",
    "无法解析 {target} 的主机名，请检查资产地址。",
    "{target} のホスト名を解決できません。アセットのアドレスを確認してください。",
  ],
  timeout: [
    "{target} did not respond within {seconds:second|seconds}. Check its address, its service and firewalls.",
    "{target} 在 {seconds} 秒内无响应，请检查地址、服务和防火墙。",
    "{target} が {seconds} 秒以内に応答しませんでした。アドレス、サービス、ファイアウォールを確認してください。",
  ],
  stopped: [
    "The connection to {target} was canceled.",
    "连接 {target} 的尝试已被中止。",
    "{target} への接続は中止されました。",
  ],
  misbehaved: [
    "{target} sent more data than allowed. The connection was closed.",
    "{target} 发送的数据超出允许范围，连接已关闭。",
    "{target} が許可量を超えるデータを送信したため、接続を閉じました。",
  ],
  forwardingRefused: [
    "TCP forwarding is not allowed. Turn it on in the SSH service.",
    "不允许 TCP 转发，请在其 SSH 服务中启用。",
    "TCP 転送が許可されていません。SSH サービスで有効にしてください。",
  ],
  unreachableThrough: [
    "{target} cannot be reached from there. Check its address and that the service is running.",
    "无法从该处访问 {target}，请检查地址以及服务是否运行。",
    "そこから {target} に到達できません。アドレスとサービスの稼働を確認してください。",
  ],
  notSsh: [
    "{target} does not speak SSH, or closed the connection during setup.",
    "{target} 未使用 SSH 协议，或在建立连接时中断。",
    "{target} は SSH に対応していないか、接続処理中に切断されました。",
  ],
  noCommonAlgorithm: [
    "{target} offers no SSH algorithm that is allowed here. Update its SSH service.",
    "{target} 未提供此处允许的 SSH 算法，请升级其 SSH 服务。",
    "{target} は許可されていない SSH アルゴリズムしか提供していません。SSH サービスを更新してください。",
  ],
  authenticationFailed: [
    "{target} rejected account {account}. Check the username and the password or key.",
    "{target} 拒绝账号 {account}，请检查用户名以及密码或密钥。",
    "{target} がアカウント {account} を受け付けませんでした。ユーザー名とパスワードまたは鍵を確認してください。",
  ],
  certificateRefused: [
    "{target} rejected the certificate for account {account}. Check that the host trusts the SSH certificate authority for this user and that its clock is right.",
    "{target} 拒绝了账号 {account} 的证书，请检查主机是否信任该用户的 SSH 证书颁发机构，以及主机时钟是否正确。",
    "{target} がアカウント {account} の証明書を受け付けませんでした。ホストがこのユーザーについて SSH 認証局を信頼しているか、時計が正しいかを確認してください。",
  ],
  methodNotOffered: [
    "{target} does not allow the sign-in method of account {account}. It offers: {methods}.",
    "{target} 不允许账号 {account} 所用的登录方式，可用方式：{methods}。",
    "{target} はアカウント {account} の認証方式を許可していません。利用可能：{methods}。",
  ],
  keyUnreadable: [
    "The private key of account {account} cannot be read. Set it again, with its passphrase if it has one.",
    "无法读取账号 {account} 的私钥，请重新设置（如有口令也请填写）。",
    "アカウント {account} の秘密鍵を読み込めません。パスフレーズがあれば併せて登録し直してください。",
  ],
  secretMissing: [
    "Account {account} has no password or key stored. Set one on the account.",
    "账号 {account} 未保存密码或密钥，请为其设置。",
    "アカウント {account} にパスワードまたは鍵が保存されていません。アカウントに設定してください。",
  ],
  hostKeyChanged: [
    "The host key of {target} has changed, so the connection was refused. Trusted: {pinned}. Presented: {offered}. Someone may be intercepting the connection. If the change is expected, an administrator can remove the trusted key of this asset.",
    "{target} 的主机密钥已变更，连接被拒绝。已信任：{pinned}；当前：{offered}。连接可能被劫持。如确属正常变更，可由管理员移除该资产已信任的密钥。",
    "{target} のホスト鍵が変わったため、接続を拒否しました。信頼済み：{pinned}、今回：{offered}。通信が傍受されている可能性があります。想定された変更であれば、管理者がこのアセットの信頼済みの鍵を削除できます。",
  ],
  switchFailed: [
    "{target} did not switch to account {account}.",
    "{target} 未能切换到账号 {account}。",
    "{target} でアカウント {account} に切り替わりませんでした。",
  ],
  switchRefused: [
    "{target} refused to switch to account {account}: {shown}",
    "{target} 拒绝切换到账号 {account}：{shown}",
    "{target} がアカウント {account} への切り替えを拒否しました：{shown}",
  ],
  switchEnded: [
    "{target} closed the connection while switching to another account.",
    "{target} 在切换账号时中断。",
    "{target} がアカウントの切り替え中に切断しました。",
  ],
  switchUnknown: [
    "{target}: switching accounts with {method} is not supported.",
    "{target}：不支持以 {method} 方式切换账号。",
    "{target}: {method} によるアカウントの切り替えには対応していません。",
  ],
  noPrompt: [
    "{target} accepted the sign-in but showed no prompt: {shown}",
    "{target} 已接受登录，但未显示命令提示符：{shown}",
    "{target} はサインインを受け付けましたが、プロンプトが表示されませんでした：{shown}",
  ],
  telnetEnded: [
    "{target} closed the connection before asking for a username or password. Check the prompts of the platform.",
    "{target} 在询问用户名或密码之前断开了连接，请检查平台中的提示设置。",
    "{target} はユーザー名やパスワードを尋ねる前に切断しました。プラットフォームのプロンプト設定を確認してください。",
  ],
  invalidUsernamePrompt: [
    "The username prompt of the platform is not a valid regular expression: {pattern}",
    "平台的用户名提示不是有效的正则表达式：{pattern}",
    "プラットフォームのユーザー名プロンプトは使用できない正規表現です：{pattern}",
  ],
  invalidPasswordPrompt: [
    "The password prompt of the platform is not a valid regular expression: {pattern}",
    "平台的密码提示不是有效的正则表达式：{pattern}",
    "プラットフォームのパスワードプロンプトは使用できない正規表現です：{pattern}",
  ],
  invalidSuccessPrompt: [
    "The success prompt of the platform is not a valid regular expression: {pattern}",
    "平台的登录成功提示不是有效的正则表达式：{pattern}",
    "プラットフォームの成功時プロンプトは使用できない正規表現です：{pattern}",
  ],
});
