import { createContext } from "react";
import type { ColorMode, InstallationColors } from "../kit/theme.ts";

/** The colour mode and how to change it, and the colours of the installation. */
export interface Appearance {
  readonly mode: ColorMode;
  readonly setMode: (mode: ColorMode) => void;
  /** Shows other colours of the installation until the page is loaded again, or others are shown. */
  readonly showColors: (colors: InstallationColors | undefined) => void;
}

/** Provided by the application. */
export const AppearanceContext = createContext<Appearance>({
  mode: "auto",
  setMode: () => {},
  showColors: () => {},
});
