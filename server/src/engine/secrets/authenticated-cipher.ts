import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const [nonceLength, tagLength] = [12, 16];

/** Nonce, cipher text and tag under AES-256-GCM; `context` is authenticated with it. */
export function sealBytesUnder(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The bytes that `sealBytesUnder` took; throws when the key or the context is another one, or they were changed. */
export function openBytesUnder(key: Buffer, bytes: Buffer, context: string): Buffer {
  if (bytes.length < nonceLength + tagLength) throw new Error(`sealed value cut short: ${context}`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagLength));
  const body = bytes.subarray(nonceLength, bytes.length - tagLength);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** The same for text, as base64url. */
export const sealUnder = (key: Buffer, plain: string, context: string): string =>
  sealBytesUnder(key, Buffer.from(plain, "utf8"), context).toString("base64url");

/** The plain text of what `sealUnder` made; throws as `openBytesUnder`. */
export const openUnder = (key: Buffer, sealed: string, context: string): string =>
  openBytesUnder(key, Buffer.from(sealed, "base64url"), context).toString("utf8");
