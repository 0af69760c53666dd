import { catalogue } from "../../i18n/messages.ts";

/** Why the vault did not take or give a secret. Each sentence says what to do. */
export const text = catalogue("vault", {
  notSetUp: [
    "The vault is not set up. Enter its address and token under Settings, Features.",
    "密码库尚未配置，请在“系统设置 - 功能开关”中填写其地址和令牌。",
    "Vault が設定されていません。「システム設定 → 機能」でアドレスとトークンを入力してください。",
  ],
  address: [
    "The address of the vault must look like https://vault.example.com:8200, without a path.",
    "密码库地址应形如 https://vault.example.com:8200，且不含路径。",
    "Vault のアドレスは https://vault.example.com:8200 の形式（パスなし）で入力してください。",
  ],
  certificate: [
    "This is not a certificate in PEM format.",
    "这不是 PEM 格式的证书。",
    "PEM 形式の証明書ではありません。",
  ],
  mountPoint: [
    "A mount point is a path of letters, digits, - and _, as sallyport or teams/access.",
    "挂载点是由字母、数字、- 和 _ 组成的路径，例如 sallyport 或 teams/access。",
    "マウントポイントは英数字と - _ からなるパスです（例: sallyport、teams/access）。",
  ],
  headerText: [
    "This must be one line of plain characters without spaces.",
    "必须是一行不含空格的普通字符。",
    "空白を含まない 1 行の半角文字で入力してください。",
  ],
  tokenAgain: [
    "Enter the token too: the stored one is only sent to the address it was given for.",
    "请同时填写令牌：已保存的令牌只会发送到当初填写时的地址。",
    "トークンも入力してください。保存済みのトークンは、登録時のアドレス以外には送信されません。",
  ],
  unreachable: [
    "The vault cannot be reached. Check its address, the network and its certificate. Nothing was changed.",
    "无法连接密码库，请检查其地址、网络和证书。未作任何更改。",
    "Vault に接続できません。アドレス、ネットワーク、証明書を確認してください。変更は行われていません。",
  ],
  untrusted: [
    "The certificate of the vault is not trusted. Give the certificate of its authority in the settings.",
    "密码库的证书不受信任，请在设置中提供其签发机构的证书。",
    "Vault の証明書が信頼されていません。発行元の認証局の証明書を設定に登録してください。",
  ],
  timeout: [
    "The vault did not answer in time. Try again; nothing was changed.",
    "密码库未在规定时间内响应，请重试。未作任何更改。",
    "Vault が時間内に応答しませんでした。再試行してください。変更は行われていません。",
  ],
  sealed: [
    "The vault is sealed. Unseal it and try again.",
    "密码库处于封存状态，请解封后重试。",
    "Vault は封印されています。封印を解除して再試行してください。",
  ],
  notInitialized: [
    "The vault is not initialized yet.",
    "密码库尚未初始化。",
    "Vault が初期化されていません。",
  ],
  notAuthenticated: [
    "The vault does not know the token. Enter one that is valid.",
    "密码库不认可该令牌，请填写有效的令牌。",
    "Vault がトークンを認識しません。有効なトークンを入力してください。",
  ],
  denied: [
    "The token is not allowed to do this in the vault. Check its policy.",
    "令牌在密码库中没有此操作的权限，请检查其策略。",
    "このトークンには Vault でのこの操作が許可されていません。ポリシーを確認してください。",
  ],
  redirects: [
    "The vault answers with a redirect, which is not followed. Enter the address of the active node or of the load balancer.",
    "密码库返回了重定向，系统不会跟随。请填写活动节点或负载均衡的地址。",
    "Vault がリダイレクトを返しましたが、転送には従いません。アクティブノードまたはロードバランサーのアドレスを入力してください。",
  ],
  noEngine: [
    "There is no key/value engine of version 2 at this mount point of the vault.",
    "密码库的此挂载点上没有第 2 版键值引擎。",
    "Vault のこのマウントポイントにはキー/バリューエンジン（バージョン 2）がありません。",
  ],
  missing: [
    "The secret is no longer in the vault. Set it anew, or restore the vault.",
    "密码库中已找不到该密文，请重新设置或恢复密码库。",
    "シークレットが Vault にありません。再設定するか、Vault を復元してください。",
  ],
  busy: [
    "The vault has too much to do. Try again in a moment.",
    "密码库当前过于繁忙，请稍后重试。",
    "Vault が混雑しています。しばらくしてから再試行してください。",
  ],
  failed: [
    "The vault answered with an error ({status}). See its log.",
    "密码库返回错误（{status}），请查看其日志。",
    "Vault がエラー（{status}）を返しました。Vault のログを確認してください。",
  ],
  misplaced: [
    "What is kept for this secret points to another place. It was changed from outside.",
    "该密文记录的存放位置不属于它，已被外部修改。",
    "このシークレットの保管先が別の場所を指しています。外部から変更されています。",
  ],
});
