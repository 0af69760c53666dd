import { catalogue } from "../engine/i18n/index.ts";

/** Every text the gateway shows to a person. */
export const text = catalogue("gateway", {
  connecting: ["Connecting to {target} …", "正在连接 {target} …", "{target} に接続しています…"],
  closedByTarget: ["The target closed the connection.", "目标主机已关闭连接。", "接続先が接続を閉じました。"],
  connectionLost: [
    "The connection to the target was lost.",
    "与目标主机的连接已中断。",
    "接続先との接続が失われました。",
  ],
  terminated: [
    "This session was terminated by {by}.",
    "会话已被 {by} 终止。",
    "このセッションは {by} により終了されました。",
  ],
  locked: [
    "This session was locked by {by}. What you type is dropped until it is unlocked.",
    "会话已被 {by} 锁定，解锁前的输入将被丢弃。",
    "このセッションは {by} によりロックされました。解除されるまで入力は破棄されます。",
  ],
  unlocked: ["This session was unlocked by {by}.", "会话已被 {by} 解锁。", "{by} がロックを解除しました。"],
  idle: [
    "Nothing happened for {minutes:minute|minutes}, so this session has ended. Connect again to go on.",
    "会话空闲超过 {minutes} 分钟，已结束。如需继续，请重新连接。",
    "{minutes} 分間操作がなかったため、セッションを終了しました。続けるには再接続してください。",
  ],
  maximumTime: [
    "This session has reached the limit of {hours:hour|hours} and has ended. Connect again to go on.",
    "会话已达到 {hours} 小时上限，现已结束。如需继续，请重新连接。",
    "セッションが上限の {hours} 時間に達したため終了しました。続けるには再接続してください。",
  ],
  permissionExpired: [
    "Your permission for this connection has expired. Ask an administrator to extend it.",
    "您对此连接的授权已到期，请联系管理员续期。",
    "この接続のアクセス権の有効期限が切れました。延長は管理者に依頼してください。",
  ],
  permissionEndsSoon: [
    "Your permission for this connection ends in {minutes} min, and this session with it. Ask an administrator if you need more time.",
    "您对此连接的授权将在 {minutes} 分钟后到期，会话将随之结束。如需延长，请联系管理员。",
    "この接続のアクセス権はあと {minutes} 分で期限が切れ、セッションも終了します。延長が必要な場合は管理者に依頼してください。",
  ],
  permissionRevoked: [
    "Your permission for this connection was withdrawn, or the asset or account was deactivated. Ask an administrator if you still need it.",
    "您对此连接的授权已被收回，或该资产或账号已被禁用。如仍需使用，请联系管理员。",
    "この接続のアクセス権が取り消されたか、アセットまたはアカウントが無効になりました。必要な場合は管理者に問い合わせてください。",
  ],
  signInEnded: [
    "Your sign-in is no longer valid: it has ended, or your user was disabled or has expired. Sign in again, or ask an administrator.",
    "您的登录已失效：登录已结束，或您的用户已被禁用或已过期。请重新登录，或联系管理员。",
    "サインインが無効になりました。サインインが終了したか、ユーザーが無効または期限切れです。もう一度サインインするか、管理者に問い合わせてください。",
  ],
  recordingFailed: [
    "This session can no longer be recorded, so it has ended. Tell an administrator to check the disk of the gateway.",
    "会话无法继续录制，已结束。请通知管理员检查网关磁盘。",
    "セッションを記録できなくなったため終了しました。ゲートウェイのディスクの確認を管理者に依頼してください。",
  ],
  shutdown: [
    "The gateway is stopping; this session has ended. Connect again in a moment.",
    "网关正在停止，会话已结束，请稍后重新连接。",
    "ゲートウェイが停止するためセッションを終了しました。しばらくしてから再接続してください。",
  ],
  misbehavingTarget: [
    "The target sent more than it was allowed to, so the connection was closed.",
    "目标主机发送的数据超出允许范围，连接已关闭。",
    "接続先が許可量を超えるデータを送信したため、接続を閉じました。",
  ],
  internal: [
    "The connection failed because of an error in the gateway. Try again; if it stays, tell an administrator.",
    "网关发生错误，连接失败。请重试；如仍失败，请联系管理员。",
    "ゲートウェイのエラーにより接続できませんでした。再試行し、解決しない場合は管理者に連絡してください。",
  ],
  protocolUnsupported: [
    "The web terminal cannot open {protocol} connections yet.",
    "网页终端暂不支持 {protocol} 协议。",
    "Web ターミナルはまだ {protocol} 接続に対応していません。",
  ],
  typeUnsupported: [
    "Watching and sharing sessions is not available yet.",
    "暂不支持监控和共享会话。",
    "セッションの監視と共有はまだ利用できません。",
  ],
  tokenMissing: [
    "The address carries no connection token. Open the connection from the asset list.",
    "地址中缺少连接令牌，请从资产列表发起连接。",
    "URL に接続トークンがありません。アセット一覧から接続してください。",
  ],
  malformedFrame: [
    "The message could not be understood.",
    "无法识别该消息。",
    "メッセージを解釈できません。",
  ],
  wrongConnection: [
    "The message belongs to another connection.",
    "该消息不属于此连接。",
    "メッセージは別の接続のものです。",
  ],
  alreadyInitialised: [
    "This terminal has been opened already.",
    "此终端已经打开。",
    "このターミナルはすでに開かれています。",
  ],
  notSupportedYet: ["This is not available yet.", "此功能暂不可用。", "この機能はまだ利用できません。"],
  initTimeout: [
    "The terminal was not opened in time. Reload the page.",
    "终端未能及时打开，请刷新页面。",
    "時間内にターミナルが開かれませんでした。ページを再読み込みしてください。",
  ],
  switchNeedsTerminal: [
    "This account is changed to from another one, which is not possible for this kind of connection. Use a shell, or an account that signs in itself.",
    "该账号需从其他账号切换，此类连接不支持切换。请使用终端会话，或改用可直接登录的账号。",
    "このアカウントへは別のアカウントから切り替えますが、この種類の接続では切り替えられません。シェルを使うか、直接サインインできるアカウントを使用してください。",
  ],
  sftpMissing: [
    "{target} has no program that serves files where it is usually installed. Install OpenSSH's sftp-server there.",
    "{target} 的常用位置没有提供文件服务的程序，请在该主机安装 OpenSSH 的 sftp-server。",
    "{target} の標準的な場所にファイルを提供するプログラムがありません。OpenSSH の sftp-server をインストールしてください。",
  ],
  commandNeedsSsh: [
    "Commands are run by SSH only. Open a terminal instead.",
    "仅可通过 SSH 运行命令，请改用终端。",
    "コマンドを実行できるのは SSH のみです。端末を開いてください。",
  ],
  shellRefused: [
    "{target} accepted the sign-in but refused to open a terminal.",
    "{target} 已接受登录，但拒绝打开终端。",
    "{target} はサインインを受け付けましたが、ターミナルの開始を拒否しました。",
  ],
  forwardRefused: [
    "The target does not connect to {target}.",
    "目标未能连接到 {target}。",
    "接続先から {target} へ接続できません。",
  ],
  listenRefused: [
    "The target does not listen on this port for others.",
    "目标拒绝监听该端口。",
    "接続先でこのポートを待ち受けできません。",
  ],
});
