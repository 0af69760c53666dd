import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  eventReceivers: "イベント受信先",
  eventReceiverCreate: "イベント受信先を作成",
  eventReceiverUpdate: "イベント受信先を編集",
  eventReceiverDetail: "イベント受信先",
} satisfies Texts<typeof en.titles>;

export default {
  events: {
    hint: "起きたことを順番どおりに各受信先へ伝えます。受信先が停止している間も失われません。",
    administratorsOnly:
      "受信先にはすべての組織のイベントが届くため、作成と変更はシステム管理者だけが行えます。",
    empty:
      "サインイン、セッション、コマンド、変更を Webhook、SIEM、チャットへ送ります。まず受信先を作成してください。",
    active: "有効",
    progress: "配信状況",
    group: { receiver: "受信先", target: "宛先", events: "イベント", other: "その他" },
    test: {
      title: "テスト",
      hint: "テストイベントをすぐに送り、受信先の応答を表示します。",
      run: "テストイベントを送信",
      answer: "応答：",
      time_one: "所要時間 {{count}} ミリ秒。",
      time_other: "所要時間 {{count}} ミリ秒。",
    },
    replay: {
      action: "イベントの再送",
      title: "{{name}} へイベントを再送",
      hint: "指定した日時以降のすべてのイベントを元の ID のまま再送します。イベントは 7 日間保存されます。",
      from: "開始日時",
      run: "再送",
      done_one: "{{count}} 件のイベントを再送します",
      done_other: "{{count}} 件のイベントを再送します",
    },
    deliveries: { title: "配信ログ", empty: "配信の試行がここに表示されます。" },
    deadLetters: {
      title: "デッドレター",
      empty: "受信先に 5 回拒否されたイベントがここに表示されます。現在はありません。",
      retry: "デッドレター",
      run: "すべて再試行",
      queued_one: "{{count}} 件のイベントを再送します",
      queued_other: "{{count}} 件のイベントを再送します",
    },
  },
} satisfies Texts<typeof en.default>;
