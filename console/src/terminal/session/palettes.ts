import type { ITheme } from "@xterm/xterm";

/** Terminal colours on the dark page. Contrast of every text colour on the background is at least 4.5. */
const DARK_PALETTE: ITheme = {
  background: "#0f1319",
  foreground: "#dfe5ee",
  cursor: "#8fb4ff",
  cursorAccent: "#0f1319",
  selectionBackground: "#35507a",
  selectionInactiveBackground: "#2a3a55",
  black: "#5c6675",
  red: "#ff7a7f",
  green: "#6fcf8e",
  yellow: "#e5bf5f",
  blue: "#7aa8ff",
  magenta: "#d59bf0",
  cyan: "#5fcad6",
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

/** Terminal colours on the light page. */
const LIGHT_PALETTE: ITheme = {
  background: "#ffffff",
  foreground: "#1b2230",
  cursor: "#2f5bd8",
  cursorAccent: "#ffffff",
  selectionBackground: "#c4d6ff",
  selectionInactiveBackground: "#dde4f0",
  black: "#1b2230",
  red: "#b4232a",
  green: "#1d6f42",
  yellow: "#8a5a00",
  blue: "#2450c4",
  magenta: "#8a2f9e",
  cyan: "#0f6b78",
  white: "#5a6473",
  brightBlack: "#4a5463",
  brightRed: "#c93a40",
  brightGreen: "#2a7f50",
  brightYellow: "#966400",
  brightBlue: "#3a66dc",
  brightMagenta: "#9d43b1",
  brightCyan: "#187a88",
  brightWhite: "#3a4352",
};

/** The palette to draw with. */
export function paletteFor(choice: "auto" | "light" | "dark", dark: boolean): ITheme {
  return choice === "dark" || (choice === "auto" && dark) ? DARK_PALETTE : LIGHT_PALETTE;
}
