import type { StartTexts } from "../i18n/setup.ts";

/** Texts the connect page starts with. */
export const START_TEXTS: StartTexts = {
  en: () => import("./start-texts/en.ts"),
  zh: () => import("./start-texts/zh.ts"),
  ja: () => import("./start-texts/ja.ts"),
};
