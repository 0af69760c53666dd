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
