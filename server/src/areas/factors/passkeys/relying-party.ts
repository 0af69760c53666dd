import { isIP } from "node:net";
import type { SiteServices } from "../../../engine/http/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";

/** The site passkeys are made for. */
export interface RelyingParty {
  /** Name of the host; a passkey is bound to it forever. */
  readonly id: string;
  /** The address of our pages, the only one from which an answer is taken. */
  readonly origin: string;
}

/**
 * The site as the operator configured it: the setting `SITE_URL`, else `SALLYPORT_SITE_URL`. What a request says
 * of itself has no part in it. Null where browsers offer no passkeys: on an address instead of a name, and without
 * TLS. The machine itself counts as secure, by the name `localhost`.
 */
export async function relyingParty(services: SiteServices) {
  return partyOf(await siteOrigin(services));
}

/** The relying party of a site's address; null where there can be none. */
export function partyOf(address: string): RelyingParty | null {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (/^127\.|^::1$/.test(host)) url.hostname = "localhost";
  const isOwn = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isOwn);
  if (!isSecure || isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  return { id: url.hostname, origin: url.origin };
}
