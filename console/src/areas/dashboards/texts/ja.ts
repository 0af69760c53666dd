import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  consoleDashboard: "ダッシュボード",
  auditDashboard: "ダッシュボード",
  workbenchHome: "概要",
} satisfies Texts<typeof en.titles>;

export default {
  dashboards: {
    online: "接続中のセッション",
    finished: "終了したセッション",
    recentSessions: "最近のセッション",
    noSessions: "セッションはまだありません",
    greeting: "{{name}} さん、こんにちは",
    noSessionsHint: "誰かがアセットに接続すると、ここにセッションが表示されます。",
    nothingYet: "この期間には何もありません",
    day: "日付",
    total: "合計",
    thisWeek: "今週の追加",
    proportion: "{{percent}}%",
    range: { label: "表示する期間", today: "今日", week: "過去 7 日", month: "過去 30 日" },
    live: {
      title: "現在の状況",
      users: "接続中のユーザー",
      failed: "今日失敗した接続",
      jobs: "実行中のジョブ",
      approvals: "承認待ち",
    },
    activity: {
      title: "ユーザーとアセットの利用状況",
      users: "利用したユーザー",
      assets: "利用されたアセット",
    },
    users: { title: "ユーザー", total: "全ユーザー", today: "今日のサインイン" },
    assets: {
      title: "アセット",
      total: "全アセット",
      today: "今日の利用",
      types: "アセットの種類",
      none: "アセットはまだありません",
      add: "アセットを追加",
    },
    ranking: {
      users: "利用の多いユーザー",
      assets: "利用の多いアセット",
      rank: "順位",
      user: "ユーザー",
      asset: "アセット",
      total: "セッション数",
      empty: "この期間にはセッションがありません",
      emptyHint: "期間を長くするか、アセットに接続してください。",
    },
    audit: {
      logs: "ログ",
      logins: "サインイン",
      operations: "操作",
      passwordChanges: "パスワードの変更",
      sessionData: "セッション",
      files: "ファイル転送",
      loginLogs: "サインインの結果",
      succeeded: "成功",
      failed: "失敗",
      commands: "コマンド",
      dangerous: "危険なコマンド",
      sessionTrend: "セッションの推移",
      sessions: "セッション",
      loginTrend: "サインインの推移",
      jobs: "ジョブ",
      jobsFailed: "失敗",
    },
  },
  /** The way from an empty organization to a recorded session. */
  gettingStarted: {
    title: "はじめに",
    done: "{{total}} 件中 {{done}} 件完了",
    hide: "非表示",
    isDone: "（完了）",
    allDone: "録画されたセッションができました。このガイドはヘルプメニューからいつでも開けます。",
    asset: {
      title: "マシンを追加する",
      text: "アドレスとサインイン用のアカウントを入力します。接続はその場でテストされます。",
      act: "マシンを追加",
    },
    permission: {
      title: "アクセス権を付与する",
      text: "マシンを使える人を選びます。自分でも同僚でもかまいません。",
      act: "アクセス権を付与",
      newUser: "ユーザーを作成",
    },
    session: {
      title: "接続する",
      text: "ブラウザーでセッションを開きます。操作はすべて録画されます。",
      act: "接続",
    },
    replay: {
      title: "録画を見る",
      text: "セッションを実際の流れどおりに再生します。",
      act: "録画を再生",
      waiting: "セッションの終了後に再生できます",
    },
  },
} satisfies Texts<typeof en.default>;
