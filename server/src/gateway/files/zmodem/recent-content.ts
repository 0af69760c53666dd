/** Bytes that are kept of what was sent: more than is ever on its way. */
const mostKept = 4 * 1024 * 1024;

/** The last of what was sent of a file, in case the receiver asks for it once more. */
export class RecentContent {
  #kept: Buffer[] = [];
  #length = 0;
  /** Position of the first byte that is kept. */
  #start = 0;

  /** Nothing was sent before this position. */
  begin(position: number): void {
    this.#kept = [];
    this.#length = 0;
    this.#start = position;
  }

  /** Adds what is sent next; it must not be changed afterwards. */
  add(data: Buffer): void {
    this.#kept.push(data);
    this.#length += data.length;
    for (let first = this.#kept[0]; first !== undefined; first = this.#kept[0]) {
      if (this.#length - first.length < mostKept) break;
      this.#kept.shift();
      this.#length -= first.length;
      this.#start += first.length;
    }
  }

  /** All that was sent from a position on; null where that is not kept. */
  from(position: number): Buffer | null {
    const at = position - this.#start;
    if (at < 0 || at > this.#length) return null;
    return Buffer.concat(this.#kept).subarray(at);
  }
}
