import { createRequire } from "node:module";

interface Wasm {
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _poly1305_auth(
    out: number,
    first: number,
    firstLength: number,
    second: number,
    secondLength: number,
    key: number,
  ): void;
}

/** Longest text, in bytes. */
const longest = 264 * 1024;

const create = createRequire(import.meta.url)("ssh2/lib/protocol/crypto/poly1305.js") as () => Promise<Wasm>;
const wasm = await create();
const out = wasm._malloc(16);
const key = wasm._malloc(32);
const text = wasm._malloc(longest);

/**
 * Poly1305 (RFC 8439), which Node does not offer by itself; computed by the module ssh2 brings with it.
 *
 * @param parts the text, at most 264 KiB together
 * @param oneTimeKey 32 bytes
 */
export function poly1305(parts: readonly Buffer[], oneTimeKey: Buffer): Buffer {
  let length = 0;
  for (const part of parts) {
    wasm.HEAPU8.set(part, text + length);
    length += part.length;
  }
  wasm.HEAPU8.set(oneTimeKey, key);
  wasm._poly1305_auth(out, text, length, text + length, 0, key);
  return Buffer.from(wasm.HEAPU8.subarray(out, out + 16));
}
