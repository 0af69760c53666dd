import { ecb } from "@noble/ciphers/aes.js";

const BLOCK = 16;

/**
 * AES-128 in ECB mode with zero padding, as the field-encryption format of the contract asks for (§1.7). The browser's
 * own cryptography offers no ECB and is absent on plain-HTTP sites. Each value gets its own random key, so equal blocks
 * across values do not show.
 *
 * @param key 16 bytes
 * @param data plain bytes of any length; padded with zeros to a multiple of 16
 */
export function encryptAesEcb(key: Uint8Array, data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(data.length / BLOCK) * BLOCK);
  padded.set(data);
  return ecb(key, { disablePadding: true }).encrypt(padded);
}
