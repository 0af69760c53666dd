import type { StartTexts } from "../i18n/setup.ts";
import type { TextSource } from "../i18n/text-source.ts";
import { KIT_TEXTS } from "../kit/text-sources.ts";
import { AREAS } from "./areas.ts";

/** Texts the console starts with. */
export const START_TEXTS: StartTexts = {
  en: () => import("./start-texts/en.ts"),
  zh: () => import("./start-texts/zh.ts"),
  ja: () => import("./start-texts/ja.ts"),
};

/** Texts that are loaded with what shows them. */
export const LAZY_TEXTS: readonly TextSource[] = [
  ...KIT_TEXTS,
  ...AREAS.flatMap(({ texts }) => (texts === undefined ? [] : [texts])),
  {
    namespaces: ["palette"],
    en: () => import("../shell/palette/texts/en.ts"),
    zh: () => import("../shell/palette/texts/zh.ts"),
    ja: () => import("../shell/palette/texts/ja.ts"),
  },
  {
    namespaces: ["access"],
    en: () => import("../shell/no-access/texts/en.ts"),
    zh: () => import("../shell/no-access/texts/zh.ts"),
    ja: () => import("../shell/no-access/texts/ja.ts"),
  },
];
