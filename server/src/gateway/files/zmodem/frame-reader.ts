import {
  checksum,
  checksumLength,
  escapeByte,
  type FrameFormat,
  type FrameHeader,
  hasData,
  padByte,
  pieceEnd,
} from "./frames.ts";

/** What a stream of frames consists of. */
export type FrameEvent =
  | { readonly kind: "header"; readonly header: FrameHeader }
  /** Data behind the last header; `end` says what follows. */
  | { readonly kind: "piece"; readonly data: Buffer; readonly end: number }
  /** Five times the byte that cancels. */
  | { readonly kind: "cancel" }
  /** Data that cannot be read: too long, or with a wrong escape. */
  | { readonly kind: "broken" }
  /** A header or data with a wrong checksum; what looked like the header comes out as bytes that belong to no frame, too. */
  | { readonly kind: "damaged"; readonly part: "header" | "piece" }
  /** Bytes that belong to no frame. */
  | { readonly kind: "rest"; readonly data: Buffer };

/** Longest piece of data, in bytes; the protocol allows 1024, and programs of today send up to this. */
const longestPiece = 8192;

/** Bytes of a header without its checksum. */
const headerLength = 5;

/** Characters of a header in hexadecimal digits. */
const hexDigits = 14;

/** How often in a row the byte of escapes cancels. */
const cancels = 5;

const formats: Readonly<Record<number, FrameFormat>> = { 65: "binary16", 66: "hex", 67: "binary32" };

/** The line break behind a header in digits, each byte with and without the eighth bit, and the byte that may follow. */
const lineBreak: readonly (readonly number[])[] = [[0x0d, 0x8d], [0x0a, 0x8a], [0x11]];

type State =
  | { readonly at: "text" }
  /** Behind the byte that begins a header. */
  | { readonly at: "format" }
  | { readonly at: "hex"; digits: string }
  | { readonly at: "binary"; readonly format: FrameFormat; readonly bytes: number[]; isEscaped: boolean }
  | { readonly at: "break"; next: number; readonly then: State }
  | { readonly at: "data"; readonly format: FrameFormat; isEscaped: boolean }
  | {
      readonly at: "sum";
      readonly format: FrameFormat;
      readonly end: number;
      readonly sum: number[];
      isEscaped: boolean;
    }
  | { readonly at: "canceled" };

/**
 * Takes frames out of a stream. What a lying sender can make it keep is one piece of data; what is no frame comes out
 * as it went in.
 */
export class FrameReader {
  readonly #onEvent: (event: FrameEvent) => void;
  #state: State = { at: "text" };
  /** Bytes that are perhaps the beginning of a header. */
  #raw: number[] = [];
  /** Whether the last byte of what came before could stand before a header. */
  #isPadded = false;
  readonly #piece = Buffer.allocUnsafe(longestPiece);
  #length = 0;
  /** How often the byte of escapes came in a row. */
  #escapes = 0;
  #rest: number[] = [];

  constructor(onEvent: (event: FrameEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Reads what came; events are told before it returns. */
  take(data: Buffer): void {
    for (let at = 0; at < data.length; ) {
      const byte = data[at] ?? 0;
      if (this.#state.at === "data" && !this.#state.isEscaped && byte !== escapeByte) {
        at = this.#copyPlain(data, at);
        continue;
      }
      at += 1;
      this.#escapes = byte === escapeByte ? this.#escapes + 1 : 0;
      if (this.#escapes >= cancels && this.#state.at !== "canceled") this.#cancel();
      else this.#read(byte);
    }
    this.#tellRest();
  }

  #read(byte: number): void {
    const state = this.#state;
    switch (state.at) {
      case "canceled":
        if (byte !== escapeByte && byte !== 0x08) {
          this.#state = { at: "text" };
          this.#text(byte);
        }
        return;
      case "text":
        this.#text(byte);
        return;
      case "format":
        this.#format(byte);
        return;
      case "hex":
        this.#raw.push(byte);
        state.digits += String.fromCharCode(byte);
        if (!/^[0-9a-fA-F]+$/.test(state.digits)) this.#noHeader();
        else if (state.digits.length === hexDigits) this.#header(Buffer.from(state.digits, "hex"), "hex");
        return;
      case "binary": {
        this.#raw.push(byte);
        const value = unescaped(byte, state);
        if (value === null) return;
        state.bytes.push(value);
        if (value < 0) this.#noHeader();
        else if (state.bytes.length === headerLength + checksumLength(state.format)) {
          this.#header(Buffer.from(state.bytes), state.format);
        }
        return;
      }
      case "break": {
        const isExpected = lineBreak[state.next]?.includes(byte) === true;
        state.next += 1;
        if (isExpected && state.next < lineBreak.length) return;
        this.#state = state.then;
        if (!isExpected) this.#read(byte);
        return;
      }
      case "data":
        this.#data(byte, state);
        return;
      case "sum": {
        const value = unescaped(byte, state);
        if (value === null) return;
        state.sum.push(value);
        if (state.sum.length === checksumLength(state.format)) this.#pieceEnds(state);
      }
    }
  }

  #text(byte: number): void {
    const isPadded = this.#isPadded;
    this.#isPadded = false;
    if (byte === escapeByte && (this.#raw.length > 0 || isPadded)) {
      this.#raw.push(byte);
      this.#state = { at: "format" };
    } else if (byte === padByte) {
      // More than two belong to the text before.
      if (this.#raw.length >= 2) this.#rest.push(padByte);
      else this.#raw.push(byte);
    } else {
      this.#rest.push(...this.#raw, byte);
      this.#raw = [];
    }
  }

  #format(byte: number): void {
    const format = formats[byte];
    this.#raw.push(byte);
    if (format === undefined) this.#noHeader();
    else if (format === "hex") this.#state = { at: "hex", digits: "" };
    else this.#state = { at: "binary", format, bytes: [], isEscaped: false };
  }

  /** What looked like the beginning of a header is text. */
  #noHeader(): void {
    this.#rest.push(...this.#raw);
    this.#raw = [];
    this.#state = { at: "text" };
  }

  #header(bytes: Buffer, format: FrameFormat): void {
    const head = bytes.subarray(0, headerLength);
    if (!checksum(format, head).equals(bytes.subarray(headerLength))) {
      this.#noHeader();
      this.#onEvent({ kind: "damaged", part: "header" });
      return;
    }
    this.#raw = [];
    this.#tellRest();
    const header: FrameHeader = { type: head[0] ?? 0, content: Buffer.from(head.subarray(1)), format };
    const then: State = hasData(header) ? { at: "data", format, isEscaped: false } : { at: "text" };
    this.#state = format === "hex" ? { at: "break", next: 0, then } : then;
    this.#length = 0;
    this.#onEvent({ kind: "header", header });
  }

