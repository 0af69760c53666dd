import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const [nonceLength, tagLength] = [12, 16];

/** Plain text -> base64url of nonce, cipher text and tag under AES-256-GCM; `context` is authenticated with it. */
export function sealUnder(key: Buffer, plain: string, context: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

/** The plain text of what `sealUnder` made; throws when the key or the context is another one, or it was changed. */
export function openUnder(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceLength + tagLength) throw new Error(`sealed value cut short: ${context}`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagLength));
  const body = bytes.subarray(nonceLength, bytes.length - tagLength);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
