import { BlockList, isIP } from "node:net";
import { log } from "../../engine/log.ts";

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Whether an address is in a list of addresses, CIDR networks and `a-b` ranges; `*` holds every one. Entries
 * that are none of these match nothing.
 */
export function addressMatches(address: string, entries: readonly string[]): boolean {
  if (entries.includes("*")) return true;
  const plain = address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const entry of entries) {
    try {
      addEntry(list, entry.trim());
    } catch {
      log.warn({ entry }, "an entry of an address list is not an address, network or range");
    }
  }
  return list.check(plain, family(plain));
}

function addEntry(list: BlockList, entry: string): void {
  const [from = "", to] = entry.split("-").map((part) => part.trim());
  const [network = "", prefix] = from.split("/");
  if (to !== undefined) list.addRange(from, to, family(from));
  else if (prefix !== undefined) list.addSubnet(network, Number(prefix), family(network));
  else list.addAddress(from, family(from));
}
