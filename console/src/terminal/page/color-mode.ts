import { createContext, useContext, useEffect, useMemo, useState } from "react";
import {
  type ColorMode,
  type InstallationColors,
  isDark,
  storeColorMode,
  storedColorMode,
} from "../../kit/theme.ts";

/** The look in force and the way to change it. */
export interface Appearance {
  mode: ColorMode;
  dark: boolean;
  setMode(mode: ColorMode): void;
  /** Colours of the installation, once the public settings are known. */
  colors: InstallationColors | undefined;
  setColors(colors: InstallationColors | undefined): void;
}

/** Provided around the whole page. */
export const AppearanceContext = createContext<Appearance>({
  mode: "auto",
  dark: false,
  setMode: () => {},
  colors: undefined,
  setColors: () => {},
});

/** The look in force. */
export function useAppearance(): Appearance {
  return useContext(AppearanceContext);
}

/** Follows the stored choice and the system's preference. */
export function useColorMode(): Appearance {
  const [mode, setMode] = useState(storedColorMode);
  const [systemDark, setSystemDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [colors, setColors] = useState<InstallationColors>();
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const listen = () => setSystemDark(query.matches);
    query.addEventListener("change", listen);
    return () => query.removeEventListener("change", listen);
  }, []);
  return useMemo(
    () => ({
      mode,
      dark: isDark(mode, systemDark),
      setMode: (next) => {
        storeColorMode(next);
        setMode(next);
      },
      colors,
      setColors,
    }),
    [mode, systemDark, colors],
  );
}
