import type { ITheme } from "@xterm/xterm";

/** Which colours a person works with; `auto` follows the page. */
export type PaletteChoice = "auto" | "light" | "dark";

/** What the library takes that a palette leaves to it. */
type Derived = "extendedAnsi" | "overviewRulerBorder" | "selectionForeground" | `scrollbar${string}`;

/** Colours of a terminal, each `#rrggbb`; those of matches are for what was found. */
export type TerminalPalette = Readonly<
  Record<Exclude<keyof ITheme, Derived> | "matchBackground" | "activeMatchBackground", string>
>;

// The sixteen colours are text and surface alike: they are what their names say, also black and white. Where one could
// not be read on another, readable-cells.ts changes the text.

const DARK_PALETTE: TerminalPalette = {
  background: "#0f1319",
  foreground: "#dfe5ee",
  cursor: "#8fb4ff",
  cursorAccent: "#0f1319",
  selectionBackground: "#35507a",
  selectionInactiveBackground: "#2a3a55",
  matchBackground: "#5a4a12",
  activeMatchBackground: "#e0a82e",
  black: "#1f2630",
  red: "#f0676d",
  green: "#4fbf78",
  yellow: "#d9a93a",
  blue: "#5f94f5",
  magenta: "#c97fe8",
  cyan: "#3fb8c6",
  white: "#cfd6e0",
  brightBlack: "#8792a2",
  brightRed: "#ff9da0",
  brightGreen: "#93e2ad",
  brightYellow: "#f3d68a",
  brightBlue: "#a3c4ff",
  brightMagenta: "#e4bcf7",
  brightCyan: "#8fdfe8",
  brightWhite: "#ffffff",
};

const LIGHT_PALETTE: TerminalPalette = {
  background: "#ffffff",
  foreground: "#1b2230",
  cursor: "#2f5bd8",
  cursorAccent: "#ffffff",
  selectionBackground: "#c4d6ff",
  selectionInactiveBackground: "#dde4f0",
  matchBackground: "#ffe9a8",
  activeMatchBackground: "#ffb92e",
  black: "#1b2230",
  red: "#c0262d",
  green: "#1d7a46",
  yellow: "#8a6000",
  blue: "#2450c4",
  magenta: "#8a2f9e",
  cyan: "#0f7080",
  white: "#d3d9e2",
  brightBlack: "#5a6473",
  brightRed: "#d13d43",
  brightGreen: "#24824d",
  brightYellow: "#9a6b00",
  brightBlue: "#3a66dc",
  brightMagenta: "#9d43b1",
  brightCyan: "#177e8d",
  brightWhite: "#f4f6f9",
};

/** Whether a choice means the dark palette. */
export function isDarkPalette(choice: PaletteChoice, isPageDark: boolean): boolean {
  return choice === "dark" || (choice === "auto" && isPageDark);
}

/** The palette to draw with. */
export function paletteFor(choice: PaletteChoice, isPageDark: boolean): TerminalPalette {
  return isDarkPalette(choice, isPageDark) ? DARK_PALETTE : LIGHT_PALETTE;
}
