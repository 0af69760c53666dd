import type { Area } from "../../engine/area.ts";
import { downloadPageRoute } from "./download-page.ts";
import { messagePageRoute } from "./message-page.ts";
import { themeSheetRoutes } from "./theme-sheets.ts";
import { translationScriptRoute } from "./translation-script.ts";
import { wellKnownFileRoutes } from "./well-known-files.ts";

/** Pages and files outside the console. Contract: docs/contract/conventions.md, "Pages". */
export const pagesArea: Area = {
  name: "pages",
  routes: [
    messagePageRoute,
    downloadPageRoute,
    translationScriptRoute,
    ...themeSheetRoutes,
    ...wellKnownFileRoutes,
  ],
};
