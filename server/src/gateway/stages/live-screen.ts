import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import {
  drawScreen,
  TerminalParser,
  TerminalScreen,
  TerminalStyles,
} from "../../transport/terminal/index.ts";

/** Private modes that somebody who comes later has to know of: keys, cursor, mouse, pasting. */
const keptModes: ReadonlySet<number> = new Set([1, 25, 1000, 1002, 1003, 1006, 2004]);

/** Output of which only the end is drawn, where nothing before it can still be seen; in bytes. */
const longOutput = 64 * 1024;

/** An unfinished sequence at the end of the output is looked for in this much of it; in bytes. */
const longestSequence = 4096;

/** A sequence that sets something other than how text is drawn. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const beyondStyles = /\x1b(?!\[[\d;:]*m)/;

/** A whole sequence at the start of a text. */
const wholeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
  /^\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_k][^\x07\x1b]*\x07|[()*+#% ].|[^[\]PX^_k()*+#% ])/s;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const styleSequences = /\x1b\[[\d;:]*m/g;

/**
 * What a session shows now, for whoever joins it. Output is only kept when it comes, and drawn when somebody asks or
 * enough has come together: a keystroke never waits for it.
 */
export class LiveScreen {
  readonly #screen: TerminalScreen;
  readonly #parser: TerminalParser;
  readonly #modes = new Map<number, boolean>();
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** A sequence or a character of which the end has not come. */
  #unfinished: Buffer = Buffer.alloc(0);
  #size: TerminalSize;

  constructor(size: TerminalSize) {
    this.#size = size;
    this.#screen = new TerminalScreen(size, {}, { styles: new TerminalStyles(), kept: 0 });
    this.#parser = new TerminalParser(this.#screen, {
      mode: (mode, on) => {
        if (keptModes.has(mode)) this.#modes.set(mode, on);
      },
    });
  }

  /** The size of the session's window. */
  get size(): TerminalSize {
    return this.#size;
  }

  /** Bytes that have not been drawn. */
  get waiting(): number {
    return this.#pendingBytes;
  }

  /** Output in UTF-8; not copied. */
  write(data: Buffer): void {
    this.#pending.push(data);
    this.#pendingBytes += data.length;
  }

  resize(size: TerminalSize): void {
    this.catchUp();
    this.#size = size;
    this.#screen.resize(size);
  }

  /** What brings a terminal of the same size to show the same; output that comes next goes on from there. */
  draw(): Buffer {
    this.catchUp();
    const lines = this.#parser.drawsLines ? "\x1b(0" : "";
    return Buffer.concat([Buffer.from(drawScreen(this.#screen, this.#modes) + lines), this.#unfinished]);
  }

  /** Draws what waits. */
  catchUp(): void {
    if (this.#pendingBytes === 0) return;
    const data = Buffer.concat([this.#unfinished, ...this.#pending]);
    this.#pending = [];
    this.#pendingBytes = 0;
    const end = finishedEnd(data);
    this.#unfinished = Buffer.from(data.subarray(end));
    const finished = data.subarray(0, end);
    const tail = this.#tailOf(finished);
    this.#parser.write(tail === null ? finished.toString("utf8") : tail);
  }

  /** The end of a long output with the styles of what is passed over; null where more of it may still be seen. */
  #tailOf(data: Buffer): string | null {
    const screen = this.#screen;
    if (data.length < longOutput || screen.isAlternate || screen.margins !== null) return null;
    if (!this.#parser.isBetweenSequences) return null;
    let cut = data.length;
    for (let line = 0; line <= screen.rows; line += 1) {
      cut = data.lastIndexOf(0x0a, cut - 1);
      if (cut <= 0) return null;
    }
    if (cut < data.length / 2) return null;
    const passed = data.subarray(0, cut + 1);
    const styles = passed.includes(0x1b) ? stylesOf(passed.toString("latin1")) : "";
    return styles === null ? null : `${styles}\r${data.toString("utf8", cut + 1)}`;
  }
}

/** The sequences by which text is drawn at its end; null where others are among them. */
function stylesOf(text: string): string | null {
  if (beyondStyles.test(text)) return null;
  const from = Math.max(0, Math.min(text.length - longestSequence, text.lastIndexOf("\x1b")));
  return (text.slice(from).match(styleSequences) ?? []).join("");
}

/** Where the last whole sequence and character of some output ends. */
function finishedEnd(data: Buffer): number {
  const from = Math.max(0, data.length - longestSequence);
  const begun = data.lastIndexOf(0x1b);
  if (begun >= from && !wholeSequence.test(data.toString("latin1", begun))) return begun;
  for (let back = 1; back <= Math.min(3, data.length); back += 1) {
    const byte = data[data.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? data.length - back : data.length;
  }
  return data.length;
}
