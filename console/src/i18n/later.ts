import i18next from "i18next";
import type { LaterCatalogue } from "./catalogue.ts";
import { currentLanguage, type Language } from "./language.ts";

const LOADERS: Readonly<Record<Language, () => Promise<{ default: LaterCatalogue }>>> = {
  en: () => import("./en/later.ts"),
  zh: () => import("./zh/later.ts"),
  ja: () => import("./ja/later.ts"),
};

const state: { loading: Promise<void> | undefined } = { loading: undefined };

async function load(): Promise<void> {
  const language = currentLanguage();
  const catalogue = (await LOADERS[language]()).default;
  for (const [namespace, texts] of Object.entries(catalogue)) {
    i18next.addResourceBundle(language, namespace, texts);
  }
}

/**
 * Loads the texts that no start page needs. Asked for any number of times, loaded once; a failed load is tried again
 * when next asked for.
 */
export function laterTexts(): Promise<void> {
  state.loading ??= load().catch((error: unknown) => {
    state.loading = undefined;
    throw error;
  });
  return state.loading;
}
