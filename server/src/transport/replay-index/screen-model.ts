import serialize from "@xterm/addon-serialize";
import headless from "@xterm/headless";
import { harmless } from "./harmless-text.ts";

/** A line as it stood on the screen, and since when. */
export interface ScreenLine {
  /** Microseconds since the start of the session. */
  readonly time: number;
  readonly text: string;
}

/**
 * Takes a line. `before` is what stood in its place and is its beginning: a line that grows is told again, whole; empty
 * for a line of its own.
 */
export type LineListener = (line: ScreenLine, before: string) => void;

/** Rows kept above the screen: enough for what one piece of output can scroll away. */
const scrollback = 1024;

/** Most rows a piece of output moves; what moves more is taken in several pieces. */
const mostRows = 512;

const ESC = "\u001b";

/** Sequences that take text away from the screen; what stands there is read before they act. */
const erasing = new RegExp(String.raw`(?=${ESC}(?:\[[0-3]?J|\[\?(?:47|1047|1049)[hl]|c))`);

const limits = { columns: 1000, rows: 400 };

const clamp = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 1), most) : 1;

/** A size as events tell it, `COLUMNSxROWS`, within what a terminal can be. */
export function parseSize(text: string): { columns: number; rows: number } | null {
  const match = /^(\d+)x(\d+)$/.exec(text);
  if (match === null) return null;
  return { columns: clamp(Number(match[1]), limits.columns), rows: clamp(Number(match[2]), limits.rows) };
}

/** Pieces of output that erase nothing but at their beginning, and scroll away no more than is kept. */
function* pieces(text: string, columns: number): Generator<string> {
  const most = mostRows * columns;
  for (const part of text.split(erasing)) {
    let from = 0;
    let rows = 0;
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      // Line feeds, and escape sequences that do the same.
      if ((code >= 0x0a && code <= 0x0c) || code === 0x1b) rows += 1;
      if (rows >= mostRows || at - from >= most) {
        yield part.slice(from, at + 1);
        from = at + 1;
        rows = 0;
      }
    }
    if (from < part.length) yield part.slice(from);
  }
}

/**
 * The screen of a terminal as a player has it, with colours and modes: can be written down as the output that draws it,
 * and tells each line that stood on it. The same program as in the player, so both show the same.
 */
export class ScreenModel {
  readonly #terminal: headless.Terminal;
  readonly #serializer = new serialize.SerializeAddon();
  readonly #onLine: LineListener;
  /** What the screen showed when it was last read, row by row from `#top` on. */
  #seen: readonly (string | null)[] = [];
  #top: headless.IMarker | undefined;
  /** What a program that has the whole screen showed; null while none has. */
  #program: ReadonlySet<string> | null = null;
  #isCursorHidden = false;
  #waiting = 0;
  #last: Promise<void> | undefined;
  #margins: { readonly top: number; readonly bottom: number } | null = null;

