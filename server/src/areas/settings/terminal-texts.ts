import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `terminal`. */
export const terminalText = catalogue("settings.terminal", {
  category: ["Terminal", "终端", "ターミナル"],
  registration: ["Component registration", "允许组件注册", "コンポーネントの登録"],
  registrationHelp: [
    "Components that have the bootstrap token can register themselves.",
    "允许持有引导令牌的组件自行注册。",
    "ブートストラップトークンを持つコンポーネントの登録を許可します。",
  ],
  sshEnabled: ["SSH server", "SSH 服务", "SSH サーバー"],
  sshEnabledHelp: [
    "Users can connect with SSH clients. If turned off, new connections are refused; running sessions continue.",
    "允许用户使用 SSH 客户端连接。关闭后新连接会立即断开，正在进行的会话不受影响。",
    "ユーザーは SSH クライアントで接続できます。無効にすると新しい接続は拒否され、実行中のセッションは続きます。",
  ],
  passwordAuthentication: ["Password sign-in", "密码登录", "パスワードでのサインイン"],
  passwordAuthenticationHelp: [
    "SSH clients can sign in with the console password, a temporary password or a connection token.",
    "SSH 客户端可使用控制台密码、临时密码或连接令牌登录。",
    "SSH クライアントで、コンソールのパスワード・一時パスワード・接続トークンを使用できます。",
  ],
  publicKeyAuthentication: ["SSH key sign-in", "SSH 密钥登录", "SSH 鍵でのサインイン"],
  publicKeyAuthenticationHelp: [
    "SSH clients can sign in with the SSH key stored in the user's profile.",
    "SSH 客户端可使用用户在个人信息中保存的公钥登录。",
    "SSH クライアントで、ユーザーのプロフィールに登録した鍵を使用できます。",
  ],
  browserAuthentication: ["Browser sign-in", "浏览器登录", "ブラウザーでのサインイン"],
  browserAuthenticationHelp: [
    "SSH clients show a link that the user opens in a browser to allow the connection with a second factor. SSH clients then offer this before the password.",
    "SSH 客户端显示一个链接，用户在浏览器中打开并通过多因子认证后允许连接。开启后，SSH 客户端会先提供此方式，再提供密码。",
    "SSH クライアントにリンクが表示され、ユーザーはブラウザーで開き、多要素認証を行って接続を許可します。有効にすると、SSH クライアントはパスワードより先にこの方法を提示します。",
  ],
  certificateHours: [
    "Signed SSH keys valid for (hours)",
    "SSH 密钥签名有效期（小时）",
    "署名した SSH 鍵の有効時間",
  ],
  certificateHoursHelp: [
    "With browser sign-in, the user's SSH key is signed and then opens the gateway for this long without another sign-in. 0: keys are not signed, and those that were no longer count.",
    "使用浏览器登录时为用户的 SSH 密钥签名，在此期间可凭该密钥直接登录网关。0：不签名，已有的签名也失效。",
    "ブラウザーでサインインするとユーザーの SSH 鍵に署名し、この時間は再度のサインインなしでゲートウェイに接続できます。0：署名せず、既存の署名も無効になります。",
  ],
  sortBy: ["Asset order in the menu", "菜单中资产的排序", "メニューのアセットの並び順"],
  byName: ["Name", "名称", "名前"],
  byAddress: ["Address", "地址", "アドレス"],
  pageSize: ["Assets per menu page", "菜单每页资产数", "メニューの 1 ページのアセット数"],
  all: ["All", "全部", "すべて"],
  auto: ["Fit to window", "适应窗口", "画面に合わせる"],
  resolution: ["Desktop size", "桌面分辨率", "デスクトップの解像度"],
  resolutionHelp: [
    "Proposed when connecting to a desktop that a registered component shows.",
    "通过已注册的组件连接桌面时的默认值。",
    "登録されたコンポーネントでデスクトップに接続するときの初期値です。",
  ],
  programRecording: ["Recording limit for commands (MB)", "命令的录像上限（MB）", "コマンドの録画上限（MB）"],
  programRecordingHelp: [
    "Applies to commands, scp, rsync and git over SSH without a terminal, in each direction. Data beyond the limit is counted and hashed only. Shells are always recorded in full.",
    "适用于不带终端的 SSH 命令、scp、rsync 和 git，每个方向分别计算。超出部分仅计数并计算哈希值。Shell 会话始终完整录制。",
    "端末なしの SSH コマンド、scp、rsync、git に、方向ごとに適用されます。上限を超えたデータはバイト数とハッシュのみを記録します。シェルは常にすべて録画されます。",
  ],
  recordingRoom: [
    "Free disk space for new sessions (MB)",
    "新会话所需的磁盘剩余空间（MB）",
    "新しいセッションに必要なディスクの空き容量（MB）",
  ],
  recordingRoomHelp: [
    "New sessions are refused while the gateway's disk has less space for recordings. A session that can no longer be recorded always ends. 0: new sessions are refused only when the disk is full.",
    "网关磁盘的录像剩余空间低于此值时拒绝新会话。无法继续录像的会话始终会结束。0：仅在磁盘已满时拒绝新会话。",
    "ゲートウェイのディスクで録画用の空き容量がこの値を下回る間は、新しいセッションを拒否します。録画できなくなったセッションは常に終了します。0: ディスクがいっぱいの場合のみ拒否します。",
  ],
  hostKey: ["Custom host key", "自定义主机密钥", "独自のホスト鍵"],
  hostKeyHelp: [
    "An RSA or Ed25519 private key as created by ssh-keygen. Replaces the generated key of the same type when the gateway restarts.",
    "由 ssh-keygen 生成的私钥，RSA 或 Ed25519。网关启动时将替代同类型的自动生成密钥。",
    "ssh-keygen で作成した秘密鍵（RSA または Ed25519）。ゲートウェイの起動時に同じ種類の生成済みの鍵を置き換えます。",
  ],
  hostKeyUnusable: [
    "Enter a private key created by ssh-keygen, without a passphrase: Ed25519, or RSA with at least 3072 bits.",
    "请输入由 ssh-keygen 生成、不带口令的私钥：Ed25519，或不少于 3072 位的 RSA。",
    "ssh-keygen で作成したパスフレーズなしの秘密鍵を入力してください：Ed25519、または 3072 ビット以上の RSA。",
  ],
  fileCopies: [
    "Stored copies of transferred files (MB)",
    "传输文件副本上限（MB）",
    "転送ファイルの控え（MB）",
  ],
  fileCopiesHelp: [
    "Stores an encrypted copy of each transferred file up to this size. 0 stores none.",
    "加密保存不超过此大小的传输文件副本，0 表示不保存。",
    "この大きさまでの転送ファイルの控えを暗号化して保存します。0 の場合は保存しません。",
  ],
});
