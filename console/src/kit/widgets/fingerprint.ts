/** The bytes of the first PEM block of a text, or of the text itself. */
function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const block = /-----BEGIN [^-]+-----([\s\S]+?)-----END [^-]+-----/.exec(text)?.[1];
  if (block === undefined) return new TextEncoder().encode(text);
  try {
    return Uint8Array.from(atob(block.replace(/\s/g, "")), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode(text);
  }
}

/**
 * A short name of a key or certificate, by which two people can compare that they have the same: SHA-256 over its
 * contents, the first 16 bytes as hexadecimal pairs.
 *
 * @returns undefined where the browser offers no hashing, on pages without TLS
 */
export async function fingerprint(text: string): Promise<string | undefined> {
  if (text === "" || crypto.subtle === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", keyBytes(text)));
  return Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(":");
}
