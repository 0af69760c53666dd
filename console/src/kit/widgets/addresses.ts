const PART = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => PART.test(part));
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:.]+$/i.test(text) || text.includes(":::")) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const mapped = last.includes(".");
  if (mapped && !isIpv4(last)) return false;
  const hexadecimal = mapped ? groups.slice(0, -1) : groups;
  if (!hexadecimal.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hexadecimal.length + (mapped ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Whether a text is one address, IPv4 or IPv6. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

/**
 * Whether a text is an entry of an address group: `*`, an address, a network `a/n`, a range `a-b`, or the beginning of
 * an IPv4 address (docs/contract/conventions.md).
 */
export function isAddressEntry(text: string): boolean {
  if (text === "*" || isAddress(text)) return true;
  const [network, bits, ...more] = text.split("/");
  if (bits !== undefined) {
    if (more.length > 0 || !/^\d{1,3}$/.test(bits) || network === undefined) return false;
    return isIpv4(network) ? Number(bits) <= 32 : isIpv6(network) && Number(bits) <= 128;
  }
  const [from, to, ...rest] = text.split("-");
  if (to !== undefined) {
    if (rest.length > 0 || from === undefined) return false;
    return (isIpv4(from) && isIpv4(to)) || (isIpv6(from) && isIpv6(to));
  }
  const parts = text.replace(/\.$/, "").split(".");
  return parts.length < 4 && parts.every((part) => PART.test(part));
}
