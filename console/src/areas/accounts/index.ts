import { lazy } from "react";

export { ACCOUNTS, VIEW_SECRET } from "./resources.ts";

/** Shows the secret of an account, after its viewer confirmed who they are. */
export const SecretView = lazy(() => import("./secret-view.tsx"));