  /**
   * @param onLine told each line once it stands on the screen
   */
  constructor(size: { columns: number; rows: number }, onLine: LineListener) {
    this.#onLine = onLine;
    this.#terminal = new headless.Terminal({
      cols: clamp(size.columns, limits.columns),
      rows: clamp(size.rows, limits.rows),
      scrollback,
      allowProposedApi: true,
      logLevel: "off",
    });
    this.#terminal.loadAddon(this.#serializer);
    this.#watchModes();
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Draws what a part of a recording begins with; its lines count as told. */
  async restore(screen: string): Promise<void> {
    await this.#write(screen);
    this.#read(null);
  }

  /** Writes output, which acts in order and later: what is asked of the screen is asked after `settled`. */
  write(text: string, time: number): void {
    this.#waiting += text.length;
    for (const piece of pieces(text, this.#terminal.cols)) {
      this.#last = new Promise((resolve) => {
        this.#terminal.write(piece, () => {
          this.#waiting -= piece.length;
          this.#read(time);
          resolve();
        });
      });
    }
  }

  /** Characters that have not acted yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Waits until all output has acted. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** The window has another size. */
  resize(size: { columns: number; rows: number }): void {
    this.#terminal.resize(size.columns, size.rows);
    this.#margins = null;
    this.#read(null);
  }

  /** The output that draws this screen on an empty one of the same size. */
  snapshot(): string {
    let text = this.#serializer.serialize({ scrollback: 0 });
    if (this.#margins !== null) {
      text += `\u001b7\u001b[${this.#margins.top};${this.#margins.bottom}r\u001b8`;
    }
    return this.#isCursorHidden ? `${text}\u001b[?25l` : text;
  }

  /** Frees what it holds. */
  dispose(): void {
    this.#terminal.dispose();
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(text, resolve));
  }

  /** What the serializer leaves out: whether the cursor is hidden, and the rows that scroll. */
  #watchModes(): void {
    const { parser } = this.#terminal;
    const cursor = (isHidden: boolean) => (parameters: readonly (number | number[])[]) => {
      if (parameters.includes(25)) this.#isCursorHidden = isHidden;
      return false;
    };
    parser.registerCsiHandler({ prefix: "?", final: "h" }, cursor(false));
    parser.registerCsiHandler({ prefix: "?", final: "l" }, cursor(true));
    parser.registerCsiHandler({ final: "r" }, ([first, second]) => {
      const { rows } = this.#terminal;
      const top = typeof first === "number" && first > 0 ? first : 1;
      const bottom = typeof second === "number" && second > 0 ? Math.min(second, rows) : rows;
      if (top < bottom) this.#margins = top === 1 && bottom === rows ? null : { top, bottom };
      return false;
    });
    const reset = () => {
      this.#margins = null;
      this.#isCursorHidden = false;
      return false;
    };
    parser.registerEscHandler({ final: "c" }, reset);
    parser.registerCsiHandler({ intermediates: "!", final: "p" }, reset);
  }

  /** Tells the lines that are new on the screen since it was last read; without a time, only remembers them. */
  #read(time: number | null): void {
    const buffer = this.#terminal.buffer.active;
    if (buffer.type === "alternate") {
      this.#readProgram(buffer, time);
      return;
    }
    this.#program = null;
    const first = Math.max(0, this.#top?.line ?? 0);
    const before = this.#top?.isDisposed === false ? this.#seen : [];
    const now = this.#rows(buffer, first);
    now.forEach((text, at) => {
      const old = before[at];
      if (time === null || text === null || text === old) return;
      this.#tell(time, text, old === undefined || old === null || !text.startsWith(old) ? "" : old);
    });
    let top = buffer.baseY;
    while (top > first && buffer.getLine(top)?.isWrapped === true) top -= 1;
    this.#seen = now.slice(top - first);
    this.#top?.dispose();
    this.#top = this.#terminal.registerMarker(top - buffer.baseY - buffer.cursorY);
  }

  /** A program that has the whole screen moves its lines itself: what stood anywhere on it before is not new. */
  #readProgram(buffer: headless.IBuffer, time: number | null): void {
    const before = this.#program ?? new Set<string>();
    const now = this.#rows(buffer, 0).filter((text) => text !== null);
    for (const text of now) if (time !== null && !before.has(text)) this.#tell(time, text, "");
    this.#program = new Set(now);
  }

  /** The lines from a row on, each where it begins; null for the rows it goes on in. */
  #rows(buffer: headless.IBuffer, first: number): (string | null)[] {
    const end = buffer.baseY + this.#terminal.rows;
    const rows: (string | null)[] = [];
    for (let row = first; row < end; ) {
      let text = "";
      let next = row + 1;
      for (; next < end && buffer.getLine(next)?.isWrapped === true; next += 1) {
        text += wholeRow(buffer, next - 1, this.#terminal.cols);
      }
      rows.push(text + (buffer.getLine(next - 1)?.translateToString(true) ?? ""));
      for (row += 1; row < next; row += 1) rows.push(null);
    }
    return rows;
  }

  #tell(time: number, text: string, before: string): void {
    if (text.trim() !== "") this.#onLine({ time, text: harmless(text) }, harmless(before));
  }
}

/** A row that goes on in the next; a cell that a wide character found too narrow is no space. */
function wholeRow(buffer: headless.IBuffer, row: number, columns: number): string {
  const line = buffer.getLine(row);
  const isShort = line?.getCell(columns - 1)?.getCode() === 0;
  return line?.translateToString(false, 0, isShort ? columns - 1 : columns) ?? "";
}
