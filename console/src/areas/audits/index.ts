import { lazy } from "react";

export { useRefusalsTab } from "./refusals/use-refusals-tab.tsx";
export { LOGIN_LOGS } from "./resources.ts";
export { sizeText } from "./size-text.ts";
export { useHasAllOperations } from "./use-operate-logs.ts";

/** What one session did to files, as a tab of its page. */
export const SessionFiles = lazy(() => import("./session-files.tsx"));
