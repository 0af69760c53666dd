import { TERMINAL_FONTS, type TerminalFont } from "./personal-setting.ts";

/** Wide and narrow letters: no two fonts make them equally wide, and of a missing one the next is used. */
const SAMPLE = "mmmmmmiiiiillllWWW";

/** The fonts for terminals that this computer has; the system's own choice is always one. */
export function installedFonts(): TerminalFont[] {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return ["system"];
  const widthOf = (family: string) => {
    context.font = `40px ${family}`;
    return context.measureText(SAMPLE).width;
  };
  const isInstalled = (name: string) =>
    ["serif", "sans-serif"].every((other) => widthOf(`"${name}", ${other}`) !== widthOf(other));
  const names = Object.keys(TERMINAL_FONTS) as (keyof typeof TERMINAL_FONTS)[];
  return ["system", ...names.filter((name) => isInstalled(TERMINAL_FONTS[name]))];
}
