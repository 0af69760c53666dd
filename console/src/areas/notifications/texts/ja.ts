import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  subscription: {
    title: "メッセージの受信方法",
    saved: "保存しました。新しいメッセージから適用されます。",
  },
} satisfies Texts<typeof en.default>;
