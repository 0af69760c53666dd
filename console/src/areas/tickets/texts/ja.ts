import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  flowCreate: "承認フローの作成",
  flowUpdate: "承認フローの編集",
  flowDetail: "承認フロー",
  myTickets: "自分の申請",
  assignedTickets: "承認待ち",
  requestAssetPermission: "アセットアクセスの申請",
  requestAssetPermissionDetail: "アセットアクセスの申請内容",
  loginAssetConfirm: "アセット接続の承認",
  loginConfirm: "サインインの承認",
  commandConfirm: "コマンド実行の承認",
  ticketDetail: "チケット",
  flows: "承認フロー",
} satisfies Texts<typeof en.titles>;
