import { ecb } from "@noble/ciphers/aes.js";

/** Bytes of an AES-128 key, and of a block. */
const size = 16;

/** One DER element: what it holds, and where the next begins. */
function element(bytes: Uint8Array, start: number) {
  let length = bytes[start + 1] ?? 0;
  let at = start + 2;
  if (length & 0x80) {
    const count = length & 0x7f;
    length = 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at++] ?? 0);
  }
  return { tag: bytes[start], content: bytes.subarray(at, at + length), end: at + length };
}

const toBigInt = (bytes: Uint8Array): bigint =>
  bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly size: number;
}

/** Reads the PEM of an RSA key, with or without the name of the algorithm around it. */
function readKey(pem: string): RsaKey {
  const encoded = pem.replace(/-----[^-]+-----/g, "").replace(/\s+/g, "");
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  let body = element(bytes, 0).content;
  const first = element(body, 0);
  if (first.tag === 0x30) body = element(element(body, first.end).content, 1).content;
  const modulus = element(body, 0);
  const exponent = element(body, modulus.end);
  const value = modulus.content.subarray(modulus.content.findIndex((byte) => byte !== 0));
  return { modulus: toBigInt(value), exponent: toBigInt(exponent.content), size: value.length };
}

function encryptRsa({ modulus, exponent, size: length }: RsaKey, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(length);
  block[1] = 2;
  for (let at = 2; at < length - data.length - 1; at += 1) {
    while (block[at] === 0) crypto.getRandomValues(block.subarray(at, at + 1));
  }
  block.set(data, length - data.length);
  let result = 1n;
  let factor = toBigInt(block) % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  const output = new Uint8Array(length);
  for (let at = length - 1; at >= 0; at -= 1, result >>= 8n) output[at] = Number(result & 0xffn);
  return output;
}

function encryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(data.length / size) * size);
  padded.set(data);
  return ecb(key, { disablePadding: true }).encrypt(padded);
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/**
 * Encrypts a field of a form for the server: `{rsa}:{aes}`, each base64, RSA with PKCS#1 v1.5 around the key of an
 * AES-128-ECB. Browsers offer neither, and nothing at all on sites without TLS.
 * Format: docs/contract/conventions.md, "Encrypted inputs".
 *
 * @param publicKey the value of the cookie `jms_public_key`: base64 of the PEM
 * @throws Error for a key that cannot be read
 */
export function encryptField(value: string, publicKey: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const random = crypto.getRandomValues(new Uint8Array(size));
  const encoder = new TextEncoder();
  const key = encoder.encode(Array.from(random, (byte) => alphabet[byte & 63]).join(""));
  const rsa = encryptRsa(readKey(atob(publicKey)), key);
  return `${toBase64(rsa)}:${toBase64(encryptAes(key, encoder.encode(value)))}`;
}
