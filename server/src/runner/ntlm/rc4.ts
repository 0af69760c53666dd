/**
 * The stream of RC4, which NTLM seals with and OpenSSL no longer has. One goes on where it ended: what is enciphered in
 * several calls is as if in one.
 */
export class Rc4 {
  readonly #state = Uint8Array.from({ length: 256 }, (_, at) => at);
  #at = 0;
  #other = 0;

  constructor(key: Uint8Array) {
    for (let at = 0, other = 0; at < 256; at++) {
      other = (other + this.#byte(at) + (key[at % key.length] ?? 0)) & 255;
      this.#swap(at, other);
    }
  }

  /** Enciphers, and deciphers: it is the same. */
  apply(data: Uint8Array): Buffer {
    return Buffer.from(data.map((byte) => byte ^ this.#next()));
  }

  #next(): number {
    this.#at = (this.#at + 1) & 255;
    this.#other = (this.#other + this.#byte(this.#at)) & 255;
    this.#swap(this.#at, this.#other);
    return this.#byte((this.#byte(this.#at) + this.#byte(this.#other)) & 255);
  }

  #byte(at: number): number {
    return this.#state[at] ?? 0;
  }

  #swap(one: number, other: number): void {
    const kept = this.#byte(one);
    this.#state[one] = this.#byte(other);
    this.#state[other] = kept;
  }
}
