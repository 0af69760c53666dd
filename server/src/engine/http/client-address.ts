import { BlockList, isIP } from "node:net";

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** `::ffff:10.0.0.1` is 10.0.0.1 seen through an IPv6 socket. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/**
 * Finds the client's address for requests that do not come through the HTTP application: the socket's, or, as far
 * as trusted proxies vouch for it, the one they put into `X-Forwarded-For`.
 */
export function clientAddressReader(
  trustedProxies: readonly string[],
): (socketAddress: string, forwardedFor: string | undefined) => string {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (socketAddress, forwardedFor) => {
    const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
    let address = plain(socketAddress);
    // The last hop was written by the proxy next to us; each one further left by the proxy before.
    for (let hop = hops.pop(); hop !== undefined && isTrusted(address); hop = hops.pop()) {
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}
