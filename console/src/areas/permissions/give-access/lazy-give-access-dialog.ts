import { lazy } from "react";

/** Gives people assets in a few clicks. Loaded when it is first shown. */
export const GiveAccessDialog = lazy(() => import("./give-access-dialog.tsx"));
