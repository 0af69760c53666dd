import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { text as targetText } from "../../transport/targets/texts.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
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
export async function probeWeb(target: TargetConnection): Promise<ProbeResult> {
  const address = webAddressOf(target);
  const stream = await openWeb(target, address);
  const question = { path: address.path, host: address.display };
  let { status } = await exchange(target, stream, { ...question, method: "HEAD" });
  // Some applications only know GET.
  if (status === 405 || status === 501) {
    const again = await openWeb(target, address);
    ({ status } = await exchange(target, again, { ...question, method: "GET" }));
  }
  target.say(text.httpStatus, { status });
  // Whatever it answers below that, a page for which one must sign in included, the service is there.
  if (status >= 500) throw target.failure("service_failed", text.httpFailed, { status });
  return { accountChecked: false };
}

/** The address of the target as a URL; one without a scheme is taken for http, on 443 for https. */
export function webAddressOf(target: TargetConnection): WebAddress {
  const { address, port } = target.spec.target;
  const invalid = () => target.failure("invalid_setting", text.addressInvalid);
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
export async function openWeb(target: TargetConnection, address: WebAddress) {
  const stream = await target.connectBounded({
    address: await allowedAddress(target, address.host),
    port: address.port,
  });
  if (!address.secure) return stream;
  return securedByPin(target, stream, { address: address.host, port: address.port });
}

/**
 * The address to connect to. A name is looked up once, here, so that what is checked is what is connected; behind
 * a gateway, where names mean something else, it is left to the gateway.
 */
async function allowedAddress(target: TargetConnection, host: string): Promise<string> {
  const literal = isIP(host) !== 0;
  if (literal && isLinkLocal(host)) throw target.failure("address_refused", text.addressRefused);
  if (literal || target.spec.gateways.length > 0) return host;
  const found = await target.within(lookup(host)).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ENOTFOUND" || code === "EAI_AGAIN"
      ? target.failure("host_unreachable", targetText.unknownHost)
      : error;
  });
  if (isLinkLocal(found.address)) throw target.failure("address_refused", text.addressRefused);
  return found.address;
}

/** 169.254.0.0/16 and fe80::/10, also as an IPv4 address written in IPv6, and the address of nothing. */
export function isLinkLocal(address: string): boolean {
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):[0-9a-f]{1,4})$/i.exec(address);
  if (mapped?.[2] !== undefined) return mapped[2].toLowerCase() === "a9fe";
  const plain = mapped?.[1] ?? address;
  return plain.startsWith("169.254.") || /^fe[89ab]/i.test(plain) || plain === "0.0.0.0" || plain === "::";
}
