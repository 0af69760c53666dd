import type { Texts } from "../catalogue.ts";
import type en from "../en/messages.ts";

export default {
  title: "メッセージ",
  unread_one: "メッセージ、未読 {{count}} 件",
  unread_other: "メッセージ、未読 {{count}} 件",
  disconnected: "サーバーとの接続が切れたため、新着メッセージをお知らせできません。再接続しています。",
  loading: "メッセージを読み込んでいます…",
  empty: "未読のメッセージはありません",
  emptyBody: "あなたへのお知らせは、ここと鈴のアイコンに表示されます。",
  failed: "メッセージを読み込めませんでした",
  loadMore: "さらに読み込む",
  select: "「{{subject}}」を選択",
  markOne: "既読にする",
  markSelected: "選択分を既読にする",
  markAll: "すべて既読にする",
  markAllTitle: "すべてのメッセージを既読にしますか？",
  markAllBody: "まだ読み込んでいないものも含め、この一覧から消えます。",
  noSubject: "（件名なし）",
  now: "たった今",
} satisfies Texts<typeof en>;
