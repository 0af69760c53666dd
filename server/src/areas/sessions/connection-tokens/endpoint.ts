import type { CallerContext } from "../../../engine/access/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import { chooseEndpoint, siteHost } from "../../endpoints/index.ts";

/** Where a client program of a person connects to. */
export interface ClientEndpoint {
  readonly host: string;
  readonly port: number;
}

/** What a client program connects for. */
interface ClientTarget {
  readonly asset: { readonly id: string; readonly address: string };
  /** What the client speaks; `http` for what runs in a browser. */
  readonly protocol: string;
}

/**
 * The gateway as client programs address it: the endpoint of the asset. One without a host is at the site the operator
 * named; no header of a request has a say. Null where no endpoint offers the protocol. Contract:
 * docs/contract/endpoints.md, section 3, and docs/contract/sessions.md, section 8, "Client programs".
 */
export async function clientEndpoint(
  { services, db }: Pick<CallerContext, "services" | "db">,
  { asset, protocol }: ClientTarget,
): Promise<ClientEndpoint | null> {
  const site = new URL(await siteOrigin(services));
  const isBrowser = protocol === "http";
  const scheme = site.protocol.slice(0, -1);
  const question = { protocol: isBrowser ? scheme : protocol, assetId: asset.id, target: asset.address };
  const chosen = await chooseEndpoint(services, db, question);
  const host = chosen.host || (await siteHost(services));
  if (chosen.port > 0) return { host, port: chosen.port };
  if (!isBrowser) return null;
  return { host, port: site.port === "" ? (scheme === "https" ? 443 : 80) : Number(site.port) };
}
