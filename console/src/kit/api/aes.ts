/** Multiplies by x in GF(2^8), the field AES works in. */
function double(value: number): number {
  return ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff;
}

function buildSubstitution(): Uint8Array {
  const box = new Uint8Array(256);
  let p = 1;
  let q = 1;
  do {
    p = (p ^ double(p)) & 0xff;
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q &= 0xff;
    if (q & 0x80) q ^= 0x09;
    const rotated = q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4);
    box[p] = (rotated ^ 0x63) & 0xff;
  } while (p !== 1);
  box[0] = 0x63;
  return box;
}

function rotate(value: number, bits: number): number {
  return ((value << bits) | (value >> (8 - bits))) & 0xff;
}

const SUBSTITUTION = buildSubstitution();

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** Expands a 16-byte key to the eleven round keys. */
function expandKey(key: Uint8Array): Uint8Array {
  const expanded = new Uint8Array(176);
  expanded.set(key);
  let constant = 1;
  for (let offset = 16; offset < 176; offset += 4) {
    const word = expanded.slice(offset - 4, offset);
    if (offset % 16 === 0) {
      const first = at(word, 0);
      word[0] = at(SUBSTITUTION, at(word, 1)) ^ constant;
      word[1] = at(SUBSTITUTION, at(word, 2));
      word[2] = at(SUBSTITUTION, at(word, 3));
      word[3] = at(SUBSTITUTION, first);
      constant = double(constant);
    }
    for (let index = 0; index < 4; index += 1) {
      expanded[offset + index] = at(expanded, offset + index - 16) ^ at(word, index);
    }
  }
  return expanded;
}

function substituteAndShift(state: Uint8Array): Uint8Array {
  const next = new Uint8Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      next[column * 4 + row] = at(SUBSTITUTION, at(state, ((column + row) % 4) * 4 + row));
    }
  }
  return next;
}

function mixColumns(state: Uint8Array): void {
  for (let offset = 0; offset < 16; offset += 4) {
    const column = state.slice(offset, offset + 4);
    const all = at(column, 0) ^ at(column, 1) ^ at(column, 2) ^ at(column, 3);
    for (let row = 0; row < 4; row += 1) {
      const pair = at(column, row) ^ at(column, (row + 1) % 4);
      state[offset + row] = at(column, row) ^ all ^ double(pair);
    }
  }
}

function addRoundKey(state: Uint8Array, keys: Uint8Array, round: number): void {
  for (let index = 0; index < 16; index += 1) state[index] = at(state, index) ^ at(keys, round * 16 + index);
}

/**
 * AES-128 in ECB mode with zero padding, as the field-encryption format of the contract asks for (§1.7).
 * Written here because the browser's own cryptography offers no ECB and is absent on plain-HTTP sites.
 * Each value gets its own random key, so equal blocks across values do not show.
 *
 * @param key 16 bytes
 * @param data plain bytes of any length; padded with zeros to a multiple of 16
 */
export function encryptAesEcb(key: Uint8Array, data: Uint8Array): Uint8Array {
  const keys = expandKey(key);
  const output = new Uint8Array(Math.ceil(data.length / 16) * 16);
  output.set(data);
  for (let offset = 0; offset < output.length; offset += 16) {
    let state = output.slice(offset, offset + 16);
    addRoundKey(state, keys, 0);
    for (let round = 1; round <= 10; round += 1) {
      state = substituteAndShift(state) as Uint8Array<ArrayBuffer>;
      if (round < 10) mixColumns(state);
      addRoundKey(state, keys, round);
    }
    output.set(state, offset);
  }
  return output;
}
