import { createHash, type Hash } from "node:crypto";
import type { FileCopies, FileCopy } from "./copies.ts";
import type { FileEntry } from "./records.ts";

/** What a transfer begins with. */
export interface TransferOptions {
  readonly entry: FileEntry;
  /**
   * Whether the content is known to be what passes. It is not for an upload into a file that was there before, as
   * scp's: until it is known to reach to that file's end (`replaces`), or the file is cut to it (`cut`).
   */
  readonly wholeFile: boolean;
  /** Where copies are kept; null: nowhere. */
  readonly copies: FileCopies | null;
  /** Bytes the file has; null when that is not known, as of one that is being written. */
  readonly expected: number | null;
}

/**
 * The content of one file as it passes: counted and, as long as it comes in order from its first byte, hashed. Nothing
 * is ever read back, so of what came in another order there is no hash, and the record says so.
 */
export class Transfer {
  readonly #entry: FileEntry;
  readonly #hash: Hash = createHash("sha256");
  #copy: FileCopy | null;
  #expected: number | null;
  #inOrder = true;
  /** Bytes of what was there before that may lie behind what passes; null: nobody knows how many. */
  #before: number | null;
  #next = 0;
  #bytes = 0;
  #endSeen = false;
  #failure: string | null = null;

  constructor({ entry, wholeFile, copies, expected }: TransferOptions) {
    this.#entry = entry;
    this.#before = wholeFile ? 0 : null;
    this.#expected = expected;
    this.#copy = copies?.begin(entry, expected) ?? null;
  }

  /** The size of the file became known. */
  expect(size: number): void {
    this.#expected ??= size;
    if (this.#copy !== null && !this.#copy.fits(size)) this.#dropCopy();
  }

  /** How many bytes the file had that is written over. */
  replaces(size: number): void {
    this.#before ??= size;
  }

  /** Content passed; it must not be changed afterwards. */
  pass(offset: number, data: Buffer): void {
    this.#bytes += data.length;
    if (!this.#inOrder) return;
    if (offset !== this.#next) {
      this.#inOrder = false;
      this.#dropCopy();
      return;
    }
    this.#next += data.length;
    this.#hash.update(data);
    if (this.#copy !== null && !this.#copy.add(data)) this.#copy = null;
  }

  /**
   * The file is to be given this size: it is no longer what passed, unless that is as long as it.
   *
   * @returns whether it is; `cut` is to be called when the target has done it
   */
  resized(size: number): boolean {
    if (size === this.#next) return true;
    this.#inOrder = false;
    this.#dropCopy();
    return false;
  }

  /** Content is carried where it is not seen. */
  passedBy(): void {
    this.#inOrder = false;
    this.#dropCopy();
  }

  /** Nothing of what was there before lies behind what passed. */
  cut(): void {
    this.#before = 0;
  }

  /** The reader was informed that there is nothing at `offset` any more. */
  ended(offset: number): void {
    if (offset <= this.#next) this.#endSeen = true;
  }

  /** What was asked of the target did not work. */
  failed(reason: string): void {
    this.#failure ??= reason;
  }

  /** Completes the record. `closed`: the client had done what it wanted, as far as it says. */
  async finish(closed: boolean, direction: "upload" | "download"): Promise<void> {
    const whole =
      direction === "upload" || this.#endSeen || (this.#expected !== null && this.#next >= this.#expected);
    const size = this.#bytes;
    if (this.#failure !== null) {
      this.#dropCopy();
      this.#entry.end({ state: "failed", reason: this.#failure, size });
    } else if (!closed) {
      this.#dropCopy();
      this.#entry.end({ state: "partial", reason: "broken_off", size });
    } else if (!this.#inOrder || this.#before === null || this.#before > this.#next) {
      this.#dropCopy();
      this.#entry.end({
        state: direction === "upload" ? "complete" : "partial",
        reason: "random_access",
        size,
      });
    } else if (!whole) {
      this.#dropCopy();
      this.#entry.end({ state: "partial", size });
    } else {
      const sha256 = this.#hash.digest("hex");
      const copy = this.#copy === null ? null : await this.#copy.keep();
      this.#entry.end({ state: "complete", size, sha256, copy });
    }
  }

  #dropCopy(): void {
    this.#copy?.drop();
    this.#copy = null;
  }
}
