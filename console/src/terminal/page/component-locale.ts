import type { ConfigProviderProps } from "antd";
import type { Language } from "../../i18n/language.ts";

/** Texts of the component library, as its provider takes them. */
export type ComponentLocale = NonNullable<ConfigProviderProps["locale"]>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: ComponentLocale }>>> = {
  en: () => import("antd/locale/en_US"),
  zh: () => import("antd/locale/zh_CN"),
  ja: () => import("antd/locale/ja_JP"),
};

/** Loads the component library's texts of one language. */
export async function loadComponentLocale(language: Language): Promise<ComponentLocale> {
  return (await LOADERS[language]()).default;
}
