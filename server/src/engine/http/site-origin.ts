import type { Services } from "../services.ts";

/** What knows where people reach the product. */
export type SiteServices = Pick<Services, "config" | "settings">;

/**
 * The address people reach the product at, as the operator says: the setting `SITE_URL`, else `SALLYPORT_SITE_URL`.
 * No header of a request has a say. An origin: scheme, host, and the port where it is not the scheme's own.
 */
export async function siteOrigin({ config, settings }: SiteServices): Promise<string> {
  const configured = await settings.get<string>("SITE_URL");
  return new URL(URL.canParse(configured) ? configured : config.siteUrl).origin;
}
