import { isIPv4, isIPv6 } from "node:net";
import { sql } from "kysely";
import { type Condition, escapeLike } from "../resource/index.ts";

/** Addresses from one to another, both included, of one family. */
interface AddressRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** What an entry of a list of addresses holds: a range of addresses, or the texts that start with it. */
export type AddressEntry = AddressRange | { readonly start: string };

/** The sixteen-bit groups of a part of an IPv6 address that has no `::`. */
function groups(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** The bytes of an address, however it is spelled; null for what is none. */
export function addressBytes(address: string): Buffer | null {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  if (!isIPv6(address) || address.includes("%")) return null;
  const [head = "", tail = ""] = address.split("::");
  const before = groups(head);
  const after = groups(tail);
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/** The network of an address: the first `bits` stay, the others are all 0 and all 1. */
function network(address: Buffer, bits: number): AddressRange {
  const part = (at: number): number => (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 0xff;
  return {
    from: Buffer.from(address.map((byte, at) => byte & part(at))),
    to: Buffer.from(address.map((byte, at) => byte | (~part(at) & 0xff))),
  };
}

/**
 * Reads an entry: an address, a network, a range `a-b` in either order, or the start of an address or name. Null for
 * what was meant to be a network or a range and is none: it holds nothing.
 */
export function readEntry(entry: string): AddressEntry | null {
  const single = addressBytes(entry);
  if (single !== null) return { from: single, to: single };
  const [base = "", prefix] = entry.split("/", 2);
  if (prefix !== undefined) {
    const address = addressBytes(base);
    const isPrefix = /^\d{1,3}$/.test(prefix) && address !== null && Number(prefix) <= address.length * 8;
    return isPrefix ? network(address, Number(prefix)) : null;
  }
  const [first, second] = entry.split("-", 2).map((part) => addressBytes(part.trim()));
  if (first === null || first === undefined || second === undefined) return { start: entry };
  if (second === null || first.length !== second.length) return null;
  return first.compare(second) <= 0 ? { from: first, to: second } : { from: second, to: first };
}

/** The address read last: many rules ask about the same one. */
let latest: { readonly value: string; readonly bytes: Buffer | null } = { value: "", bytes: null };

function bytesOf(value: string): Buffer | null {
  if (latest.value !== value) latest = { value, bytes: addressBytes(value) };
  return latest.bytes;
}

/** Whether an address or name is in one of the entries. */
export function inEntries(value: string, entries: readonly AddressEntry[]): boolean {
  const bytes = bytesOf(value);
  return entries.some((entry) => {
    if ("start" in entry) return value.startsWith(entry.start);
    return (
      bytes !== null &&
      bytes.length === entry.from.length &&
      bytes.compare(entry.from) >= 0 &&
      bytes.compare(entry.to) <= 0
    );
  });
}

const written = (bytes: Buffer): string =>
  bytes.length === 4 ? [...bytes].join(".") : (bytes.toString("hex").match(/.{4}/g) ?? []).join(":");

/** What all addresses of an IPv4 range begin with, as far as whole numbers go; an index finds those. */
function commonStart({ from, to }: AddressRange): string {
  const same = [...from].findIndex((byte, at) => byte !== to[at]);
  const octets = [...from].slice(0, same < 0 ? 4 : same);
  return octets.length === 4 ? octets.join(".") : octets.map((value) => `${value}.`).join("");
}

/** Where the addresses of rows stand. */
export interface AddressColumns {
  /** As people wrote them: a text that may be a name. */
  readonly text: string;
  /** The same as `inet`; null for a name. */
  readonly inet: string;
}

function entryCondition(columns: AddressColumns, entry: AddressEntry): Condition {
  const value = sql.ref(columns.text);
  if ("start" in entry) return sql<boolean>`${value} like ${`${escapeLike(entry.start)}%`}`;
  const { from, to } = entry;
  if (from.length === 4 && from.equals(to)) return sql<boolean>`${value} = ${written(from)}`;
  const within = sql<boolean>`${sql.ref(columns.inet)} between ${written(from)}::inet and ${written(to)}::inet`;
  const start = from.length === 4 ? commonStart(entry) : "";
  return start === "" ? within : sql<boolean>`(${value} like ${`${start}%`} and ${within})`;
}

/** The rows that have an address or name of one of the entries. */
export function entriesCondition(columns: AddressColumns, entries: readonly AddressEntry[]): Condition {
  if (entries.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(
    entries.map((entry) => entryCondition(columns, entry)),
    sql` or `,
  )})`;
}
