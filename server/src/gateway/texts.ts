import { catalogue } from "../engine/i18n/index.ts";

/** Every text the gateway shows to a person. */
export const text = catalogue("gateway", {
  emergencyUnrecorded: [
    "Emergency access opens a recorded terminal only.",
    "紧急访问只能打开有录像的终端。",
    "緊急アクセスで開けるのは記録されるターミナルのみです。",
  ],
  connecting: ["Connecting to {target}…", "正在连接 {target}…", "{target} に接続しています…"],
  commandForbidden: [
    "Command `{command}` is forbidden",
    "命令 `{command}` 已被禁止",
    "コマンド `{command}` は禁止されています",
  ],
  commandUnreadable: [
    "Only commands that can be read are allowed here, and `{command}` cannot. Type it in full, without history or completion.",
    "此处只允许可识别的命令，无法识别 `{command}`。请完整键入，不要使用历史或补全。",
    "ここでは読み取れるコマンドだけを実行できますが、`{command}` は読み取れません。履歴や補完を使わず、すべて入力してください。",
  ],
  commandUnattended: [
    "Command `{command}` needs approval, and a job cannot wait for it. Run it in a terminal.",
    "命令 `{command}` 需要审批，而作业运行时无人等待审批。请在终端中执行。",
    "コマンド `{command}` には承認が必要ですが、ジョブの実行中は承認を待つ人がいません。ターミナルで実行してください。",
  ],
  jobNeedsApproval: [
    "Connecting to this asset needs approval, and a job cannot wait for it. Connect with a terminal.",
    "连接此资产需要审批，而作业运行时无人等待审批。请使用终端连接。",
    "このアセットへの接続には承認が必要ですが、ジョブの実行中は承認を待つ人がいません。ターミナルで接続してください。",
  ],
  jobNeedsSecret: [
    "No secret is stored for this account, and a job cannot ask for one.",
    "此账号没有保存密钥，作业无法询问。",
    "このアカウントにはシークレットが保存されておらず、ジョブは入力を求められません。",
  ],
  jobAmbiguous: [
    "More than one asset, protocol or account matches.",
    "匹配到多个资产、协议或账号。",
    "複数のアセット、プロトコルまたはアカウントが一致します。",
  ],
  jobEnded: [
    "The session ended before the command did ({reason}).",
    "会话在命令结束之前已终止（{reason}）。",
    "コマンドが終わる前にセッションが終了しました（{reason}）。",
  ],
  commandUnasked: [
    "Command `{command}` needs approval, but no one could be asked: {reason}",
    "命令 `{command}` 需要审批，但无法发起申请：{reason}",
    "コマンド `{command}` には承認が必要ですが、依頼できませんでした：{reason}",
  ],
  commandHeld: [
    "`{command}` is held until {names} approves it. Press Ctrl-C to cancel. {page}",
    "`{command}` 已暂停，等待 {names} 审批。按 Ctrl-C 可放弃。{page}",
    "`{command}` は {names} の承認を待っています。取り消すには Ctrl-C を押してください。{page}",
  ],
  commandHeldBySome: [
    "`{command}` is held until one of {names} approves it. Press Ctrl-C to cancel. {page}",
    "`{command}` 已暂停，等待以下任一人员审批：{names}。按 Ctrl-C 可放弃。{page}",
    "`{command}` は {names} のいずれかの承認を待っています。取り消すには Ctrl-C を押してください。{page}",
  ],
  commandApproved: [
    "{name} approved `{command}`. It runs now.",
    "{name} 已批准 `{command}`，现在执行。",
    "{name} が `{command}` を承認しました。実行します。",
  ],
  commandRejected: [
    "{name} rejected `{command}`. It was not run.",
    "{name} 已拒绝 `{command}`，命令未执行。",
    "{name} が `{command}` を拒否しました。実行されません。",
  ],
  commandReviewClosed: [
    "The request to run `{command}` was closed without approval. It was not run.",
    "执行 `{command}` 的申请未获批准即被关闭，命令未执行。",
    "`{command}` の実行依頼は承認されないまま終了しました。実行されません。",
  ],
  commandGivenUp: [
    "You canceled `{command}`. It was not run, and the request is closed.",
    "您已放弃 `{command}`，命令未执行，申请已关闭。",
    "`{command}` を取り消しました。実行されず、依頼は終了しました。",
  ],
  commandChanged: [
    "The line changed while it was held, so it was not sent. Type the command again.",
    "等待期间命令行已发生变化，因此未发送。请重新键入命令。",
    "待機中に行の内容が変わったため、送信しませんでした。コマンドをもう一度入力してください。",
  ],
  commandWatched: [
    "Command `{command}` is watched: reviewers are notified",
    "命令 `{command}` 受到监控，将通知相关人员",
    "コマンド `{command}` は監視対象です。担当者に通知されます",
  ],
  commandWaits: [
    "`{command}` waits for the next prompt, where it is decided. Press Ctrl-C to cancel.",
    "`{command}` 将等到下一个提示符出现时再判定。按 Ctrl-C 可放弃。",
    "`{command}` は次のプロンプトで判定されるまで待機します。取り消すには Ctrl-C を押してください。",
  ],
  commandStuck: [
    "A forbidden command could not be removed from the line. The session has ended; connect again.",
    "被禁止的命令无法从命令行中清除，会话已结束，请重新连接。",
    "禁止されたコマンドを行から消せなかったため、セッションを終了しました。再接続してください。",
  ],
  commandsStopped: [
    "Nothing after the rejected command was run, and the session has ended.",
    "被拒绝的命令之后的内容均未执行，会话已结束。",
    "拒否されたコマンド以降は実行されず、セッションを終了しました。",
  ],
  tooMuchAhead: [
    "Too much was typed or pasted ahead; the rest was dropped.",
    "提前键入或粘贴的内容过多，其余部分已丢弃。",
    "先行入力または貼り付けが多すぎるため、残りは破棄されました。",
  ],
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
  terminatedBecause: [
    "This session was terminated by {by}. Reason: {reason}",
    "会话已被 {by} 终止。原因：{reason}",
    "このセッションは {by} により終了されました。理由：{reason}",
  ],
  lockedBecause: [
    "This session was locked by {by}. Your input is discarded until it is unlocked. Reason: {reason}",
    "会话已被 {by} 锁定，解锁前的输入将被丢弃。原因：{reason}",
    "このセッションは {by} によりロックされました。解除されるまで入力は破棄されます。理由：{reason}",
  ],
  unlockedBecause: [
    "This session was unlocked by {by}. Reason: {reason}",
    "会话已被 {by} 解锁。原因：{reason}",
    "このセッションは {by} によりロック解除されました。理由：{reason}",
  ],
  locked: [
    "This session was locked by {by}. Your input is discarded until it is unlocked.",
    "会话已被 {by} 锁定，解锁前的输入将被丢弃。",
    "このセッションは {by} によりロックされました。解除されるまで入力は破棄されます。",
  ],
  unlocked: [
    "This session was unlocked by {by}.",
    "会话已被 {by} 解锁。",
    "このセッションは {by} によりロック解除されました。",
  ],
  idle: [
    "This session was idle for {minutes:minute|minutes} and has ended. Connect again to continue.",
    "会话空闲超过 {minutes} 分钟，已结束。如需继续，请重新连接。",
    "{minutes} 分間操作がなかったため、セッションを終了しました。続けるには再接続してください。",
  ],
  maximumTime: [
    "This session reached the limit of {hours:hour|hours} and has ended. Connect again to continue.",
    "会话已达到 {hours} 小时上限，现已结束。如需继续，请重新连接。",
    "セッションが上限の {hours} 時間に達したため終了しました。続けるには再接続してください。",
  ],
  permissionExpired: [
    "Your permission for this connection has expired. Ask an administrator to extend it.",
    "您对此连接的授权已到期，请联系管理员续期。",
    "この接続のアクセス権の有効期限が切れました。延長は管理者に依頼してください。",
  ],
  permissionEndsSoon: [
    "Your permission for this connection expires in {minutes} min, which will end this session. Ask an administrator if you need more time.",
    "您对此连接的授权将在 {minutes} 分钟后到期，会话将随之结束。如需延长，请联系管理员。",
    "この接続のアクセス権はあと {minutes} 分で期限が切れ、セッションも終了します。延長が必要な場合は管理者に依頼してください。",
  ],
  permissionEndsThenSession: [
    "Your permission for this connection expires in {expires} min, and this session ends in {minutes} min. Ask an administrator if you need more time.",
    "您对此连接的授权将在 {expires} 分钟后到期，会话将在 {minutes} 分钟后结束。如需延长，请联系管理员。",
    "この接続のアクセス権はあと {expires} 分で期限が切れ、セッションはあと {minutes} 分で終了します。延長が必要な場合は管理者に依頼してください。",
  ],
  finishSession: [
    "Your permission for this connection has expired. You have {minutes} min to finish: this session ends then, and you cannot connect again.",
    "您对此连接的授权已到期。请在 {minutes} 分钟内完成操作，届时会话将结束，且无法再次连接。",
    "この接続のアクセス権の有効期限が切れました。{minutes} 分以内に作業を終えてください。その後セッションは終了し、再接続はできません。",
  ],
  permissionExtended: [
    "Your permission for this connection was extended. This session can continue.",
    "您对此连接的授权已延长，会话可以继续。",
    "この接続のアクセス権が延長されました。セッションを続けられます。",
  ],
  permissionRevoked: [
    "Your permission for this connection was revoked, or the asset or account was disabled. Ask an administrator if you still need access.",
    "您对此连接的授权已被收回，或该资产或账号已被禁用。如仍需使用，请联系管理员。",
    "この接続のアクセス権が取り消されたか、アセットまたはアカウントが無効になりました。必要な場合は管理者に問い合わせてください。",
  ],
  signInEnded: [
    "You are no longer signed in, or your user was disabled or has expired. Sign in again or ask an administrator.",
    "您已退出登录，或您的用户已被禁用或已过期。请重新登录或联系管理员。",
    "サインインが終了したか、ユーザーが無効または期限切れです。もう一度サインインするか、管理者に問い合わせてください。",
  ],
  recordingFailed: [
    "This session can no longer be recorded and has ended. Ask an administrator to check the disk of the gateway.",
    "会话无法继续录制，已结束。请通知管理员检查网关磁盘。",
    "セッションを記録できなくなったため終了しました。ゲートウェイのディスクの確認を管理者に依頼してください。",
  ],
  shutdown: [
    "The gateway is shutting down and this session has ended. Connect again in a moment.",
    "网关正在停止，会话已结束，请稍后重新连接。",
    "ゲートウェイが停止するためセッションを終了しました。しばらくしてから再接続してください。",
  ],
  misbehavingTarget: [
    "The target sent more data than allowed. The connection was closed.",
    "目标主机发送的数据超出允许范围，连接已关闭。",
    "接続先が許可量を超えるデータを送信したため、接続を閉じました。",
  ],
  internal: [
    "The connection failed because of an error in the gateway. Try again. If the problem persists, tell an administrator.",
    "网关发生错误，连接失败。请重试；如仍失败，请联系管理员。",
    "ゲートウェイのエラーにより接続できませんでした。再試行し、解決しない場合は管理者に連絡してください。",
  ],
  protocolUnsupported: [
    "The web terminal cannot open {protocol} connections yet.",
    "Web 终端暂不支持 {protocol} 协议。",
    "Web ターミナルはまだ {protocol} 接続に対応していません。",
  ],
  typeUnsupported: [
    "This type of connection is not supported.",
    "不支持此类连接。",
    "この種類の接続はありません。",
  ],
  joinedReadonly: [
    "{by} joined this session and can only read.",
    "{by} 已加入此会话（只读）。",
    "{by} がこのセッションに参加しました（閲覧のみ）。",
  ],
  joinedWritable: [
    "{by} joined this session and can type.",
    "{by} 已加入此会话（可输入）。",
    "{by} がこのセッションに参加しました（入力可能）。",
  ],
  mayType: ["{by} can type now.", "{by} 现在可以输入。", "{by} は入力できるようになりました。"],
  mayNotType: ["{by} can only read now.", "{by} 现在只能查看。", "{by} は閲覧のみになりました。"],
  guestLeft: ["{by} left this session.", "{by} 已离开此会话。", "{by} がこのセッションから退出しました。"],
  guestRemoved: [
    "{by} was removed from this session.",
    "{by} 已被移出此会话。",
    "{by} をこのセッションから退出させました。",
  ],
  readOnly: [
    "You can only read in this session: what you type is not sent.",
    "您在此会话中只能查看，输入不会发送。",
    "このセッションでは閲覧のみ可能です。入力は送信されません。",
  ],
  sharingTooEarly: [
    "The session can be shared once it is connected.",
    "会话连接成功后才能分享。",
    "セッションは接続後に共有できます。",
  ],
  sharingBusy: [
    "Too many requests at once. Try again.",
    "请求过多，请稍后重试。",
    "リクエストが多すぎます。もう一度お試しください。",
  ],
  watched: [
    "{by} is watching this session.",
    "{by} 正在监看此会话。",
    "{by} がこのセッションを監視しています。",
  ],
  watchRefused: [
    "This session does not exist, has ended, or you do not have permission to watch it.",
    "会话不存在、已结束，或您无权监看。",
    "セッションが存在しないか、終了しているか、監視する権限がありません。",
  ],
  watchElsewhere: [
    "This session runs through another gateway or has nothing to watch.",
    "会话经由其他网关，或没有可监看的内容。",
    "セッションは別のゲートウェイで実行されているか、監視できる画面がありません。",
  ],
  resumeRefused: [
    "This session cannot be continued here. It has ended, or was continued in another window.",
    "无法在此继续该会话：会话已结束，或已在其他窗口中继续。",
    "ここではこのセッションを続行できません。終了したか、別のウィンドウで続行されています。",
  ],
  resumedElsewhere: [
    "This session was continued in another window.",
    "该会话已在其他窗口中继续。",
    "このセッションは別のウィンドウで続行されました。",
  ],
  tokenMissing: [
    "The address contains no connection token. Connect from the asset list.",
    "地址中缺少连接令牌，请从资产列表发起连接。",
    "URL に接続トークンがありません。アセット一覧から接続してください。",
  ],
  malformedFrame: [
    "The server could not read this message. Reload the page.",
    "服务器无法读取该消息，请刷新页面。",
    "サーバーがメッセージを読み取れません。ページを再読み込みしてください。",
  ],
  wrongConnection: [
    "The message belongs to another connection.",
    "该消息不属于此连接。",
    "メッセージは別の接続のものです。",
  ],
  alreadyInitialised: [
    "This terminal is already open.",
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
    "This account is reached by switching from another account, which works in terminals only. Open a terminal, or use an account that signs in directly.",
    "该账号需从其他账号切换，此类连接不支持切换。请使用终端会话，或改用可直接登录的账号。",
    "このアカウントへは別のアカウントから切り替えますが、この種類の接続では切り替えられません。シェルを使うか、直接サインインできるアカウントを使用してください。",
  ],
  sftpMissing: [
    "No SFTP server was found on {target}. Install OpenSSH's sftp-server on it.",
    "在 {target} 上未找到 SFTP 服务程序，请安装 OpenSSH 的 sftp-server。",
    "{target} に SFTP サーバーが見つかりません。OpenSSH の sftp-server をインストールしてください。",
  ],
  commandNeedsSsh: [
    "Commands can only be run over SSH. Open a terminal instead.",
    "仅可通过 SSH 运行命令，请改用终端。",
    "コマンドは SSH でのみ実行できます。代わりにターミナルを開いてください。",
  ],
  shellRefused: [
    "{target} accepted the sign-in but refused to open a terminal.",
    "{target} 已接受登录，但拒绝打开终端。",
    "{target} はサインインを受け付けましたが、ターミナルの開始を拒否しました。",
  ],
  forwardRefused: [
    "The asset could not connect to {target}.",
    "资产无法连接到 {target}。",
    "アセットから {target} に接続できませんでした。",
  ],
  listenRefused: [
    "The asset refused to listen on this port.",
    "资产拒绝监听该端口。",
    "アセットがこのポートでの待ち受けを拒否しました。",
  ],
});
