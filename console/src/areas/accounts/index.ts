import { lazy } from "react";

export { ACCOUNTS, VIEW_SECRET } from "./resources.ts";

/** Chooses templates that accounts are to be made from. */
export const TemplatePickerDialog = lazy(() => import("./templates/template-picker-dialog.tsx"));

/** Shows the secret of an account, after its viewer confirmed who they are. */
export const SecretView = lazy(() => import("./secret-view.tsx"));

/** Accounts that were found on assets, and the way to keep them. */
export const GatheredAccounts = lazy(() => import("./gathered-list.tsx"));
