import { readCookie, writeCookie } from "../kit/api/cookies.ts";

/** Languages the product is written in. */
export type Language = "en" | "zh" | "ja";

/** Value of the `django_language` cookie for each language (docs/contract/conventions.md, "Language"). */
export const LANGUAGE_COOKIE_VALUES: Readonly<Record<Language, string>> = {
  en: "en",
  zh: "zh-hans",
  ja: "ja",
};

/** Each language in its own words, for the language menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  zh: "简体中文",
  ja: "日本語",
};

/** BCP 47 tag for `<html lang>` and `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

function asLanguage(text: string | undefined): Language | undefined {
  const prefix = text?.slice(0, 2).toLowerCase();
  return prefix === "en" || prefix === "zh" || prefix === "ja" ? prefix : undefined;
}

/**
 * Decides the language: the cookie, then the browser's list, then English.
 *
 * @param cookie value of `django_language`
 * @param browser the browser's languages, best first
 */
export function chooseLanguage(cookie: string | undefined, browser: readonly string[]): Language {
  const fromCookie = asLanguage(cookie);
  if (fromCookie !== undefined) return fromCookie;
  for (const tag of browser) {
    const language = asLanguage(tag);
    if (language !== undefined) return language;
  }
  return "en";
}

/** The language of this page load. */
export function currentLanguage(): Language {
  return chooseLanguage(readCookie("django_language"), navigator.languages);
}

/** Remembers another language and loads the page again in it, so that server texts change too. */
export function switchLanguage(language: Language): void {
  writeCookie("django_language", LANGUAGE_COOKIE_VALUES[language], 365 * 24 * 3600);
  location.reload();
}
