import { encryptAesEcb } from "./aes.ts";
import { readCookie } from "./cookies.ts";
import { encryptRsa, parseRsaPublicKey } from "./rsa.ts";

/** Fields encrypted before they are sent unless a form says otherwise. */
export const ENCRYPTED_FIELDS: readonly string[] = [
  "password",
  "token",
  "private_key",
  "secret",
  "passphrase",
];

const KEY_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => KEY_ALPHABET[byte & 63]).join("");
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Encrypts a secret for the server (docs/contract/conventions.md, "Encrypted inputs"): `{rsa}:{aes}`, each base64.
 *
 * @param value the secret; an empty one stays empty
 * @param publicKey base64 of the PEM public key, from the `jms_public_key` cookie unless given
 * @returns the encrypted form, or the value itself when the server has given no key
 */
export function encryptSecret(
  value: string,
  publicKey: string | undefined = readCookie("jms_public_key"),
): string {
  if (value === "" || publicKey === undefined || publicKey === "") return value;
  const encoder = new TextEncoder();
  const key = encoder.encode(randomKey());
  const rsa = encryptRsa(parseRsaPublicKey(atob(publicKey)), key);
  return `${toBase64(rsa)}:${toBase64(encryptAesEcb(key, encoder.encode(value)))}`;
}

/**
 * Returns a copy of a request body with the named text fields encrypted, at every depth.
 *
 * @param body plain body
 * @param fields names to encrypt
 */
export function encryptFields(body: unknown, fields: readonly string[] = ENCRYPTED_FIELDS): unknown {
  if (Array.isArray(body)) return body.map((item) => encryptFields(item, fields));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" && fields.includes(name)
        ? encryptSecret(value)
        : encryptFields(value, fields),
    ]),
  );
}
