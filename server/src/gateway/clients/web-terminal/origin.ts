import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser page may open a terminal: its origin is the host it talks to or the configured site. A
 * request without `Origin` is no browser's and carries no cookie somebody else could have made it send.
 *
 * @param siteUrl the configured site URL, or "" when there is none
 */
export function originAllowed(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (siteUrl !== "" && URL.canParse(siteUrl) && new URL(siteUrl).origin === from.origin) return true;
  return host !== undefined && from.host === host.toLowerCase();
}

/** Whether a request was made by a page of another site, by what its browser says. */
export function isOfAnotherSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return !originAllowed(headers, siteUrl) || site === "cross-site" || site === "same-site";
}
