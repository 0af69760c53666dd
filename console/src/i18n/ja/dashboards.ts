import type { Texts } from "../catalogue.ts";
import type en from "../en/dashboards.ts";

export default {
  online: "接続中のセッション",
  finished: "終了したセッション",
  recentSessions: "最近のセッション",
  noSessions: "セッションはまだありません",
  greeting: "{{name}} さん、こんにちは。",
} satisfies Texts<typeof en>;
