import type { PacketSuite } from "./packet-suites.ts";

/** Longest packet, in bytes: OpenSSH's own limit (PACKET_MAX_SIZE). */
export const longestPacket = 256 * 1024;

/** Shortest one: padding length, a message number and the least padding (RFC 4253, section 6). */
const shortestPacket = 6;

/** Takes a message, and tells where to go on when somebody else has to read what follows, as ssh2 has it. */
export type OnPayload = (payload: Buffer) => number | false | undefined;

/** What ssh2 asks of a decipher. */
export interface Decipher {
  inSeqno: number;
  _onPayload: OnPayload;
  free(): void;
  /** Reads `data` from `at` up to `end`; answers where another decipher goes on, if one does. */
  decrypt(data: Buffer, at: number, end: number): number | undefined;
}

/** Takes packets apart, gathering each before it is decrypted. In the place of ssh2's own, which stop at 35 000 bytes. */
export class PacketDecipher implements Decipher {
  inSeqno: number;
  _onPayload: OnPayload;
  readonly #suite: PacketSuite;
  readonly #former: Decipher;
  readonly #head: Buffer;
  #headBytes = 0;
  /** Bytes between head and tag, once they are known. */
  #length = 0;
  /** Rest and tag of a packet that did not come in one piece. */
  #gathered: Buffer | null = null;
  #gatheredBytes = 0;

  constructor(suite: PacketSuite, former: Decipher) {
    this.#suite = suite;
    this.#former = former;
    this.inSeqno = former.inSeqno;
    this._onPayload = former._onPayload;
    this.#head = Buffer.alloc(suite.headLength);
  }

  free(): void {
    this.#former.free();
  }

  decrypt(data: Buffer, from: number, end: number): number | undefined {
    const { headLength, tagLength } = this.#suite;
    let at = from;
    while (at < end) {
      if (this.#headBytes < headLength) {
        at += this.#takeHead(data, at, end);
        if (this.#headBytes < headLength) return undefined;
        this.#length = this.#readLength();
      }
      const wanted = this.#length + tagLength;
      if (this.#gathered === null && end - at >= wanted) {
        const packet = data.subarray(at, at + wanted);
        at += wanted;
        const next = this.#finish(packet);
        if (next !== undefined) return next === false ? at : next;
        continue;
      }
      this.#gathered ??= Buffer.allocUnsafe(wanted);
      const count = Math.min(wanted - this.#gatheredBytes, end - at);
      data.copy(this.#gathered, this.#gatheredBytes, at, at + count);
      this.#gatheredBytes += count;
      at += count;
      if (this.#gatheredBytes < wanted) return undefined;
      const next = this.#finish(this.#gathered);
      if (next !== undefined) return next === false ? at : next;
    }
    return undefined;
  }

  #takeHead(data: Buffer, at: number, end: number): number {
    const count = Math.min(this.#head.length - this.#headBytes, end - at);
    data.copy(this.#head, this.#headBytes, at, at + count);
    this.#headBytes += count;
    return count;
  }

  #readLength(): number {
    const { headLength, multiple, encryptsLength } = this.#suite;
    const length = this.#suite.lengthOf(this.#head, this.inSeqno);
    const encrypted = encryptsLength ? length + 4 : length;
    const rest = length + 4 - headLength;
    if (length < shortestPacket || length > longestPacket || rest < 0 || encrypted % multiple !== 0) {
      throw new Error("Bad packet length");
    }
    return rest;
  }

  #finish(packet: Buffer): number | false | undefined {
    const rest = packet.subarray(0, this.#length);
    const plain = this.#suite.open(this.#head, rest, packet.subarray(this.#length), this.inSeqno);
    const padding = plain[0] ?? 0;
    if (padding + 1 >= plain.length) throw new Error("Bad packet padding");
    this.inSeqno = (this.inSeqno + 1) >>> 0;
    this.#headBytes = 0;
    this.#gathered = null;
    this.#gatheredBytes = 0;
    return this._onPayload(plain.subarray(1, plain.length - padding));
  }
}
