import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  consoleDashboard: "ダッシュボード",
  auditDashboard: "ダッシュボード",
  workbenchHome: "概要",
} satisfies Texts<typeof en.titles>;

export default {
  dashboards: {
    online: "接続中のセッション",
    finished: "終了したセッション",
    recentSessions: "最近のセッション",
    noSessions: "セッションはまだありません",
    greeting: "{{name}} さん、こんにちは",
  },
} satisfies Texts<typeof en.default>;
