import { catalogue } from "../../engine/i18n/messages.ts";

/** Texts of the notifications area. */
export const text = catalogue("notifications", {
  siteMessage: ["Site message", "站内信", "サイトメッセージ"],
  hasRead: ["Read", "已读", "既読"],
  readAt: ["Date read", "阅读时间", "既読日時"],
  content: ["Content", "内容", "内容"],
  subject: ["Subject", "主题", "件名"],
  message: ["Message", "消息", "メッセージ"],
  sender: ["Sender", "发送者", "送信者"],
  users: ["Users", "用户", "ユーザー"],
  groups: ["User groups", "用户组", "ユーザーグループ"],
  broadcast: ["To everybody", "发送给所有人", "全員に送信"],
  noRecipient: [
    "Choose at least one user or group, or send to everybody.",
    "请至少选择一个用户或用户组，或发送给所有人。",
    "ユーザーまたはグループを 1 つ以上選ぶか、全員への送信を選んでください。",
  ],
});
