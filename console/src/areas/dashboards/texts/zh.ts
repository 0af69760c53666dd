import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  consoleDashboard: "仪表盘",
  auditDashboard: "仪表盘",
  workbenchHome: "概览",
} satisfies Texts<typeof en.titles>;

export default {
  dashboards: {
    online: "在线会话",
    finished: "历史会话",
    recentSessions: "最近的会话",
    noSessions: "还没有会话",
    greeting: "您好，{{name}}",
  },
} satisfies Texts<typeof en.default>;
