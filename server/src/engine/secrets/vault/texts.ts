import { catalogue } from "../../i18n/messages.ts";

/** Why the vault did not take or give a secret. Each sentence says what to do. */
export const text = catalogue("vault", {
  notSetUp: [
    "The vault is not set up. Enter its address and token in the system settings.",
    "密码库尚未配置，请在系统设置中填写其地址和令牌。",
    "Vault が設定されていません。システム設定でアドレスとトークンを入力してください。",
  ],
  address: [
    "Enter the address of the vault without a path, for example https://vault.example.com:8200.",
    "密码库地址应形如 https://vault.example.com:8200，且不含路径。",
    "Vault のアドレスは https://vault.example.com:8200 の形式（パスなし）で入力してください。",
  ],
  certificate: [
    "This is not a PEM certificate.",
    "这不是 PEM 格式的证书。",
    "PEM 形式の証明書ではありません。",
  ],
  mountPoint: [
    "Enter a path of letters, digits, hyphens and underscores, for example sallyport or teams/access.",
    "挂载点是由字母、数字、- 和 _ 组成的路径，例如 sallyport 或 teams/access。",
    "マウントポイントは英数字と - _ からなるパスです（例：sallyport、teams/access）。",
  ],
  headerText: [
    "Enter a single line of plain characters without spaces.",
    "必须是一行不含空格的普通字符。",
    "空白を含まない 1 行の半角文字で入力してください。",
  ],
  tokenAgain: [
    "Enter the token again. The stored token is only sent to the address it was saved with.",
    "请同时填写令牌：已保存的令牌只会发送到当初填写时的地址。",
    "トークンも入力してください。保存済みのトークンは、登録時のアドレス以外には送信されません。",
  ],
  unreachable: [
    "Could not reach the vault. Check its address, the network and its certificate. Nothing was changed.",
    "无法连接密码库，请检查其地址、网络和证书。未作任何更改。",
    "Vault に接続できません。アドレス、ネットワーク、証明書を確認してください。変更は行われていません。",
  ],
  untrusted: [
    "The vault's certificate is not trusted. Add its certificate authority in the settings.",
    "密码库的证书不受信任，请在设置中提供其签发机构的证书。",
    "Vault の証明書が信頼されていません。発行元の認証局の証明書を設定に登録してください。",
  ],
  timeout: [
    "The vault did not respond in time. Nothing was changed. Try again.",
    "密码库未在规定时间内响应，请重试。未作任何更改。",
    "Vault が時間内に応答しませんでした。再試行してください。変更は行われていません。",
  ],
  sealed: [
    "The vault is sealed. Unseal it and try again.",
    "密码库处于封存状态，请解封后重试。",
    "Vault は封印されています。封印を解除して再試行してください。",
  ],
  notInitialized: [
    "The vault is not initialized yet. Initialize it and try again.",
    "密码库尚未初始化，请初始化后重试。",
    "Vault が初期化されていません。初期化して再試行してください。",
  ],
  notAuthenticated: [
    "The vault rejected the token. Enter a valid one.",
    "密码库不认可该令牌，请填写有效的令牌。",
    "Vault がトークンを認識しません。有効なトークンを入力してください。",
  ],
  denied: [
    "The vault's policy does not allow this token to do this. Check the policy.",
    "令牌在密码库中没有此操作的权限，请检查其策略。",
    "このトークンには Vault でのこの操作が許可されていません。ポリシーを確認してください。",
  ],
  redirects: [
    "The vault answered with a redirect. Enter the address of the active node or load balancer instead.",
    "密码库返回了重定向。请填写活动节点或负载均衡的地址。",
    "Vault がリダイレクトを返しました。アクティブノードまたはロードバランサーのアドレスを入力してください。",
  ],
  noEngine: [
    "The vault has no version 2 key/value engine at this mount point.",
    "密码库的此挂载点上没有第 2 版键值引擎。",
    "Vault のこのマウントポイントにはキー/バリューエンジン（バージョン 2）がありません。",
  ],
  missing: [
    "The secret is no longer in the vault. Set it again or restore the vault.",
    "密码库中已找不到该密文，请重新设置或恢复密码库。",
    "シークレットが Vault にありません。再設定するか、Vault を復元してください。",
  ],
  busy: [
    "The vault is overloaded. Try again in a moment.",
    "密码库当前过于繁忙，请稍后重试。",
    "Vault が混雑しています。しばらくしてから再試行してください。",
  ],
  failed: [
    "The vault returned an error ({status}). Check its log.",
    "密码库返回错误（{status}），请查看其日志。",
    "Vault がエラー（{status}）を返しました。Vault のログを確認してください。",
  ],
  misplaced: [
    "The stored location of this secret was modified outside of Sallyport. Set the secret again.",
    "该密文的存放位置已在 Sallyport 之外被修改，请重新设置密文。",
    "このシークレットの保管場所が Sallyport の外部で変更されています。シークレットを設定し直してください。",
  ],
});
