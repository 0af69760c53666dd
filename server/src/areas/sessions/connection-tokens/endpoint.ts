import type { SiteServices } from "../../../engine/http/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";

/** Where a client program of a person connects to. */
export interface ClientEndpoint {
  readonly host: string;
  readonly port: number;
}

/** Ports of the contract's default endpoint, by the protocol a client speaks to the gateway. */
const ports: Readonly<Record<string, number>> = {
  rdp: 3389,
  mysql: 33061,
  mariadb: 33062,
  postgresql: 54320,
  redis: 63790,
};

/** What clients reach by SSH, whatever it is carried on to. */
const bySsh: readonly string[] = ["ssh", "sftp", "telnet"];

/**
 * The gateway as client programs address it: the host of the site, and the port its protocol is served at; that of the
 * site for what runs in a browser. Contract: docs/contract/sessions.md, section 8, "Client programs".
 */
export async function clientEndpoint(services: SiteServices, protocol: string): Promise<ClientEndpoint> {
  const site = new URL(await siteOrigin(services));
  const host = site.hostname.replace(/^\[|\]$/g, "");
  if (bySsh.includes(protocol)) return { host, port: services.config.sshPort };
  const own = site.port === "" ? (site.protocol === "https:" ? 443 : 80) : Number(site.port);
  return { host, port: ports[protocol] ?? own };
}
