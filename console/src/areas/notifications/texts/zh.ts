import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  subscription: {
    title: "消息订阅",
    saved: "已保存，对新消息生效。",
  },
  messageDeliveries: {
    title: "消息投递",
    retry: "重新发送",
    queued: "已重新加入发送队列。",
    empty: "最近 30 天内没有通过邮件或聊天平台发出的消息。",
  },
} satisfies Texts<typeof en.default>;
