import { valuesOf } from "./signing-string.ts";

/** The headers that can carry a digest of the body, with how they write it. */
const forms: Readonly<Record<string, RegExp>> = {
  // RFC 3230: SHA-256=base64
  digest: /(?:^|,)\s*sha-256=([A-Za-z0-9+/]{43}=)\s*(?:,|$)/i,
  // RFC 9530: sha-256=:base64:
  "content-digest": /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/i,
};

/** Whether a header is one that carries a digest. */
export const isDigest = (name: string): boolean => Object.hasOwn(forms, name);

/** The SHA-256 that a digest header promises; null when it has none, or is there more than once. */
export function promisedDigest(rawHeaders: readonly string[], name: string): Buffer | null {
  const [value, ...more] = valuesOf(rawHeaders, name);
  const [, digest] = forms[name]?.exec(value ?? "") ?? [];
  return digest === undefined || more.length > 0 ? null : Buffer.from(digest, "base64");
}
