import { isIP } from "node:net";

/** Most addresses of one scan, and most ports of each. */
export const mostAddresses = 256;
export const mostPorts = 1_024;

const toNumber = (address: string): number =>
  address.split(".").reduce((value, part) => value * 256 + Number(part), 0);

const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Addresses from one to another, both with them; null: not a range, or too many. */
function between(first: string, last: string): readonly string[] | null {
  if (isIP(first) !== 4 || isIP(last) !== 4) return null;
  const [from, to] = [toNumber(first), toNumber(last)];
  if (to < from || to - from >= mostAddresses) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => toAddress(from + index));
}

function network(address: string, length: string): readonly string[] | null {
  const bits = /^\d{1,2}$/.test(length) ? Number(length) : 33;
  if (isIP(address) !== 4 || bits > 32 || 2 ** (32 - bits) > mostAddresses) return null;
  const size = 2 ** (32 - bits);
  const from = Math.floor(toNumber(address) / size) * size;
  return between(toAddress(from), toAddress(from + size - 1));
}

function part(text: string): readonly string[] | null {
  if (isIP(text) !== 0) return [text];
  const slash = text.indexOf("/");
  if (slash > 0) return network(text.slice(0, slash), text.slice(slash + 1));
  const [first = "", last = "", more] = text.split("-");
  if (isIP(first) === 4 && more === undefined && last !== "") {
    return between(first, /^\d{1,3}$/.test(last) ? first.replace(/\d+$/, last) : last);
  }
  return isHostName(text) ? [text] : null;
}

/** Whether a text can be the name of a machine. It begins with no sign that a program would read as an option. */
export function isHostName(text: string): boolean {
  return (
    text.length <= 253 &&
    /[a-z]/i.test(text) &&
    /^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*\.?$/i.test(text)
  );
}

/** Whether a text is one machine: an address, or a name. */
export const isMachine = (text: string): boolean => isIP(text) !== 0 || isHostName(text);

/**
 * Addresses of a list: `192.0.2.1`, a name, `192.0.2.1-9`, `192.0.2.1-192.0.2.9`, `192.0.2.0/28`, separated by commas.
 * @returns null where a part is none of these, there is none, or there are more than may be scanned
 */
export function readAddresses(given: unknown): readonly string[] | null {
  const texts = listOf(given);
  if (texts.length === 0 || texts.length > mostAddresses) return null;
  const parts = texts.map(part);
  if (parts.includes(null)) return null;
  const all = [...new Set(parts.flatMap((addresses) => addresses ?? []))];
  return all.length > mostAddresses ? null : all;
}

/** Ports of a number, a list, or a text with commas; null where one of them is none. Nothing given: an empty list. */
export function readPorts(given: unknown): readonly number[] | null {
  const texts = listOf(given);
  if (texts.length > mostPorts) return null;
  const ports = texts.map((text) => (/^\d{1,5}$/.test(text) ? Number(text) : 0));
  return ports.some((port) => port < 1 || port > 65_535) ? null : [...new Set(ports)];
}

/** The parts of a list, or of a text with commas. */
export function listOf(given: unknown): readonly string[] {
  const texts = [given].flat().filter((one) => typeof one === "string" || typeof one === "number");
  return texts
    .flatMap((one) => String(one).split(","))
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
