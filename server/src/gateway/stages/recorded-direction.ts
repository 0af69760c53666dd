import { createHash } from "node:crypto";
import type { DirectionSummary } from "../../transport/recording/index.ts";

/** One direction of a program without a terminal: its first bytes are kept, all of them counted and hashed. */
export class RecordedDirection {
  readonly #limit: number;
  readonly #hash = createHash("sha256");
  #bytes = 0;

  /** @param limit how many are kept, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes what passes; answers what of it is to be kept, null for nothing. */
  take(data: Buffer): Buffer | null {
    const left = this.#limit - this.#bytes;
    this.#bytes += data.length;
    this.#hash.update(data);
    if (left <= 0) return null;
    return data.length <= left ? data : data.subarray(0, left);
  }

  /** What passed; to be asked for once, at the end. */
  summary(): DirectionSummary {
    return {
      bytes: this.#bytes,
      kept: Math.min(this.#bytes, this.#limit),
      sha256: this.#hash.digest("hex"),
    };
  }
}
