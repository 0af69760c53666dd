import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Catalogue } from "./catalogue.ts";
import { currentLanguage, LANGUAGE_TAGS, type Language } from "./language.ts";
import { rememberTexts } from "./remembered-texts.ts";

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import("./en/index.ts"),
  zh: () => import("./zh/index.ts"),
  ja: () => import("./ja/index.ts"),
};

/**
 * Loads the one catalogue this page needs and starts i18next with it. Call once before the first render.
 * The three catalogues have one shape (`Catalogue`), so a missing key is a type error, never a runtime fallback.
 *
 * @returns the language in use
 */
export async function setUpTranslations(): Promise<Language> {
  const language = currentLanguage();
  const catalogue = (await LOADERS[language]()).default;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: { [language]: catalogue },
    defaultNS: "common",
    ns: Object.keys(catalogue),
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  rememberTexts(i18next);
  document.documentElement.lang = LANGUAGE_TAGS[language];
  return language;
}
