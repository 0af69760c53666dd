import { createHash, createHmac } from "node:crypto";

/** MD5 of pieces, one after the other. */
export function md5(...pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash("md5");
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** HMAC-MD5 of pieces, one after the other. */
export function hmacMd5(key: Uint8Array, ...pieces: readonly Uint8Array[]): Buffer {
  const hmac = createHmac("md5", key);
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest();
}

const wide = (text: string): Buffer => Buffer.from(text, "utf16le");

/** As Windows capitalizes names: letter by letter, never into several. */
const capitals = (name: string): string =>
  [...name]
    .map((letter) => {
      const capital = letter.toUpperCase();
      return capital.length === letter.length ? capital : letter;
    })
    .join("");

/** The key of an account for NTLMv2 ([MS-NLMP] 3.3.2, `NTOWFv2`). */
export const ntlmv2Key = (hash: Uint8Array, user: string, domain: string): Buffer =>
  hmacMd5(hash, wide(capitals(user) + domain));

/** The proof that somebody has the key of an account ([MS-NLMP] 3.3.2), and what follows from it. */
export interface NtlmProof {
  readonly proof: Buffer;
  /** Known to both sides; enciphers the key of the session. */
  readonly baseKey: Buffer;
}

/**
 * Proves an account's key to who asked.
 *
 * @param challenge eight bytes of the server
 * @param blob what the client adds: time, eight bytes of its own, and what it knows of the server
 */
export function ntlmProof(key: Uint8Array, challenge: Uint8Array, blob: Uint8Array): NtlmProof {
  const proof = hmacMd5(key, challenge, blob);
  return { proof, baseKey: hmacMd5(key, proof) };
}

/** What a client adds to its proof ([MS-NLMP] 2.2.2.7). */
export function clientBlob(time: Uint8Array, challenge: Uint8Array, targetInfo: Uint8Array): Buffer {
  const nothing = Buffer.alloc(4);
  return Buffer.concat([
    ...[Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]), time, challenge, nothing],
    ...[targetInfo, nothing],
  ]);
}
