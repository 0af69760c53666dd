import type { Texts } from "../catalogue.ts";
import type en from "../en/messages.ts";

export default {
  title: "站内信",
  unread_one: "站内信，{{count}} 条未读",
  unread_other: "站内信，{{count}} 条未读",
  disconnected: "与服务器的连接已中断，暂时无法提示新站内信，正在恢复。",
  loading: "正在加载站内信…",
  empty: "没有未读站内信",
  emptyBody: "与您有关的消息会显示在这里和铃铛上。",
  failed: "站内信加载失败",
  loadMore: "加载更多",
  select: "选择“{{subject}}”",
  markOne: "标为已读",
  markSelected: "所选标为已读",
  markAll: "全部标为已读",
  markAllTitle: "将所有站内信标为已读？",
  markAllBody: "它们将从此列表移除，包括尚未加载的。",
  noSubject: "（无主题）",
  now: "刚刚",
} satisfies Texts<typeof en>;
