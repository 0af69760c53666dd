import { loadTexts } from "../../i18n/setup.ts";
import type { TextSource } from "../../i18n/text-source.ts";
import type { RouteEntry, ScreenLoader } from "./route-entry.ts";

/** What an area brings into the console. */
export interface ConsoleArea {
  /** Its addresses. An area whose parts only are on pages of others has none. */
  readonly routes: readonly RouteEntry[];
  /** Its texts. The titles of its screens are not among these: `titles` in the same files, loaded with the menu. */
  readonly texts?: TextSource;
}

/** Declares an area: each of its screens is loaded side by side with the area's texts. */
export function defineArea({ routes, texts }: ConsoleArea): ConsoleArea {
  if (texts === undefined) return { routes };
  const withTexts = (load: ScreenLoader): ScreenLoader => {
    return async () => {
      const [screen] = await Promise.all([load(), loadTexts(texts)]);
      return screen;
    };
  };
  return {
    texts,
    routes: routes.map((entry) =>
      entry.load === undefined ? entry : { ...entry, load: withTexts(entry.load) },
    ),
  };
}
