import { createYield } from "../../../engine/yield-to-event-loop.ts";

/** Where bit `bit` of the signature in `slot` stands among the slices of a block of `slots`: byte and mask. */
const byteOf = (bit: number, slot: number, width: number): number => bit * width + (slot >> 3);

/**
 * Signatures turned by their side: bit 0 of all of them, then bit 1 of all, and so on. Bits are counted as PostgreSQL's
 * `get_bit` does, from the lowest of the first byte.
 *
 * @param signatures a multiple of eight, all of the same length
 */
export async function slicesOf(signatures: readonly Buffer[]): Promise<Buffer> {
  const width = signatures.length >> 3;
  const bytes = signatures[0]?.length ?? 0;
  const slices = Buffer.alloc(bytes * 8 * width);
  const pause = createYield();
  for (const [slot, signature] of signatures.entries()) {
    const mask = 1 << (slot & 7);
    for (let at = 0; at < bytes; at += 1) {
      for (let rest = signature[at] as number, bit = at * 8; rest !== 0; rest >>= 1, bit += 1) {
        if ((rest & 1) === 0) continue;
        const place = byteOf(bit, slot, width);
        slices[place] = (slices[place] as number) | mask;
      }
    }
    await pause();
  }
  return slices;
}

/** The signature in one slot of a block, as it was given to `slicesOf`. */
export function signatureIn(slices: Buffer, slots: number, slot: number): Buffer {
  const width = slots >> 3;
  const bits = slices.length / width;
  const mask = 1 << (slot & 7);
  const signature = Buffer.alloc(bits >> 3);
  for (let bit = 0; bit < bits; bit += 1) {
    if (((slices[byteOf(bit, slot, width)] as number) & mask) === 0) continue;
    signature[bit >> 3] = (signature[bit >> 3] as number) | (1 << (bit & 7));
  }
  return signature;
}
