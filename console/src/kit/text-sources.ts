import type { TextSource } from "../i18n/text-source.ts";
import { SHARING_TEXTS } from "./sharing/text-source.ts";

/** Texts of the kit that are loaded with the first form, tree or dialog that shows them. */
export const KIT_TEXTS: readonly TextSource[] = [
  {
    namespaces: ["confirm"],
    en: () => import("./confirm/texts/en.ts"),
    zh: () => import("./confirm/texts/zh.ts"),
    ja: () => import("./confirm/texts/ja.ts"),
  },
  {
    namespaces: ["form"],
    en: () => import("./form/texts/en.ts"),
    zh: () => import("./form/texts/zh.ts"),
    ja: () => import("./form/texts/ja.ts"),
  },
  SHARING_TEXTS,
  {
    namespaces: ["transfer"],
    en: () => import("./transfer/texts/en.ts"),
    zh: () => import("./transfer/texts/zh.ts"),
    ja: () => import("./transfer/texts/ja.ts"),
  },
  {
    namespaces: ["tree"],
    en: () => import("./tree/texts/en.ts"),
    zh: () => import("./tree/texts/zh.ts"),
    ja: () => import("./tree/texts/ja.ts"),
  },
];
