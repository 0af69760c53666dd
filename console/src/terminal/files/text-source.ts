import type { TextSource } from "../../i18n/text-source.ts";

/** Texts of the file manager, loaded with it. */
export const FILES_TEXTS: TextSource = {
  namespaces: ["files"],
  en: () => import("./texts/en.ts"),
  zh: () => import("./texts/zh.ts"),
  ja: () => import("./texts/ja.ts"),
};
