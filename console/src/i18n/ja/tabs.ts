import type { Texts } from "../catalogue.ts";
import type en from "../en/tabs.ts";

export default {
  list: "開いているページ",
  menu: "このページの操作",
  pinned: "固定",
  refresh: "再表示",
  close: "閉じる",
  closeOne: "{{title}}を閉じる",
  closeOthers: "他を閉じる",
  closeAll: "すべて閉じる",
} satisfies Texts<typeof en>;
