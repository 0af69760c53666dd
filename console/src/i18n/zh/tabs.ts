import type { Texts } from "../catalogue.ts";
import type en from "../en/tabs.ts";

export default {
  list: "已打开的页面",
  menu: "当前页面的操作",
  pinned: "已固定",
  refresh: "刷新",
  close: "关闭",
  closeOne: "关闭{{title}}",
  closeOthers: "关闭其他",
  closeAll: "全部关闭",
} satisfies Texts<typeof en>;
