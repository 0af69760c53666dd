import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  subscription: {
    title: "メッセージの受信方法",
    saved: "保存しました。新しいメッセージから適用されます。",
  },
  messageDeliveries: {
    title: "メッセージの配信",
    retry: "再送信",
    queued: "再送信の待ち行列に追加しました。",
    empty: "過去 30 日間に、メールまたはチャットプラットフォームで送信されたメッセージはありません。",
  },
} satisfies Texts<typeof en.default>;
