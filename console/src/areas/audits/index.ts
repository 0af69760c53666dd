import { lazy } from "react";

/** What one session did to files, as a tab of its page. */
export const SessionFiles = lazy(() => import("./session-files.tsx"));
