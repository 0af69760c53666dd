import { chatBindRoutes } from "./bind-routes.ts";
import { chatSignInRoutes } from "./sign-in-routes.ts";
import { chatTestRoutes } from "./test-routes.ts";
import { chatUnbindRoutes } from "./unbind-routes.ts";

export { chatChannels } from "./channels.ts";
export { chatProviders } from "./sign-in-routes.ts";

/** WeCom, DingTalk and FeiShu. */
export const chatRoutes = [...chatSignInRoutes, ...chatBindRoutes, ...chatUnbindRoutes, ...chatTestRoutes];
