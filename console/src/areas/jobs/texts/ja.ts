import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  jobCreate: "ジョブの作成",
  jobUpdate: "ジョブの編集",
  jobDetail: "ジョブ",
  jobExecutionDetail: "ジョブの実行",
  adhocCreate: "コマンドテンプレートの作成",
  adhocUpdate: "コマンドテンプレートの編集",
  adhocDetail: "コマンドテンプレート",
  playbookCreate: "プレイブックの作成",
  playbookUpdate: "プレイブックの編集",
  playbookDetail: "プレイブック",
  taskDetail: "システムタスク",
  quickJob: "クイックコマンド",
  jobs: "ジョブ",
  jobTemplates: "ジョブテンプレート",
  jobExecutions: "ジョブの実行履歴",
  tasks: "システムタスク",
  taskLog: "タスクログ",
  myTasks: "自分のタスク",
} satisfies Texts<typeof en.titles>;

export default {
  tasks: {
    list: "タスク",
    basic: "基本情報",
    executions: "実行履歴",
    clean: "保持期間",
    description: "説明",
    queue: "キュー",
    successOfAll: "成功 / 合計",
    output: "ログ",
    again: "再実行",
    stop: "停止",
    stopTitle: "この実行を停止しますか？",
    stopBody: "「{{task}}」を途中で停止します。すでに行われた処理は残ります。",
    stopSent: "停止しています…",
    noTasks: "まだタスクがありません。アセットをテストすると、そのタスクがここに表示されます。",
    noExecutions: "このタスクはまだ実行されていません。",
    noneOfMine: "まだタスクを開始していません。アセットのテストなどを始めると、ここに表示されます。",
    health: {
      green: "良好",
      yellow: "一部失敗",
      red: "失敗",
      greenHint: "直近 5 回の実行に失敗はありません",
      yellowHint: "直近 5 回に失敗がありますが、最後の実行ではありません",
      redHint: "最後の実行が失敗しました",
    },
    follow: {
      connecting: "接続中",
      following: "ライブ",
      ended: "終了",
      lost: "接続が切れました。再接続中",
      "signed-out": "サインアウトしました。再度サインインしてください",
    },
  },
} satisfies Texts<typeof en.default>;
