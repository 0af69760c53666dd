import { catalogue } from "../../../engine/i18n/index.ts";

/** What kinds of events are called. */
export const kindText = catalogue("eventKinds", {
  sessionStarted: ["Session started", "会话开始", "セッション開始"],
  sessionEnded: ["Session ended", "会话结束", "セッション終了"],
  sessionEvent: ["Event in a session", "会话内事件", "セッション内の出来事"],
  sessionGrounds: ["Grounds of a session", "会话依据", "セッションの根拠"],
  sessionHeld: ["Session held", "会话被保留", "セッションを保全"],
  sessionReleased: ["Hold of a session released", "会话保留解除", "セッションの保全解除"],
  commandExecuted: ["Command executed", "命令执行", "コマンド実行"],
  commandWarned: ["Command warned of", "命令告警", "コマンド警告"],
  commandDenied: ["Command denied", "命令被拒绝", "コマンド拒否"],
  commandReviewed: ["Command reviewed", "命令已审批", "コマンド審査"],
  fileTransferred: ["File transferred or changed", "文件传输或变更", "ファイルの転送・変更"],
  loginSucceeded: ["Sign-in succeeded", "登录成功", "サインイン成功"],
  loginFailed: ["Sign-in failed", "登录失败", "サインイン失敗"],
  accessRefused: ["Access refused", "访问被拒绝", "アクセス拒否"],
  objectCreated: ["Object created", "对象创建", "オブジェクト作成"],
  objectChanged: ["Object changed", "对象更改", "オブジェクト変更"],
  objectDeleted: ["Object deleted", "对象删除", "オブジェクト削除"],
  objectViewed: ["Object viewed", "对象查看", "オブジェクト閲覧"],
  objectExported: ["Data exported or downloaded", "数据导出或下载", "データの書き出し"],
  secretChanged: ["Account secret changed", "账号密文更改", "アカウントのシークレット変更"],
  secretViewed: ["Account secret viewed", "账号密文查看", "アカウントのシークレット閲覧"],
  secretExported: ["Account secret exported", "账号密文导出", "アカウントのシークレット書き出し"],
  passwordChanged: ["User password changed", "用户密码更改", "ユーザーのパスワード変更"],
  ticketOpened: ["Ticket opened", "工单提交", "チケット作成"],
  ticketChanged: ["Ticket changed", "工单变更", "チケット変更"],
  ticketApproved: ["Ticket approved", "工单批准", "チケット承認"],
  ticketRejected: ["Ticket rejected", "工单拒绝", "チケット却下"],
  ticketClosed: ["Ticket closed", "工单关闭", "チケット終了"],
  jobStarted: ["Job started", "作业开始", "ジョブ開始"],
  jobEnded: ["Job ended", "作业结束", "ジョブ終了"],
  recordRemoved: ["Audit record removed", "审计记录被删除", "監査記録の削除"],
  receiverTest: ["Test", "测试", "テスト"],
});

