import { catalogue } from "../i18n/messages.ts";

/** Names of tasks and schedules, and of their fields. */
export const taskText = catalogue("task-fields", {
  task: ["Task", "任务", "タスク"],
  schedule: ["Scheduled task", "定时任务", "定期タスク"],
  meta: ["Details", "详情", "詳細"],
  summary: ["Summary", "汇总", "集計"],
  state: ["State", "状态", "状態"],
  lastPublished: ["Last queued", "最近排队时间", "最終登録日時"],
  enabled: ["Enabled", "启用", "有効"],
  description: ["Description", "描述", "説明"],
  lastRun: ["Last run", "最近运行", "前回の実行"],
  nextRun: ["Next run", "下次运行", "次回の実行"],
  crontab: ["Cron expression", "Cron 表达式", "cron 式"],
  everySeconds: ["Every (s)", "间隔（秒）", "間隔（秒）"],
  runCount: ["Runs", "运行次数", "実行回数"],
});
