/** The parameters of an `Authorization: Signature` header. */
export interface SignatureParameters {
  readonly keyId: string;
  /** In lower case; null when the header names none. */
  readonly algorithm: string | null;
  /** Names of what is signed, in lower case and in the order of the signature. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** `name=token` or `name="text"`, with what separates it from the next one. */
const parameter =
  /([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(?:"([^"\\]*)"|([A-Za-z0-9!#$%&'*+.^_`|~/:=-]+))\s*(,\s*|$)/y;

/** Longest header looked at, in characters. */
const longest = 4096;

/** What is signed when the header does not say so. */
const signedByDefault = "date";

/**
 * Reads an `Authorization: Signature` header; null when it is not one, or names a parameter twice. Parameters that are
 * not known are passed over. Contract: docs/contract/identity.md, "Signed requests".
 */
export function readSignatureHeader(header: string): SignatureParameters | null {
  const [, list] = /^Signature +(.+)$/i.exec(header.trim()) ?? [];
  if (list === undefined || list.length > longest) return null;
  const found = readParameters(list.trim());
  const [keyId, signature] = [found?.get("keyId"), found?.get("signature")];
  if (found === null || keyId === undefined || keyId === "" || signature === undefined) return null;
  const headers = (found.get("headers") ?? signedByDefault).toLowerCase().split(" ");
  if (headers.includes("") || new Set(headers).size < headers.length) return null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return null;
  return {
    keyId,
    algorithm: found.get("algorithm")?.toLowerCase() ?? null,
    headers,
    signature: Buffer.from(signature, "base64"),
  };
}

function readParameters(list: string): Map<string, string> | null {
  const found = new Map<string, string>();
  let isAtEnd = false;
  for (parameter.lastIndex = 0; !isAtEnd; ) {
    const [, name, quoted, plain, separator] = parameter.exec(list) ?? [];
    if (name === undefined || found.has(name)) return null;
    found.set(name, quoted ?? plain ?? "");
    isAtEnd = separator === "";
  }
  return found;
}
