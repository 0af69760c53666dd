import { readCookie, writeCookie } from "../kit/api/cookies.ts";

/** Languages the product is written in. */
export type Language = "en" | "zh" | "ja";

/** Cookies that choose the language, the one that counts first: the server's and the consoles'. */
const COOKIES = ["django_language", "lang"];

/** How long a choice is remembered, in seconds. */
const REMEMBERED = 365 * 24 * 3600;

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
 * Decides the language: the first cookie that names one, then the browser's list, then English.
 *
 * @param cookies values of `django_language` and `lang`
 * @param browser the browser's languages, best first
 */
export function chooseLanguage(
  cookies: readonly (string | undefined)[],
  browser: readonly string[],
): Language {
  for (const tag of [...cookies, ...browser]) {
    const language = asLanguage(tag);
    if (language !== undefined) return language;
  }
  return "en";
}

/** The language of this page load. */
export function currentLanguage(): Language {
  return chooseLanguage(
    COOKIES.map((name) => readCookie(name)),
    navigator.languages,
  );
}

/** Remembers another language and loads the page again in it, so that server texts change too. */
export function switchLanguage(language: Language): void {
  writeCookie("django_language", LANGUAGE_COOKIE_VALUES[language], REMEMBERED);
  writeCookie("lang", language, REMEMBERED);
  location.reload();
}
