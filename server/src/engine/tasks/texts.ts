import { catalogue } from "../i18n/messages.ts";

/** What every execution says of itself. */
export const text = catalogue("tasks", {
  begins: ["{task} started at {time}", "{task} 开始于 {time}", "{task} を開始しました（{time}）"],
  beginsAgain: [
    "The previous worker was lost. Starting over.",
    "上一个工作进程已丢失，从头开始。",
    "前回のワーカーが失われたため、最初からやり直します。",
  ],
  workerDied: [
    "The worker crashed during this task. Parts of it may already be done, so it is not repeated automatically.",
    "工作进程在执行任务时崩溃。部分操作可能已经完成，因此不会自动重复执行。",
    "タスクの実行中にワーカーが異常終了しました。一部が完了している可能性があるため、自動では再実行しません。",
  ],
  workerStops: [
    "The worker is stopping. Another worker will start over.",
    "工作进程正在停止，将由其他工作进程从头开始。",
    "ワーカーが停止します。別のワーカーが最初からやり直します。",
  ],
  workerStopped: [
    "The worker was stopped during this task. It is not repeated automatically.",
    "工作进程在执行任务时被停止，不会自动重复执行。",
    "タスクの実行中にワーカーが停止しました。自動では再実行しません。",
  ],
  stopped: ["Stopped by a user.", "已被用户停止。", "ユーザーが停止しました。"],
  timeout: [
    "Canceled after {seconds:second|seconds}, the time limit of this task.",
    "已达到 {seconds} 秒的时间上限，任务已取消。",
    "タスクの制限時間 {seconds} 秒に達したため中止しました。",
  ],
  fault: [
    "Failed because of an internal error. Find the details in the server log under {id}.",
    "内部错误导致失败。详情见服务器日志，请查找 {id}。",
    "内部エラーで失敗しました。詳細はサーバーのログで {id} を検索してください。",
  ],
  unknownTask: [
    "This version has no task {name}.",
    "当前版本没有任务 {name}。",
    "このバージョンにタスク {name} はありません。",
  ],
  wrongKwargs: [
    "The task does not accept these arguments.",
    "传入的参数不适用于此任务。",
    "指定された引数はこのタスクに使えません。",
  ],
  lost: [
    "No worker is handling this task any longer, so it was marked as failed.",
    "已没有工作进程处理此任务，已标记为失败。",
    "このタスクを処理しているワーカーがないため、失敗として処理しました。",
  ],
  full: [
    "The log has reached its size limit. Further output is not shown.",
    "日志已达上限，后续内容不再显示。",
    "ログの上限に達しました。以降の出力は表示されません。",
  ],
  finished: ["Finished in {seconds} s", "执行完毕，用时 {seconds} 秒", "完了（{seconds} 秒）"],
  failed: ["Failed after {seconds} s", "失败，用时 {seconds} 秒", "失敗（{seconds} 秒）"],
  revoked: ["Stopped after {seconds} s", "已停止，用时 {seconds} 秒", "停止（{seconds} 秒）"],
});
