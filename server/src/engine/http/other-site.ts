import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a page of another site began this request, as browsers say of themselves. Programs, old browsers and
 * addresses that somebody typed say nothing of the kind.
 */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
