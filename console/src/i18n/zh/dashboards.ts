import type { Texts } from "../catalogue.ts";
import type en from "../en/dashboards.ts";

export default {
  online: "在线会话",
  finished: "历史会话",
  recentSessions: "最近的会话",
  noSessions: "还没有会话",
  greeting: "您好，{{name}}。",
} satisfies Texts<typeof en>;
