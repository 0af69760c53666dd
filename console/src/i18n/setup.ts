import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { currentLanguage, LANGUAGE_TAGS, type Language } from "./language.ts";
import { rememberTexts } from "./remembered-texts.ts";
import type { TextSource, TextTree } from "./text-source.ts";

/** The texts an application needs before it draws anything, by language. */
export type StartTexts = Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, TextTree>> }>>
>;

/** Serves namespaces to i18next, which asks for one when a component first uses it and has that component wait. */
function textBackend(sources: readonly TextSource[]): BackendModule {
  const sourceOf = new Map(
    sources.flatMap((source) => source.namespaces.map((name) => [name, source] as const)),
  );
  return {
    type: "backend",
    init: () => {},
    read: (language, namespace, done) => {
      const source = sourceOf.get(namespace);
      if (source === undefined) return done(new Error(`No texts are called ${namespace}`), false);
      source[language as Language]().then(
        (file) => done(null, file.default[namespace]),
        // `true` has i18next try again, with growing pauses.
        (error: Error) => done(error, true),
      );
    },
  };
}

/**
 * Loads the texts this page starts with, in its one language, and starts i18next with them. Call once before the
 * first render. All languages have one shape (`Catalogue`), so a missing key is a type error, never a fallback.
 *
 * @param sources texts that follow when something shows them
 * @returns the language in use
 */
export async function setUpTranslations(
  start: StartTexts,
  sources: readonly TextSource[],
): Promise<Language> {
  const language = currentLanguage();
  const texts = (await start[language]()).default;
  await i18next
    .use(textBackend(sources))
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: texts },
      partialBundledLanguages: true,
      defaultNS: "common",
      ns: Object.keys(texts),
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  rememberTexts(i18next);
  document.documentElement.lang = LANGUAGE_TAGS[language];
  return language;
}

/**
 * Has the texts of a source in the page's language. Rejects when their file cannot be loaded; asked again, it tries
 * again.
 */
export async function loadTexts(source: TextSource): Promise<void> {
  await source[i18next.language as Language]();
  await i18next.loadNamespaces(source.namespaces);
}
