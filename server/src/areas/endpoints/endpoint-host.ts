import { isIP } from "node:net";
import { domainToASCII } from "node:url";

/** One label of a host name, as names of machines are written in practice. */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * A host as somebody writes it: an address, IPv6 with or without brackets, or a name in any script. Null for what names
 * more than a host, such as a port or a scheme, and for what is none.
 */
export function readHost(input: string): string | null {
  const plain = /^\[(.*)\]$/.exec(input)?.[1] ?? input;
  if (isIP(plain) === 6) return plain.includes("%") ? null : plain.toLowerCase();
  if (plain !== input) return null;
  if (input === "" || isIP(input) === 4) return input;
  // What is not a name to begin with is not made one: the conversion drops some signs and escapes others.
  if (/[\s/@?#:%\\[\]<>|^]/.test(input)) return null;
  const name = domainToASCII(input);
  const labels = name.replace(/\.$/, "").split(".");
  const isName = name.length > 0 && name.length <= 253 && labels.every((part) => label.test(part));
  // An address of IPv4 with a number too many or too large is no name.
  return isName && !/^\d+$/.test(labels.at(-1) ?? "") ? input : null;
}
