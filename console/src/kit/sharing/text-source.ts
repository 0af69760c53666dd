import type { TextSource } from "../../i18n/text-source.ts";

/** Texts of sharing, which the console and the page of the terminals both show. */
export const SHARING_TEXTS: TextSource = {
  namespaces: ["sharing"],
  en: () => import("./texts/en.ts"),
  zh: () => import("./texts/zh.ts"),
  ja: () => import("./texts/ja.ts"),
};
