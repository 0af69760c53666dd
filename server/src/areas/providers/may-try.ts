import type { RequestContext } from "../../engine/access/index.ts";

/** Whether somebody may try what is not switched on: who may change it. */
export const mayTry = ({ principal, permissions }: RequestContext): boolean =>
  principal !== null && permissions.has("settings.change_auth");
