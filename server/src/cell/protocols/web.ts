import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { exchange } from "./http-exchange.ts";
import type { ProbeResult } from "./probe.ts";
import { securedByPin } from "./tls.ts";

/** An address of a web asset, taken apart. */
export interface WebAddress {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** As the `Host` header shows it. */
  readonly display: string;
}

/**
 * Asks a web asset for the headers of its page. Nothing but its status is told, redirects are not followed, and
 * addresses that only answer to a machine itself, such as those of cloud metadata, are not asked.
 */
export async function probeWeb(visit: Visit): Promise<ProbeResult> {
  const address = webAddressOf(visit);
  const stream = await openWeb(visit, address);
  const question = { path: address.path, host: address.display };
  let { status } = await exchange(visit, stream, { ...question, method: "HEAD" });
  // Some applications only know GET.
  if (status === 405 || status === 501) {
    const again = await openWeb(visit, address);
    ({ status } = await exchange(visit, again, { ...question, method: "GET" }));
  }
  visit.say(text.httpStatus, { status });
  // Whatever it answers below that, a page for which one must sign in included, the service is there.
  if (status >= 500) throw visit.failure("service_failed", text.httpFailed, { status });
  return { accountChecked: false };
}

/** The address of the target as a URL; one without a scheme is taken for http, on 443 for https. */
export function webAddressOf(visit: Visit): WebAddress {
  const { address, port } = visit.order.target;
  const invalid = () => visit.failure("invalid_setting", text.addressInvalid);
  const scheme = port === 443 ? "https" : "http";
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}://${address}`;
  let url: URL;
  try {
    url = new URL(full);
  } catch {
    throw invalid();
  }
  const secure = url.protocol === "https:";
  if ((!secure && url.protocol !== "http:") || url.hostname === "") throw invalid();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const own = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  // An address that names its port means it; the asset's own port stands for one that does not.
  const chosen = url.port === "" && port > 0 && full !== address ? port : own;
  return { secure, host, port: chosen, path: `${url.pathname}${url.search}`, display: url.host };
}

/** Connects to a web address, by TLS where it says so. */
export async function openWeb(visit: Visit, address: WebAddress) {
  const stream = await visit.connectBounded({
    address: await allowedAddress(visit, address.host),
    port: address.port,
  });
  if (!address.secure) return stream;
  return securedByPin(visit, stream, { address: address.host, port: address.port });
}

/**
 * The address to connect to. A name is looked up once, here, so that what is checked is what is connected; behind
 * a gateway, where names mean something else, it is left to the gateway.
 */
async function allowedAddress(visit: Visit, host: string): Promise<string> {
  const literal = isIP(host) !== 0;
  if (literal && isLinkLocal(host)) throw visit.failure("address_refused", text.addressRefused);
  if (literal || visit.order.gateways.length > 0) return host;
  const found = await visit.within(lookup(host)).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ENOTFOUND" || code === "EAI_AGAIN"
      ? visit.failure("host_unreachable", targetText.unknownHost)
      : error;
  });
  if (isLinkLocal(found.address)) throw visit.failure("address_refused", text.addressRefused);
  return found.address;
}

/** 169.254.0.0/16 and fe80::/10, also as an IPv4 address written in IPv6, and the address of nothing. */
export function isLinkLocal(address: string): boolean {
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):[0-9a-f]{1,4})$/i.exec(address);
  if (mapped?.[2] !== undefined) return mapped[2].toLowerCase() === "a9fe";
  const plain = mapped?.[1] ?? address;
  return plain.startsWith("169.254.") || /^fe[89ab]/i.test(plain) || plain === "0.0.0.0" || plain === "::";
}
