/** Reads SSH's data types (RFC 4251, section 5); null beyond the end. */
export class WireReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** Whether everything was read. */
  get isAtEnd(): boolean {
    return this.#at === this.#data.length;
  }

  /** How many bytes were read. */
  get position(): number {
    return this.#at;
  }

  bytes(length: number): Buffer | null {
    if (length > this.#data.length - this.#at) return null;
    this.#at += length;
    return this.#data.subarray(this.#at - length, this.#at);
  }

  string(): Buffer | null {
    const length = this.bytes(4);
    return length === null ? null : this.bytes(length.readUInt32BE());
  }

  uint32(): number | null {
    return this.bytes(4)?.readUInt32BE() ?? null;
  }

  uint64(): bigint | null {
    return this.bytes(8)?.readBigUInt64BE() ?? null;
  }
}

/** A number of SSH in so many bytes; null when it does not fit. */
export function fixedNumber(number: Buffer | null, bytes: number): Buffer | null {
  if (number === null) return null;
  const first = number.findIndex((byte) => byte !== 0);
  const digits = number.subarray(first === -1 ? number.length : first);
  return digits.length > bytes ? null : Buffer.concat([Buffer.alloc(bytes - digits.length), digits]);
}
