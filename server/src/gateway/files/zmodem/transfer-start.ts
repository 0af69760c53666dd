import { checksum, type FrameHeader, frameType } from "./frames.ts";
import type { Direction } from "./transfer-records.ts";

/** How a transfer that a program on the target begins looks in its output. */
export interface TransferStart {
  readonly direction: Direction;
  readonly header: FrameHeader;
  /** Output before and behind it. */
  readonly before: Buffer;
  readonly bytes: Buffer;
  readonly after: Buffer;
  /** Whether the program wants a command to be run, and not to send a file. */
  readonly isCommand: boolean;
}

/** The header a sender or a receiver begins with, always in hexadecimal digits, and as much of its end as there is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol has them
const start = /\*{1,2}\x18B(0[01][0-9a-fA-F]{12})([\r\x8d]?[\n\x8a]?\x11?)/;

/** What of the end of a header may come after it, by how much of it was there: a line break, and the byte that lets it go on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol has them
const rests = [/^[\r\x8d]?[\n\x8a]?\x11?/, /^[\n\x8a]?\x11?/, /^\x11?/];

/** What may become one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol has them
const beginning = /\*{1,2}\x18(?:B(?:0(?:[01][0-9a-fA-F]{0,11})?)?)?$/;

/** Looks for the beginning of a transfer in output. */
export class StartFinder {
  #kept = "";
  /** How much of the end of a header was there; null: nothing more of it is to come. */
  #ended: number | null = null;

  /** Output; what is to be shown of it, or the beginning of a transfer in it. */
  take(output: Buffer): Buffer | TransferStart {
    const data = this.#withoutRest(output);
    // Nothing else is looked at in ordinary output: each header has this byte.
    if (this.#kept === "" && !data.includes(0x18)) return data;
    const text = this.#kept + data.toString("latin1");
    this.#kept = "";
    const found = start.exec(text);
    const digits = found?.[1];
    const bytes = digits === undefined ? null : Buffer.from(digits, "hex");
    if (
      found === null ||
      bytes === null ||
      !checksum("hex", bytes.subarray(0, 5)).equals(bytes.subarray(5))
    ) {
      this.#kept = beginning.exec(text)?.[0] ?? "";
      return Buffer.from(text.slice(0, text.length - this.#kept.length), "latin1");
    }
    this.#ended = found[2]?.length ?? 0;
    const header: FrameHeader = { type: bytes[0] ?? 0, content: bytes.subarray(1, 5), format: "hex" };
    const isSender = header.type === frameType.requestInit;
    return {
      direction: isSender ? "download" : "upload",
      header,
      before: Buffer.from(text.slice(0, found.index), "latin1"),
      bytes: Buffer.from(found[0], "latin1"),
      after: Buffer.from(text.slice(found.index + found[0].length), "latin1"),
      isCommand: isSender && header.content[3] !== 0,
    };
  }

  /** The end of a header that came in pieces is no output. */
  #withoutRest(data: Buffer): Buffer {
    const rest = this.#ended === null ? undefined : rests[this.#ended];
    if (rest === undefined || data.length === 0) return data;
    const [ending = ""] = rest.exec(data.toString("latin1", 0, 3)) ?? [];
    this.#ended = ending.length === data.length ? (this.#ended ?? 0) + ending.length : null;
    return data.subarray(ending.length);
  }
}