  /** Copies what is data as it is, up to the next escape. */
  #copyPlain(data: Buffer, from: number): number {
    const found = data.indexOf(escapeByte, from);
    const to = found === -1 ? data.length : found;
    this.#escapes = 0;
    for (let at = from; at < to; at++) {
      const byte = data[at] as number;
      // Bytes of the flow control of a line, which a sender escapes where they are meant.
      if (byte === 0x11 || byte === 0x13 || byte === 0x91 || byte === 0x93) continue;
      if (this.#length === longestPiece) {
        this.#broken();
        return at;
      }
      this.#piece[this.#length] = byte;
      this.#length += 1;
    }
    return to;
  }

  #data(byte: number, state: Extract<State, { at: "data" }>): void {
    if (!state.isEscaped) {
      state.isEscaped = true;
      return;
    }
    if (byte === escapeByte) return;
    if (byte >= pieceEnd.frameEnds && byte <= pieceEnd.frameEndsAcknowledged) {
      this.#state = { at: "sum", format: state.format, end: byte, sum: [], isEscaped: false };
      return;
    }
    const value = unescapedByte(byte);
    if (value < 0 || this.#length === longestPiece) {
      this.#broken();
      return;
    }
    state.isEscaped = false;
    this.#piece[this.#length] = value;
    this.#length += 1;
  }

  #pieceEnds({ format, end, sum }: Extract<State, { at: "sum" }>): void {
    const data = Buffer.from(this.#piece.subarray(0, this.#length));
    if (!checksum(format, data, Buffer.from([end])).equals(Buffer.from(sum))) {
      this.#broken({ kind: "damaged", part: "piece" });
      return;
    }
    const goesOn = end === pieceEnd.goesOn || end === pieceEnd.goesOnAcknowledged;
    this.#state = goesOn ? { at: "data", format, isEscaped: false } : { at: "text" };
    this.#length = 0;
    this.#onEvent({ kind: "piece", data, end });
  }

  #broken(event: FrameEvent = { kind: "broken" }): void {
    this.#state = { at: "text" };
    this.#length = 0;
    this.#onEvent(event);
  }

  #cancel(): void {
    this.#raw = [];
    this.#tellRest();
    this.#state = { at: "canceled" };
    this.#length = 0;
    this.#onEvent({ kind: "cancel" });
  }

  #tellRest(): void {
    // A star alone is shown at once: what is behind it is mostly no header.
    if (this.#state.at === "text" && this.#raw.length > 0) {
      this.#isPadded = true;
      this.#rest.push(...this.#raw);
      this.#raw = [];
    }
    if (this.#rest.length === 0) return;
    const data = Buffer.from(this.#rest);
    this.#rest = [];
    this.#onEvent({ kind: "rest", data });
  }
}

/** The byte that stands behind an escape; -1 for none. */
function unescapedByte(byte: number): number {
  if (byte === 0x6c) return 0x7f;
  if (byte === 0x6d) return 0xff;
  return (byte & 0x60) === 0x40 ? byte ^ 0x40 : -1;
}

/** The next byte, its escape undone; null where more is needed for it. */
function unescaped(byte: number, state: { isEscaped: boolean }): number | null {
  if (state.isEscaped) {
    state.isEscaped = false;
    return unescapedByte(byte);
  }
  if (byte !== escapeByte) return byte;
  state.isEscaped = true;
  return null;
}
