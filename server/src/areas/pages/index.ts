import { anonymous } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { downloadPageRoute } from "./download-page.ts";
import { languageRoute } from "./language-route.ts";
import { messagePageRoute } from "./message-page.ts";
import { themeSheetRoutes } from "./theme-sheets.ts";
import { translationScriptRoute } from "./translation-script.ts";
import { wellKnownFileRoutes } from "./well-known-files.ts";

export { type PageFrame, renderPage } from "./layout.ts";
export { asText, fieldsOf, openForm, originOf } from "./page-forms.ts";
export {
  csrfFailurePath,
  forgotPath,
  guardPath,
  loginPath,
  mfaPath,
  passkeySignInPath,
  pathWithNext,
  previewingPath,
  waitConfirmPath,
} from "./paths.ts";
export { cameFrom, safePath } from "./safe-path.ts";

/** Pages and files outside the console. Contract: docs/contract/conventions.md, "Pages". */
export const pagesArea: Area = {
  name: "pages",
  routes: [
    languageRoute,
    {
      methods: ["GET"],
      path: "/",
      access: anonymous("sends everybody to the console, which asks who they are"),
      handle: async () => ({ location: "/ui/" }),
    },
    messagePageRoute,
    downloadPageRoute,
    translationScriptRoute,
    ...themeSheetRoutes,
    ...wellKnownFileRoutes,
  ],
};
