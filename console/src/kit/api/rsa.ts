/** An RSA public key. `size` is the length of the modulus in bytes. */
export interface RsaPublicKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly size: number;
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly end: number;
}

function readElement(bytes: Uint8Array, start: number): Element {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new Error("truncated key");
  let length = first;
  let offset = start + 2;
  if (first & 0x80) {
    length = 0;
    for (let count = first & 0x7f; count > 0; count -= 1) {
      length = length * 256 + (bytes[offset] ?? 0);
      offset += 1;
    }
  }
  return { tag, content: bytes.subarray(offset, offset + length), end: offset + length };
}

function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;

/**
 * Reads an RSA public key from PEM, either `BEGIN PUBLIC KEY` or `BEGIN RSA PUBLIC KEY`.
 *
 * @throws Error when the text is not such a key
 */
export function parseRsaPublicKey(pem: string): RsaPublicKey {
  const base64 = pem.replace(/-----[^-]+-----/g, "").replace(/\s+/g, "");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  let body = readElement(bytes, 0).content;
  const first = readElement(body, 0);
  if (first.tag === SEQUENCE) {
    const wrapped = readElement(body, first.end);
    if (wrapped.tag !== BIT_STRING) throw new Error("not an RSA public key");
    body = readElement(wrapped.content, 1).content;
  }
  const modulus = readElement(body, 0);
  const exponent = readElement(body, modulus.end);
  const value = toBigInt(modulus.content);
  return {
    modulus: value,
    exponent: toBigInt(exponent.content),
    size: Math.ceil(value.toString(2).length / 8),
  };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let factor = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

/**
 * RSA encryption with PKCS#1 v1.5 padding, the format of the contract (§1.7).
 * Written here because the browser's own cryptography offers OAEP only.
 *
 * @param data at most `size - 11` bytes
 */
export function encryptRsa(key: RsaPublicKey, data: Uint8Array): Uint8Array {
  if (data.length > key.size - 11) throw new Error("value too long for the key");
  const block = new Uint8Array(key.size);
  block[1] = 2;
  const padding = block.subarray(2, key.size - data.length - 1);
  crypto.getRandomValues(padding);
  for (let index = 0; index < padding.length; index += 1) {
    while (padding[index] === 0) crypto.getRandomValues(padding.subarray(index, index + 1));
  }
  block.set(data, key.size - data.length);
  let rest = power(toBigInt(block), key.exponent, key.modulus);
  const output = new Uint8Array(key.size);
  for (let index = key.size - 1; index >= 0; index -= 1) {
    output[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return output;
}
