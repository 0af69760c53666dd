import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of who is signed in. */
export const text = catalogue("user-sessions", {
  userSession: ["Signed-in user", "在线用户", "サインイン中のユーザー"],
  userId: ["User ID", "用户 ID", "ユーザー ID"],
  dateStart: ["Signed in", "登录时间", "サインイン日時"],
  dateLast: ["Last active", "最近活动", "最終操作日時"],
  dateExpired: ["Ends if idle", "空闲失效时间", "操作がない場合の終了日時"],
  isCurrent: ["Your session", "当前会话", "現在のセッション"],
});
