import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of components: what is wrong with what they say, and what administrators are told of them. */
export const text = catalogue("sessions.components", {
  component: ["Component", "组件", "コンポーネント"],
  objectExpected: ["Send an object.", "请发送一个对象。", "オブジェクトを送信してください。"],
  notAFigure: ["Send a valid load.", "请发送合理的负载数值。", "負荷としてありうる数値を送信してください。"],
  notACount: ["Send a whole number.", "请发送整数。", "整数を送信してください。"],
  notSessions: [
    "Send a list of session IDs, at most 10,000.",
    "请发送会话 ID 列表，最多 10,000 个。",
    "セッション ID の一覧を送信してください（最大 10,000 件）。",
  ],
  noTerminal: [
    "This account is not registered as a component.",
    "此账号未注册为组件。",
    "このアカウントはコンポーネントとして登録されていません。",
  ],
  unknownType: ["Unknown component type.", "没有这种组件类型。", "この種類のコンポーネントはありません。"],
  nameTaken: [
    "Another component has this name.",
    "已有同名组件。",
    "この名前のコンポーネントが既にあります。",
  ],
  idTaken: ["Another session has this ID.", "已有会话使用此 ID。", "この ID のセッションが既にあります。"],
  notAnId: ["Send a UUID.", "请发送 UUID。", "UUID を送信してください。"],
  noOrganization: ["This organization does not exist.", "没有这个组织。", "この組織はありません。"],
  notATime: [
    "Send a time within the last seven days. Check the clock of the component.",
    "请发送最近七天内的时间，并检查组件的时钟。",
    "過去 7 日以内の日時を送信してください。コンポーネントの時計を確認してください。",
  ],
  onlyFinished: [
    "A task can only be reported as finished.",
    "任务只能报告为已完成。",
    "タスクは完了としてのみ報告できます。",
  ],
  fileExpected: [
    "Send the recording as file.",
    "请以 file 发送录像。",
    "録画を file として送信してください。",
  ],
  replayVersion: [
    "Only terminal recordings (version 3, asciicast) can be stored.",
    "只保存终端录像（版本 3，asciicast）。",
    "保存できるのはターミナルの録画（バージョン 3、asciicast）のみです。",
  ],
  replayThere: ["The recording is already stored.", "录像已保存。", "録画は既に保存されています。"],
  replayUnfinished: [
    "Report the end of the session first.",
    "请先报告会话结束。",
    "先にセッションの終了を報告してください。",
  ],
  replayDamaged: [
    "This is not a terminal recording: {reason}",
    "这不是终端录像：{reason}",
    "ターミナルの録画ではありません：{reason}",
  ],
  configHandedOut: ["Settings of components", "组件配置", "コンポーネントの設定"],
  backSubject: ["Components recovered", "组件已恢复", "コンポーネントが復旧しました"],
  backBody: [
    "These components have recovered:",
    "以下组件已恢复正常：",
    "次のコンポーネントは正常に戻りました：",
  ],
  problemOffline: ["offline since {since}", "自 {since} 起离线", "{since} からオフライン"],
  problemCpu: ["processor load {figure}", "处理器负载 {figure}", "プロセッサー負荷 {figure}"],
  problemMemory: ["memory {figure} %", "内存 {figure} %", "メモリ {figure} %"],
  problemDisk: ["disk {figure} %", "磁盘 {figure} %", "ディスク {figure} %"],
  well: ["well", "正常", "正常"],
  replayStorage: ["Recording storage", "录像存储", "録画の保存先"],
  database: ["Database", "数据库", "データベース"],
  databaseWell: [
    "The database responds in {milliseconds} ms.",
    "响应时间 {milliseconds} 毫秒。",
    "{milliseconds} ミリ秒で応答しています。",
  ],
  databaseSlow: [
    "The database responds in {milliseconds} ms, and {waiting} requests are waiting for a connection. Give it more memory or faster disks, or allow more connections.",
    "响应时间 {milliseconds} 毫秒，有 {waiting} 个请求在等待连接。请增加内存、使用更快的磁盘，或允许更多连接。",
    "応答に {milliseconds} ミリ秒かかり、{waiting} 件の要求が接続を待っています。メモリや高速なディスクを追加するか、接続数の上限を増やしてください。",
  ],
  queue: ["Background jobs", "后台作业", "バックグラウンドジョブ"],
  queueWell: ["Jobs are running on time.", "作业按时运行。", "ジョブは予定どおり実行されています。"],
  queueLate: [
    "{count} jobs are waiting, the oldest for {minutes} minutes. Check that a worker is running.",
    "有 {count} 个作业在等待，最久的已等待 {minutes} 分钟。请检查工作进程是否在运行。",
    "{count} 件のジョブが待機中で、最も古いものは {minutes} 分待っています。ワーカーが動作しているか確認してください。",
  ],
  queueFailed: [
    "{count} jobs were abandoned. The worker's log says why.",
    "有 {count} 个作业已放弃，原因见工作进程的日志。",
    "{count} 件のジョブが中止されました。理由はワーカーのログにあります。",
  ],
  components: ["Components", "组件", "コンポーネント"],
  componentsWell: [
    "All components are responding.",
    "所有组件均正常响应。",
    "すべてのコンポーネントが応答しています。",
  ],
  componentsOffline: [
    "No response from {names}. Start them, or delete those that are permanently gone.",
    "{names} 无响应。请启动它们，或删除不再使用的组件。",
    "{names} から応答がありません。起動するか、不要になったものを削除してください。",
  ],
  componentsBusy: [
    "{names} are overloaded. Their pages show which resource is short.",
    "{names} 负载过高，其详情页显示了不足的资源。",
    "{names} の負荷が高すぎます。詳細ページで不足しているものを確認できます。",
  ],
  recordings: ["Recordings", "录像", "録画"],
  recordingsRoom: ["{free} MB are free.", "可用空间 {free} MB。", "空き容量は {free} MB です。"],
  recordingsFull: [
    "{free} MB are free, but {needed} MB are needed: new sessions are refused. Free some space, or keep recordings for a shorter time.",
    "可用空间 {free} MB，需要 {needed} MB：无法开始新会话。请释放空间，或缩短录像保留时间。",
    "空き容量は {free} MB ですが {needed} MB 必要なため、セッションを開始できません。空きを増やすか、録画の保存期間を短くしてください。",
  ],
});
