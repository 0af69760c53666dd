import type { Json } from "../../../engine/json.ts";
import { interfaceText as text } from "./texts.ts";

/** Colours of a theme, as CSS variables. */
type Colors = Readonly<Record<string, string>>;

const surfaces = {
  "--submenu-bg": "#ffffff",
  "--menu-bg": "#ffffff",
  "--menu-text": "#5a6473",
  "--menu-hover": "#ffffff",
};
const signals = {
  "--color-success": "#1c8a4c",
  "--color-info": "#5a6473",
  "--color-warning": "#b96a00",
  "--color-danger": "#b3262b",
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
const ownTheme = "classic_green";

const themes = [
  { name: ownTheme, label: text.themeOwn, colors: around("#2f5bd8", "#2449b4") },
  { name: "china_red", label: text.themeRed, colors: around("#b3261e", "#8c1d18") },
  { name: "forest_green", label: text.themeGreen, colors: around("#1b6e3c", "#14532d") },
  { name: "deep_teal", label: text.themeTeal, colors: around("#00695c", "#004d43") },
  { name: "royal_purple", label: text.themePurple, colors: around("#5e35b1", "#45278a") },
  { name: "graphite", label: text.themeGraphite, colors: around("#37474f", "#263238") },
] as const;

/** The themes as choices of a field. */
export const themeChoices = themes.map(({ name, label }) => ({ value: name, label }));

/** The themes and their colours, for a preview. */
export const themeList: Json = themes.map(({ name, colors }) => ({ name, colors }));

/** `theme_info` of a theme; empty for the product's own, which needs no colours told. */
export function themeInfo(name: string): Json {
  const chosen = themes.find((theme) => theme.name === name);
  return chosen === undefined || name === ownTheme ? {} : { name, colors: chosen.colors };
}
