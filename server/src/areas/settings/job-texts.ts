import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the settings of jobs. */
export const text = catalogue("settings.jobs", {
  category: ["Jobs", "作业", "ジョブ"],
  enabled: ["Job center", "启用作业中心", "ジョブセンターを有効にする"],
  enabledHelp: [
    "If turned off, no jobs run, scheduled ones included.",
    "关闭后任何人都不能运行作业，定时作业也不会运行。",
    "オフの場合、スケジュールされたものを含め、だれもジョブを実行できません。",
  ],
  blacklist: ["Blocked commands", "禁止的命令", "禁止コマンド"],
  blacklistHelp: [
    "Shell and Python jobs that begin with one of these words do not run.",
    "以其中任一单词开头的 Shell 和 Python 作业不会运行。",
    "これらの語で始まる Shell と Python のジョブは実行されません。",
  ],
});
