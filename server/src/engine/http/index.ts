export { consolePath } from "./console-path.ts";
export { cookieNames } from "./cookies.ts";
export type { FlashMessage } from "./flash-message.ts";
export {
  flashMessagePath,
  readFlashMessage,
  saveFlashMessage,
} from "./flash-messages.ts";
export { freshCaller } from "./fresh-caller.ts";
export { gatewayPaths } from "./gateway-requests.ts";
export { escapeHtml, type Html, html } from "./html.ts";
export { endHttpSession, endHttpSessionsOf, type NewSession, type Session } from "./http-sessions.ts";
export { checkCsrf, readAccessVersion } from "./identify.ts";
export { type OpenPage, OpenPages } from "./open-pages.ts";
export { isFromOtherSite } from "./other-site.ts";
export { createRateLimiter, isOwnAddress, type RateLimiter } from "./rate-limit.ts";
export { httpSessionsTable } from "./readable-tables.ts";
export {
  type CookieToSet,
  caller,
  type Method,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
  type RouteFields,
  type RouteRequest,
  type SocketDeclaration,
} from "./routes.ts";
export { type SignedInPage, signedInPage, stillSignedIn } from "./signed-in-pages.ts";
export { type SiteServices, siteOrigin } from "./site-origin.ts";
export { consolePolicy } from "./static-files.ts";
export { staticFolder } from "./static-folder.ts";
export { staticImage } from "./static-image.ts";
