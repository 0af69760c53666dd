import { validateHeaderName, validateHeaderValue } from "node:http";

/** What a request says of itself, its body and its connection; nobody enters it. */
const own = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/**
 * Headers as people enter them for OpenTelemetry, `name=value,name=value`: values may be percent-encoded, which those
 * with a comma have to be. docs/events.md, "OpenTelemetry".
 *
 * @returns null where that is not how it is written
 */
export function requestHeaders(entered: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const pair of entered.split(",").filter((part) => part.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (own.has(name) || name in headers) return null;
    try {
      const value = decodeURIComponent(pair.slice(at + 1).trim());
      validateHeaderName(name);
      validateHeaderValue(name, value);
      if (value === "") return null;
      headers[name] = value;
    } catch {
      return null;
    }
  }
  return headers;
}
