import { createCipheriv } from "node:crypto";

/** Bits set for each part of a word. */
const hashes = 4;

/** Bits kept for each part of a word: with four set, one in sixteen is set by chance. */
const bitsEach = 5.8;

/** Two rows with their signatures fill a page of the database; longer ones would leave half of it empty. In bytes. */
const longest = 3_904;

/**
 * How long signatures are, in bytes: those of the same length are gathered in blocks, and between two lengths there is
 * little room lost.
 */
export const signatureLengths: readonly number[] = Array.from({ length: 7 }, (_, at) => longest >> at);

/** Parts of words a signature has room for. */
export const roomFor = Math.floor((longest * 8) / bitsEach);

/** Most parts of a searched text that are asked for, and most bits: each halves what is left by chance. */
const [mostAsked, mostBits] = [12, 24];

/** Bytes a part of a word takes to be hashed. */
const block = 16;

/**
 * The parts of words in a text: three characters of ASCII, and each other character by itself and with its neighbours, so
 * that what is written without gaps is found by any piece of it.
 */
export class Grams {
  readonly #ascii = new Uint8Array(1 << 21);
  readonly #found = new Set<number>();
  #listed: number[] = [];

  /** How many there are. */
  get count(): number {
    return this.#found.size + this.#listed.length;
  }

  /** Takes a folded line. */
  add(line: string): void {
    let [one, two] = [-1, -1];
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code < 0x80) {
        if (two >= 0x80) this.#found.add(two * 65_536 + code);
        else if (one >= 0 && one < 0x80 && two >= 0) this.#addAscii((one << 14) | (two << 7) | code);
      } else {
        this.#found.add(code);
        if (two >= 0) this.#found.add(two * 65_536 + code);
      }
      one = two;
      two = code;
    }
  }

  /** All of them, each as a number; those of ASCII stand apart from the others. */
  *all(): Generator<number> {
    for (const gram of this.#listed) yield 2 ** 40 + gram;
    yield* this.#found;
  }

  /** Forgets them. */
  clear(): void {
    for (const gram of this.#listed) this.#ascii[gram] = 0;
    this.#listed = [];
    this.#found.clear();
  }

  #addAscii(gram: number): void {
    if (this.#ascii[gram] === 1) return;
    this.#ascii[gram] = 1;
    this.#listed.push(gram);
  }
}

/** Numbers that nobody without the key knows, four for each part of a word. */
function hashed(key: Buffer, grams: Iterable<number>, count: number): Buffer {
  const blocks = Buffer.alloc(count * block);
  let at = 0;
  for (const gram of grams) {
    blocks.writeUIntBE(gram, at, 6);
    at += block;
  }
  // One block each, and no two are the same: a block cipher is what hashes them best.
  return createCipheriv("aes-256-ecb", key, null).setAutoPadding(false).update(blocks);
}

/** A bit for each of its hashes, in the order in which PostgreSQL's `get_bit` counts. */
export function signatureOf(key: Buffer, grams: Grams): Buffer {
  const { count } = grams;
  const needed = (count * bitsEach) / 8;
  const signature = Buffer.alloc(signatureLengths.findLast((length) => length >= needed) ?? longest);
  const bits = signature.length * 8;
  const numbers = hashed(key, grams.all(), count);
  for (let at = 0; at < numbers.length; at += 4) {
    const bit = numbers.readUInt32BE(at) % bits;
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return signature;
}

/**
 * What has to be set where a folded text is: each number modulo the bits of a signature. None where it is too short; the
 * first of each part of a word, then the second ones, and so on.
 */
export function askedHashes(key: Buffer, text: string): number[] {
  const grams = new Grams();
  grams.add(text);
  const all = [...grams.all()];
  // A long text is known by parts from all over it.
  const step = Math.max(1, all.length / mostAsked);
  const asked = Array.from(
    { length: Math.min(mostAsked, all.length) },
    (_, at) => all[Math.floor(at * step)] as number,
  );
  const numbers = hashed(key, asked, asked.length);
  const bits = Array.from({ length: asked.length * hashes }, (_, at) => {
    const [part, hash] = [at % asked.length, Math.floor(at / asked.length)];
    return numbers.readUInt32BE((part * hashes + hash) * 4);
  });
  return bits.slice(0, mostBits);
}
