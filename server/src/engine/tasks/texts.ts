import { catalogue } from "../i18n/messages.ts";

/** What every execution says of itself. */
export const text = catalogue("tasks", {
  begins: ["{task}: begins, {time}", "{task}：开始，{time}", "{task}：開始 {time}"],
  beginsAgain: [
    "The worker of the attempt before is gone. Begins again from the start.",
    "上一次执行所在的工作进程已退出，现在从头开始。",
    "前回の実行プロセスが失われたため、最初からやり直します。",
  ],
  workerDied: [
    "The worker died in the middle of this. It is not repeated by itself, as parts of it may have been done.",
    "工作进程在执行中途退出。部分操作可能已经完成，因此不会自动重复执行。",
    "実行中にプロセスが失われました。一部が完了している可能性があるため、自動では再実行しません。",
  ],
  workerStops: [
    "The worker stops. Another one begins again from the start.",
    "工作进程正在停止，将由其他进程从头开始。",
    "プロセスが停止します。別のプロセスが最初からやり直します。",
  ],
  workerStopped: [
    "The worker stopped in the middle of this. It is not repeated by itself.",
    "工作进程在执行中途停止，不会自动重复执行。",
    "実行中にプロセスが停止しました。自動では再実行しません。",
  ],
  stopped: ["Stopped by somebody.", "已被手动停止。", "手動で停止されました。"],
  timeout: [
    "Took longer than {seconds:second|seconds} and was given up.",
    "执行超过 {seconds} 秒，已放弃。",
    "{seconds} 秒を超えたため中止しました。",
  ],
  fault: [
    "Failed because of an error in the server. Its log says more; look there for {id}.",
    "服务器内部错误导致失败。详情见服务器日志，请查找 {id}。",
    "サーバー内部のエラーで失敗しました。詳細はサーバーのログで {id} を探してください。",
  ],
  unknownTask: [
    "This build knows no task {name}.",
    "当前版本没有任务 {name}。",
    "このバージョンにタスク {name} はありません。",
  ],
  wrongKwargs: [
    "What this was asked to work on is not what the task works on.",
    "传入的参数不适用于此任务。",
    "指定された引数はこのタスクに使えません。",
  ],
  lost: [
    "Nothing works on this any more. It was given up.",
    "已没有进程在处理此任务，已放弃。",
    "このタスクを処理しているものがないため、中止しました。",
  ],
  full: [
    "This log is full: what follows is left out.",
    "日志已满，后续内容不再记录。",
    "ログの上限に達したため、以降は省略します。",
  ],
  finished: ["Finished in {seconds} s", "执行完毕，用时 {seconds} 秒", "完了（{seconds} 秒）"],
  failed: ["Failed after {seconds} s", "失败，用时 {seconds} 秒", "失敗（{seconds} 秒）"],
  revoked: ["Stopped after {seconds} s", "已停止，用时 {seconds} 秒", "停止（{seconds} 秒）"],
});
