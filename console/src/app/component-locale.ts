import type { Locale } from "antd/es/locale";
import type { Language } from "../i18n/language.ts";

/** The component library's own words in the page's language; only that one is loaded. */
export async function componentLocale(language: Language): Promise<Locale> {
  switch (language) {
    case "zh":
      return (await import("antd/es/locale/zh_CN")).default;
    case "ja":
      return (await import("antd/es/locale/ja_JP")).default;
    case "en":
      return (await import("antd/es/locale/en_US")).default;
  }
}
