import { isIP } from "node:net";

/** What the first bytes of a connection say. */
export type ProxyHeader =
  /** More is needed to tell. */
  | { readonly kind: "incomplete" }
  /** The connection has no such header. */
  | { readonly kind: "none" }
  /** It begins like one and is none. */
  | { readonly kind: "broken" }
  /** `address` is null where the proxy speaks for itself (a health check). */
  | { readonly kind: "header"; readonly address: string | null; readonly length: number };

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const firstWord = Buffer.from("PROXY ", "latin1");

/** Longest first version of the header, its line end included. */
const longestLine = 107;

/** Longest second version that is taken: addresses and a few hundred bytes of what is not looked at. */
const longestBinary = 536;

/** Reads the header of the PROXY protocol, versions 1 and 2, from what has come so far. */
export function readProxyHeader(data: Buffer): ProxyHeader {
  if (begins(data, signature)) return data.length < 16 ? { kind: "incomplete" } : readBinary(data);
  if (begins(data, firstWord)) return readLine(data);
  return { kind: "none" };
}

/** Whether the data is the beginning, or has it. */
function begins(data: Buffer, beginning: Buffer): boolean {
  const length = Math.min(data.length, beginning.length);
  return data.subarray(0, length).equals(beginning.subarray(0, length));
}

function readLine(data: Buffer): ProxyHeader {
  const end = data.subarray(0, longestLine).indexOf("\r\n");
  if (end === -1) return { kind: data.length >= longestLine ? "broken" : "incomplete" };
  const [, family, source = "", destination = "", ...ports] = data.toString("latin1", 0, end).split(" ");
  const length = end + 2;
  if (family === "UNKNOWN") return { kind: "header", address: null, length };
  const version = family === "TCP4" ? 4 : family === "TCP6" ? 6 : 0;
  const isValid =
    version !== 0 && isIP(source) === version && isIP(destination) === version && ports.length === 2;
  return isValid ? { kind: "header", address: source, length } : { kind: "broken" };
}

function readBinary(data: Buffer): ProxyHeader {
  const versionAndCommand = data.readUInt8(12);
  const family = data.readUInt8(13);
  const length = 16 + data.readUInt16BE(14);
  const isKnown = versionAndCommand === 0x20 || versionAndCommand === 0x21;
  if (!isKnown || length > longestBinary) return { kind: "broken" };
  if (data.length < length) return { kind: "incomplete" };
  if (versionAndCommand === 0x20) return { kind: "header", address: null, length };
  if (family === 0x11 && length >= 28) {
    return { kind: "header", address: data.subarray(16, 20).join("."), length };
  }
  if (family === 0x21 && length >= 52)
    return { kind: "header", address: writtenOut(data.subarray(16, 32)), length };
  return { kind: "header", address: null, length };
}

/** An IPv6 address as it is written everywhere else. */
function writtenOut(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_none, index) => bytes.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
