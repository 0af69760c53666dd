import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  subscription: {
    title: "消息订阅",
    saved: "已保存，对新消息生效。",
  },
} satisfies Texts<typeof en.default>;
