import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encryption at rest. `context` names where the value lives (`accounts.secret:<id>`) and is authenticated, so
 * a sealed value copied to another row or column does not open.
 */
export interface SecretBox {
  /** Plain text -> `v1.` + base64url(nonce, cipher text, tag) under AES-256-GCM. */
  seal(plain: string, context: string): string;
  /** The plain text; throws when the value was changed, moved, or sealed under another key. */
  open(sealed: string, context: string): string;
  /** A 32-byte key for one purpose, derived from the installation key. */
  deriveKey(purpose: string): Buffer;
}

const prefix = "v1.";

/** Makes the box of this installation from its secret key (any length of at least 32 bytes). */
export function createSecretBox(installationKey: Buffer): SecretBox {
  const deriveKey = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", installationKey, "sallyport", purpose, 32));
  const key = deriveKey("secrets at rest");
  return {
    deriveKey,
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return prefix + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
    },
    open(sealed, context) {
      if (!sealed.startsWith(prefix)) throw new Error(`not a sealed value: ${context}`);
      const bytes = Buffer.from(sealed.slice(prefix.length), "base64url");
      if (bytes.length < 28) throw new Error(`sealed value cut short: ${context}`);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(bytes.length - 16));
      const body = bytes.subarray(12, bytes.length - 16);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
  };
}
