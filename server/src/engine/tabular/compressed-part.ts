import { createDeflateRaw } from "node:zlib";
import { ZipPassThrough } from "fflate";

/** Of the levels 1 to 9: rows of a table shrink well at once. */
const level = 4;

/** Compression method of the archive format. */
const deflated = 8;

/** A file of an archive, compressed by the runtime beside the event loop instead of on it. */
export class CompressedPart extends ZipPassThrough {
  readonly #deflate = createDeflateRaw({ level });

  constructor(name: string) {
    super(name);
    this.compression = deflated;
    this.#deflate.on("data", (piece: Buffer) => this.ondata(null, piece as Uint8Array<ArrayBuffer>, false));
    this.#deflate.once("end", () => this.ondata(null, new Uint8Array(0), true));
    // What fails, fails the piece that was added; see `add`.
    this.#deflate.on("error", () => undefined);
  }

  /** Adds to the file; resolves when it was taken in, or, for the last piece, when the file is complete. */
  add(text: string, isLast: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#added = (error) => (error ? reject(error) : resolve());
      if (isLast) this.#deflate.once("end", resolve);
      // Sizes and checksum are counted on the way to `process`.
      this.push(Buffer.from(text) as Uint8Array<ArrayBuffer>, isLast);
    });
  }

  #added: (error?: Error | null) => void = () => undefined;

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    if (isLast) this.#deflate.end(chunk);
    else this.#deflate.write(chunk, this.#added);
  }

  /** Lets go of what compression holds, where the file is not finished. */
  abandon(): void {
    this.#deflate.destroy();
  }
}
