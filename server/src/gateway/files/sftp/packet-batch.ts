/** What may be gathered before it is sent at once, in bytes. */
const most = 256 * 1024;

/**
 * Gathers the packets of one turn of the event loop. An SFTP packet with data is a little longer than what an SSH packet
 * may carry: sent one by one each costs two of those, the second one nearly empty; gathered they fill them.
 */
export class PacketBatch {
  readonly #write: (data: Buffer) => void;
  #packets: Buffer[] = [];
  #size = 0;

  constructor(write: (data: Buffer) => void) {
    this.#write = write;
  }

  add(packet: Buffer): void {
    if (this.#size === 0) setImmediate(() => this.flush());
    this.#packets.push(packet);
    this.#size += packet.length;
    if (this.#size >= most) this.flush();
  }

  /** Sends what has been gathered. */
  flush(): void {
    const [first] = this.#packets;
    if (first === undefined) return;
    const all = this.#packets.length === 1 ? first : Buffer.concat(this.#packets, this.#size);
    this.#packets = [];
    this.#size = 0;
    this.#write(all);
  }
}
