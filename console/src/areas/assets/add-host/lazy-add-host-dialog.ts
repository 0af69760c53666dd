import { lazy } from "react";

/** Adds a machine with an account, and tests both. Loaded when it is first shown. */
export const AddHostDialog = lazy(() => import("./add-host-dialog.tsx"));
