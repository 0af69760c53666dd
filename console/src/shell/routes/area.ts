import { loadTexts } from "../../i18n/setup.ts";
import type { TextSource } from "../../i18n/text-source.ts";
import type { PaletteContribution } from "../palette/palette-kinds.ts";
import type { RouteEntry } from "./route-entry.ts";

/** What an area brings into the console. */
export interface ConsoleArea {
  /** Its addresses. An area whose parts only are on pages of others has none. */
  readonly routes: readonly RouteEntry[];
  /** Its texts. The titles of its screens are not among these: `titles` in the same files, loaded with the menu. */
  readonly texts?: TextSource;
  /** What the command palette finds of it, and what can be done with that. */
  readonly palette?: PaletteContribution;
}

/** Declares an area: each of its screens, and what it brings into the palette, is loaded side by side with the area's texts. */
export function defineArea({ routes, texts, palette }: ConsoleArea): ConsoleArea {
  if (texts === undefined) return { routes, ...(palette === undefined ? {} : { palette }) };
  const withTexts =
    <Loaded>(load: () => Promise<Loaded>) =>
    async (): Promise<Loaded> => {
      const [loaded] = await Promise.all([load(), loadTexts(texts)]);
      return loaded;
    };
  return {
    texts,
    ...(palette === undefined ? {} : { palette: { ...palette, load: withTexts(palette.load) } }),
    routes: routes.map((entry) =>
      entry.load === undefined ? entry : { ...entry, load: withTexts(entry.load) },
    ),
  };
}
