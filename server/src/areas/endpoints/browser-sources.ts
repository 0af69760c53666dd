import { domainToASCII } from "node:url";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { readHost } from "./endpoint-host.ts";

/** A page of the product as a browser asked for it. */
export interface BrowserPage {
  /** The header `Host`. */
  readonly host: string | undefined;
}

/** Host and port of an address; no port: that of its scheme. */
interface HostAndPort {
  readonly host: string;
  readonly port: string;
}

/** The host a request was sent to; null where it names none. It is told to nobody but its sender. */
export function hostOfRequest(header: string | undefined): HostAndPort | null {
  if (header === undefined || !URL.canParse(`http://${header}/`)) return null;
  const { hostname, port } = new URL(`http://${header}/`);
  const host = readHost(hostname);
  return host === null || host === "" ? null : { host, port };
}

/** What a content security policy can name: it knows neither addresses of IPv6 nor all that host names hold in practice. */
const namedHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * Where browsers reach components: the endpoints, each at its ports for browsers, as sources of a content security
 * policy. They name no scheme, which is that of the page or https. An endpoint without a host is where the page is; port
 * 0 is the port of the page. Contract: docs/contract/endpoints.md, section 3.
 */
export async function browserSources(db: Kysely<Database>, page: BrowserPage): Promise<readonly string[]> {
  const { rows } = await sql<{ host: string; ports: readonly number[] }>`
    select distinct e.host, array[e.https_port, e.http_port] as ports from endpoints e
  `.execute(db);
  const site = hostOfRequest(page.host);
  const sources = rows.flatMap(({ host, ports }) => {
    const name = domainToASCII(host === "" ? (site?.host ?? "") : host);
    if (!namedHost.test(name)) return [];
    return ports.flatMap((port) => {
      if (port > 0) return [`${name}:${port}`];
      // The page itself is allowed anyway.
      if (host === "") return [];
      return [site === null || site.port === "" ? name : `${name}:${site.port}`];
    });
  });
  return [...new Set(sources)].sort();
}
