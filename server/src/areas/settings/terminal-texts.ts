import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `terminal`. */
export const terminalText = catalogue("settings.terminal", {
  category: ["Terminal", "终端", "ターミナル"],
  registration: ["Register components", "允许组件注册", "コンポーネントの登録"],
  registrationHelp: [
    "Let components with the bootstrap token register themselves.",
    "允许持有引导令牌的组件自行注册。",
    "ブートストラップトークンを持つコンポーネントの登録を許可します。",
  ],
  sshEnabled: ["SSH server", "SSH 服务", "SSH サーバー"],
  sshEnabledHelp: [
    "People connect with SSH clients. Without it new connections are closed at once; sessions that run go on.",
    "允许用户使用 SSH 客户端连接。关闭后新连接会立即断开，正在进行的会话不受影响。",
    "SSH クライアントからの接続を受け付けます。無効にすると新しい接続は直ちに閉じられ、実行中のセッションは続きます。",
  ],
  passwordAuthentication: ["Sign in with a password", "密码登录", "パスワードでのサインイン"],
  passwordAuthenticationHelp: [
    "SSH clients may use the password of the console, a temporary password or a connection token.",
    "SSH 客户端可使用控制台密码、临时密码或连接令牌登录。",
    "SSH クライアントで、コンソールのパスワード・一時パスワード・接続トークンを使用できます。",
  ],
  publicKeyAuthentication: ["Sign in with an SSH key", "SSH 密钥登录", "SSH 鍵でのサインイン"],
  publicKeyAuthenticationHelp: [
    "SSH clients may use the key people have stored in their profile.",
    "SSH 客户端可使用用户在个人信息中保存的公钥登录。",
    "SSH クライアントで、プロフィールに登録した鍵を使用できます。",
  ],
  sortBy: ["Order of assets in the menu", "菜单中资产的排序", "メニューのアセットの並び順"],
  byName: ["Name", "名称", "名前"],
  byAddress: ["Address", "地址", "アドレス"],
  pageSize: ["Assets on a page of the menu", "菜单每页资产数", "メニューの 1 ページのアセット数"],
  all: ["All", "全部", "すべて"],
  auto: ["As many as fit", "自动", "自動"],
  programRecording: ["Recorded of commands (MB)", "命令录制大小（MB）", "コマンドの記録量（MB）"],
  programRecordingHelp: [
    "Of commands, scp, rsync and git over SSH without a terminal, so many megabytes of each direction are kept; the rest is counted and hashed. Shells are recorded whole.",
    "对于不带终端的 SSH 命令、scp、rsync 和 git，每个方向最多保留该大小的内容，其余仅计数并计算摘要。Shell 会话始终完整录制。",
    "端末なしの SSH コマンド、scp、rsync、git では、方向ごとにこの量まで保存し、残りはバイト数とハッシュのみを記録します。シェルは常にすべて記録されます。",
  ],
  hostKey: ["Host key of your own", "自定义主机密钥", "独自のホスト鍵"],
  hostKeyHelp: [
    "A private key as ssh-keygen writes it, RSA or Ed25519. It takes the place of the generated key of its kind when the gateway starts.",
    "由 ssh-keygen 生成的私钥，RSA 或 Ed25519。网关启动时将替代同类型的自动生成密钥。",
    "ssh-keygen で作成した秘密鍵（RSA または Ed25519）。ゲートウェイの起動時に同じ種類の生成済みの鍵を置き換えます。",
  ],
  hostKeyUnusable: [
    "Enter a private key without a passphrase, as ssh-keygen writes it: Ed25519, or RSA with 3072 bits or more.",
    "请输入由 ssh-keygen 生成、不带口令的私钥：Ed25519，或不少于 3072 位的 RSA。",
    "ssh-keygen で作成したパスフレーズなしの秘密鍵を入力してください：Ed25519、または 3072 ビット以上の RSA。",
  ],
  fileCopies: ["Copies of transferred files (MB)", "传输文件留存上限（MB）", "転送ファイルの控え（MB）"],
  fileCopiesHelp: [
    "Files up to this size are kept with the transfer log, encrypted. 0 keeps none.",
    "不超过此大小的传输文件将随传输日志加密留存，0 表示不留存。",
    "この大きさまでのファイルを、転送ログとともに暗号化して保存します。0 の場合は保存しません。",
  ],
});
