import { BlockList, isIP } from "node:net";
import { log } from "../log.ts";

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
    if (!addEntry(list, entry.trim())) {
      log.warn({ entry }, "an entry of an address list is not an address, network or range");
    }
  }
  return list.check(plain, family(plain));
}

/** Whether a text can be in a list of addresses: `*`, an address, a CIDR network or an `a-b` range. */
export function isAddressEntry(entry: string): boolean {
  return entry === "*" || addEntry(new BlockList(), entry);
}

function addEntry(list: BlockList, entry: string): boolean {
  const range = entry.split("-").map((part) => part.trim());
  const [from = "", to] = range;
  const network = entry.split("/");
  const [base = "", prefix] = network;
  try {
    if (range.length === 2 && to !== undefined) list.addRange(from, to, family(from));
    else if (network.length === 2 && prefix !== undefined && /^\d{1,3}$/.test(prefix)) {
      list.addSubnet(base, Number(prefix), family(base));
    } else list.addAddress(entry, family(entry));
    return true;
  } catch {
    return false;
  }
}