/** The sentences of events. An empty value reads as "-". */
export const sentence = catalogue("eventSentences", {
  sessionStarted: [
    "{user} opened a session on {asset} as {account} from {address}.",
    "{user} 从 {address} 以 {account} 在 {asset} 上打开了会话。",
    "{user} が {address} から {account} として {asset} のセッションを開始しました。",
  ],
  sessionEnded: [
    "The session of {user} on {asset} as {account} ended: {reason}.",
    "{user} 以 {account} 在 {asset} 上的会话已结束：{reason}。",
    "{user} の {asset}（{account}）のセッションが終了しました：{reason}。",
  ],
  sessionEvent: [
    "{user} in session {session}: {object}.",
    "{user} 在会话 {session} 中：{object}。",
    "セッション {session} での {user}：{object}。",
  ],
  sessionGrounds: [
    "The grounds on which session {session} was allowed were recorded.",
    "已记录允许会话 {session} 的依据。",
    "セッション {session} を許可した根拠を記録しました。",
  ],
  sessionHeld: [
    "{user} put a hold on session {session}: {reason}",
    "{user} 保留了会话 {session}：{reason}",
    "{user} がセッション {session} を保全しました：{reason}",
  ],
  sessionReleased: [
    "The hold on session {session} was released.",
    "会话 {session} 的保留已解除。",
    "セッション {session} の保全が解除されました。",
  ],
  commandExecuted: [
    "{user} ran on {asset} as {account}: {object}",
    "{user} 以 {account} 在 {asset} 上执行：{object}",
    "{user} が {asset} で {account} として実行：{object}",
  ],
  commandWarned: [
    "{user} ran a command that warns on {asset} as {account}: {object}",
    "{user} 以 {account} 在 {asset} 上执行了告警命令：{object}",
    "{user} が {asset} で {account} として警告対象のコマンドを実行：{object}",
  ],
  commandDenied: [
    "{user} was denied a command on {asset} as {account}: {object}",
    "{user} 以 {account} 在 {asset} 上的命令被拒绝：{object}",
    "{user} の {asset}（{account}）でのコマンドを拒否：{object}",
  ],
  commandReviewed: [
    "A command of {user} on {asset} as {account} was reviewed: {object}",
    "{user} 以 {account} 在 {asset} 上的命令已审批：{object}",
    "{user} の {asset}（{account}）でのコマンドを審査：{object}",
  ],
  fileTransferred: [
    "{user} on {asset} as {account}, {action}: {object}",
    "{user} 以 {account} 在 {asset} 上 {action}：{object}",
    "{user} が {asset}（{account}）で {action}：{object}",
  ],
  loginSucceeded: [
    "{user} signed in from {address}.",
    "{user} 从 {address} 登录成功。",
    "{user} が {address} からサインインしました。",
  ],
  loginFailed: [
    "A sign-in as {user} from {address} failed: {reason}",
    "从 {address} 以 {user} 登录失败：{reason}",
    "{address} からの {user} としてのサインインに失敗：{reason}",
  ],
  accessRefused: [
    "{user} was refused {object}: {reason}",
    "{user} 访问 {object} 被拒绝：{reason}",
    "{user} の {object} を拒否：{reason}",
  ],
  objectCreated: [
    "{user} created {type} {object}.",
    "{user} 创建了 {type} {object}。",
    "{user} が {type} {object} を作成しました。",
  ],
  objectChanged: [
    "{user} changed {type} {object}.",
    "{user} 更改了 {type} {object}。",
    "{user} が {type} {object} を変更しました。",
  ],
  objectDeleted: [
    "{user} deleted {type} {object}.",
    "{user} 删除了 {type} {object}。",
    "{user} が {type} {object} を削除しました。",
  ],
  objectViewed: [
    "{user} viewed {type} {object}.",
    "{user} 查看了 {type} {object}。",
    "{user} が {type} {object} を閲覧しました。",
  ],
  objectExported: [
    "{user} exported {type} {object}.",
    "{user} 导出了 {type} {object}。",
    "{user} が {type} {object} を書き出しました。",
  ],
  secretChanged: [
    "The secret of {account} on {asset} was changed.",
    "{asset} 上 {account} 的密文已更改。",
    "{asset} の {account} のシークレットが変更されました。",
  ],
  secretViewed: [
    "{user} viewed the secret of account {object}.",
    "{user} 查看了账号 {object} 的密文。",
    "{user} がアカウント {object} のシークレットを閲覧しました。",
  ],
  secretExported: [
    "{user} exported the secret of account {object}.",
    "{user} 导出了账号 {object} 的密文。",
    "{user} がアカウント {object} のシークレットを書き出しました。",
  ],
  passwordChanged: [
    "{user} changed the password of {object} from {address}.",
    "{user} 从 {address} 更改了 {object} 的密码。",
    "{user} が {address} から {object} のパスワードを変更しました。",
  ],
  ticketOpened: [
    "{user} opened ticket {object}.",
    "{user} 提交了工单 {object}。",
    "{user} がチケット {object} を作成しました。",
  ],
  ticketChanged: [
    "Ticket {object} of {user} changed.",
    "{user} 的工单 {object} 已变更。",
    "{user} のチケット {object} が変更されました。",
  ],
  ticketApproved: [
    "Ticket {object} of {user} was approved.",
    "{user} 的工单 {object} 已批准。",
    "{user} のチケット {object} が承認されました。",
  ],
  ticketRejected: [
    "Ticket {object} of {user} was rejected.",
    "{user} 的工单 {object} 被拒绝。",
    "{user} のチケット {object} が却下されました。",
  ],
  ticketClosed: [
    "Ticket {object} of {user} was closed.",
    "{user} 的工单 {object} 已关闭。",
    "{user} のチケット {object} が終了しました。",
  ],
  jobStarted: [
    "Job {object} started, asked for by {user}.",
    "作业 {object} 已开始，发起人 {user}。",
    "ジョブ {object} が開始されました（依頼者 {user}）。",
  ],
  jobEnded: [
    "Job {object} ended, asked for by {user}: {reason}.",
    "作业 {object} 已结束，发起人 {user}：{reason}。",
    "ジョブ {object} が終了しました（依頼者 {user}）：{reason}。",
  ],
  recordRemoved: [
    "An audit record was removed before its time: {type} {object}.",
    "审计记录在保留期内被删除：{type} {object}。",
    "監査記録が保存期間内に削除されました：{type} {object}。",
  ],
  receiverTest: [
    "{user} tests this receiver.",
    "{user} 正在测试该接收方。",
    "{user} がこの受信先をテストしています。",
  ],
});
