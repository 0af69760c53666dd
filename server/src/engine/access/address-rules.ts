import { BlockList, isIP } from "node:net";
import { log } from "../log.ts";

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Whether an address is in a list of addresses, CIDR networks and `a-b` ranges; `*` holds every one. Entries
 * that are none of these match nothing.
 */
export function addressMatches(address: string, entries: readonly string[]): boolean {
  return compileAddresses(entries)(address);
}

/** `addressMatches` for a list that is asked often. Ranges may be given in either direction. */
export function compileAddresses(entries: readonly string[]): (address: string) => boolean {
  if (entries.includes("*")) return () => true;
  const list = new BlockList();
  for (const entry of entries) {
    if (!addEntry(list, entry.trim()) && !addEntry(list, backwards(entry))) {
      log.warn({ entry }, "an entry of an address list is not an address, network or range");
    }
  }
  return (address) => {
    const plain = address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
    return isIP(plain) !== 0 && list.check(plain, family(plain));
  };
}

/** A range from its other end; nothing else becomes an entry by it. */
const backwards = (entry: string): string => {
  const ends = entry.split("-").map((part) => part.trim());
  return ends.length === 2 ? ends.reverse().join("-") : "";
};

/** Whether a text can be in a list of addresses: `*`, an address, a CIDR network or an `a-b` range. */
export function isAddressEntry(entry: string): boolean {
  return entry === "*" || addEntry(new BlockList(), entry);
}

/** Whether a text can be in the address list of a rule: ranges in either direction, networks without bits of a host. */
export function isRuleAddress(entry: string): boolean {
  if (entry.includes("/")) return isAddressEntry(entry) && !hasHostBits(entry);
  return isAddressEntry(entry) || isAddressEntry(backwards(entry));
}

/** Whether the address of a network (`a/b`) is one inside it rather than its first. */
function hasHostBits(network: string): boolean {
  const [base = "", prefix] = network.split("/");
  const width = isIP(base) === 6 ? 128 : 32;
  const hostBits = BigInt(width - Number(prefix));
  return (numberOf(base) & ((1n << hostBits) - 1n)) !== 0n;
}

/** Where IPv6 has a place for the addresses of IPv4. */
const mappedIpv4 = 0xffffn << 32n;

/** An address as a number that orders all addresses, those of IPv4 where IPv6 maps them to; null for what is none. */
export function addressNumber(address: string): bigint | null {
  if (isIP(address) === 0 || address.includes("%")) return null;
  return numberOf(address) + (isIP(address) === 4 ? mappedIpv4 : 0n);
}

/** The first and last of the addresses an entry of a list stands for, as numbers; null for `*` and for what is no entry. */
export function addressRange(entry: string): { readonly first: bigint; readonly last: bigint } | null {
  const [base = "", prefix] = entry.split("/");
  if (prefix !== undefined) {
    const first = isRuleAddress(entry) ? addressNumber(base) : null;
    const hostBits = BigInt((isIP(base) === 6 ? 128 : 32) - Number(prefix));
    return first === null ? null : { first, last: first + (1n << hostBits) - 1n };
  }
  const ends = entry.split("-").map((end) => end.trim());
  const [one, other = one] = ends.map(addressNumber);
  if (one == null || other == null || new Set(ends.map(isIP)).size > 1 || ends.length > 2) return null;
  return one < other ? { first: one, last: other } : { first: other, last: one };
}

/** An address as a number, of its own family. */
function numberOf(address: string): bigint {
  if (isIP(address) === 4) return address.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  // A URL writes every address in one way: in hexadecimal, its longest run of zeros as `::`.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [front, back] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => "0");
  return [...front, ...zeros, ...back].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
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
