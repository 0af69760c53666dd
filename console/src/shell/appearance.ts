import { createContext } from "react";
import type { ColorMode } from "../kit/theme.ts";

/** The colour mode and how to change it. */
export interface Appearance {
  readonly mode: ColorMode;
  readonly setMode: (mode: ColorMode) => void;
}

/** Provided by the application. */
export const AppearanceContext = createContext<Appearance>({ mode: "auto", setMode: () => {} });
