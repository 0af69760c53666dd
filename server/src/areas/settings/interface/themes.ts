import { LIGHT, THEMES } from "@sallyport/contract/look/tokens";
import type { Json } from "../../../engine/json.ts";
import { interfaceText as text } from "./texts.ts";

/** Colours of a theme, as CSS variables. */
type Colors = Readonly<Record<string, string>>;

const surfaces = {
  "--submenu-bg": LIGHT.surface,
  "--menu-bg": LIGHT.surface,
  "--menu-text": LIGHT.textMuted,
  "--menu-hover": LIGHT.surface,
};
const signals = {
  "--color-success": LIGHT.good,
  "--color-info": LIGHT.textMuted,
  "--color-warning": LIGHT.warning,
  "--color-danger": LIGHT.bad,
};

/** A theme around one colour, on which white text can be read; `banner` is a darker one. */
const around = (primary: string, banner: string): Colors => ({
  "--color-primary": primary,
  ...signals,
  "--banner-bg": banner,
  ...surfaces,
  "--menu-text-active": primary,
});

/** The theme of an installation that chose none: the product's own colours, under the contract's name. */
const ownTheme = THEMES[0].name;

const labels = {
  classic_green: text.themeOwn,
  china_red: text.themeRed,
  forest_green: text.themeGreen,
  deep_teal: text.themeTeal,
  royal_purple: text.themePurple,
  graphite: text.themeGraphite,
} as const;

const themes = THEMES.map(({ name, primary, banner }) => ({
  name,
  label: labels[name],
  colors: around(primary, banner),
}));

/** The themes as choices of a field. */
export const themeChoices = themes.map(({ name, label }) => ({ value: name, label }));

/** The themes and their colours, for a preview. */
export const themeList: Json = themes.map(({ name, colors }) => ({ name, colors }));

/** `theme_info` of a theme; empty for the product's own, which needs no colours told. */
export function themeInfo(name: string): Json {
  const chosen = themes.find((theme) => theme.name === name);
  return chosen === undefined || name === ownTheme ? {} : { name, colors: chosen.colors };
}
