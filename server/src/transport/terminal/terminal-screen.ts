import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { characterWidth } from "./character-width.ts";
import { ScreenRow, wideTail } from "./screen-row.ts";
import type { TerminalStyles } from "./terminal-styles.ts";

/** What a screen tells about what is drawn on it, while it is drawn. */
export interface ScreenEvents {
  /** A row is about to leave the top of the main screen; `line` is its number since the beginning. */
  scrolledOff?(line: number): void;
  /** A program is about to move the cursor to another row, or the rows; text that wraps does not. */
  leavingRow?(): void;
}

/** Largest screen that is modelled, whatever the client says. */
const largest = { cols: 1000, rows: 400 };

/** Rows kept after they have left the screen unless said otherwise, for lines longer than the screen is high. */
const usualKept = 100;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * What a terminal shows: cells, cursor, margins, the alternate screen; colours only where `styles` are given. Memory is bounded by the size
 * and grows only with rows that are written to. Rows are numbered from the beginning of the session, so that a place
 * stays the same while text moves up.
 */
export class TerminalScreen {
  cols: number;
  rows: number;
  /** Column of the cursor; equals `cols` when the last column has been written and the next character wraps. */
  column = 0;
  /** Row of the cursor on the screen, from 0. */
  row = 0;
  insertMode = false;
  autoWrap = true;
  /** How what is written now is drawn, and what is erased. */
  readonly styles: TerminalStyles | null;
  readonly #events: ScreenEvents;
  readonly #mostKept: number;
  #lines: ScreenRow[];
  #kept: ScreenRow[] = [];
  /** Number of the main screen's first row. */
  #first = 0;
  #main: { lines: ScreenRow[]; column: number; row: number } | null = null;
  #top = 0;
  #bottom: number;
  #saved = { column: 0, row: 0 };

  constructor(
    size: TerminalSize,
    events: ScreenEvents = {},
    { styles = null, kept = usualKept }: { styles?: TerminalStyles | null; kept?: number } = {},
  ) {
    this.#mostKept = kept;
    this.styles = styles;
    this.cols = clamp(size.cols, 2, largest.cols);
    this.rows = clamp(size.rows, 1, largest.rows);
    this.#bottom = this.rows - 1;
    this.#events = events;
    this.#lines = emptyRows(this.rows);
  }

  /** Whether a full-screen program has taken the screen. */
  get isAlternate(): boolean {
    return this.#main !== null;
  }

  /** Number of the row the cursor is in. */
  get line(): number {
    return this.#first + this.row;
  }

  /** Number of the first row of the screen. */
  get firstLine(): number {
    return this.#first;
  }

  /** The rows of the screen, from the top. */
  get shown(): readonly ScreenRow[] {
    return this.#lines;
  }

  /** The main screen and its cursor while a full-screen program has taken the screen; else null. */
  get behind(): {
    readonly lines: readonly ScreenRow[];
    readonly column: number;
    readonly row: number;
  } | null {
    return this.#main;
  }

  /** Where the cursor goes back to. */
  get saved(): { readonly column: number; readonly row: number } {
    return this.#saved;
  }

  /** The rows that scroll, from 0, both included; null where all do. */
  get margins(): { readonly top: number; readonly bottom: number } | null {
    const [top, bottom] = [this.#top, this.#bottom];
    return top === 0 && bottom === this.rows - 1 ? null : { top, bottom };
  }

  /** A row by its number, also one that has left the screen not long ago. */
  at(line: number): ScreenRow | undefined {
    if (line >= this.#first) return this.#lines[line - this.#first];
    return this.isAlternate ? undefined : this.#kept[this.#kept.length - (this.#first - line)];
  }

  /** Writes one printable character. */
  put(codePoint: number): void {
    const width = characterWidth(codePoint);
    if (width === 0) {
      const column = Math.min(this.column, this.cols) - 1;
      const row = this.#current;
      if (column >= 0) {
        row.join(row.cells[column] === wideTail ? column - 1 : column, String.fromCodePoint(codePoint));
      }
      return;
    }
    if (this.column + width > this.cols) {
      if (this.autoWrap) {
        this.#down();
        this.column = 0;
        this.#current.isWrapped = true;
      } else {
        this.column = this.cols - width;
      }
    }
    const row = this.#current;
    if (this.insertMode) row.shift(this.column, width, this.cols);
    const style = this.styles?.current ?? 0;
    row.set(this.column, codePoint, this.cols, style);
    if (width === 2) row.set(this.column + 1, wideTail, this.cols, style);
    this.column += width;
  }

  /** Writes printable ASCII: the characters of `text` from `from` to before `to`. */
  putAscii(text: string, from: number, to: number): void {
    if (this.insertMode || !this.autoWrap) {
      for (let at = from; at < to; at += 1) this.put(text.charCodeAt(at));
      return;
    }
    for (let at = from; at < to; ) {
      if (this.column >= this.cols) {
        this.#down();
        this.column = 0;
        this.#current.isWrapped = true;
      }
      const count = Math.min(this.cols - this.column, to - at);
      this.#current.write(this.column, text, at, count, this.cols, this.styles?.current);
      this.column += count;
      at += count;
    }
  }

  carriageReturn(): void {
    this.column = 0;
  }

  backspace(): void {
    this.column = Math.max(0, Math.min(this.column, this.cols - 1) - 1);
  }

  tab(count = 1): void {
    for (let step = 0; step < count; step += 1) {
      this.column = Math.min(this.cols - 1, (Math.floor(this.column / 8) + 1) * 8);
    }
  }

  lineFeed(): void {
    this.#events.leavingRow?.();
    this.column = Math.min(this.column, this.cols - 1);
    this.#down();
    // What is written below after a line feed is a line of its own.
    if (this.column === 0) this.#current.isWrapped = false;
  }

  reverseLineFeed(): void {
    this.#events.leavingRow?.();
    if (this.row === this.#top) this.scrollDown(1);
    else this.row = Math.max(0, this.row - 1);
  }

  moveTo(row: number, column: number): void {
    const target = clamp(row, 0, this.rows - 1);
    if (target !== this.row) this.#events.leavingRow?.();
    this.row = target;
    this.column = clamp(column, 0, this.cols - 1);
  }

  moveBy(rows: number, columns: number): void {
    this.moveTo(this.row + rows, Math.min(this.column, this.cols - 1) + columns);
  }

  saveCursor(): void {
    this.#saved = { column: this.column, row: this.row };
  }

  restoreCursor(): void {
    this.moveTo(this.#saved.row, this.#saved.column);
  }

  /** Erases in the cursor's row: 0 from the cursor on, 1 up to it, 2 all. */
  eraseInRow(kind: number): void {
    const column = Math.min(this.column, this.cols - 1);
    const row = this.#current;
    const style = this.styles?.blank;
    if (kind === 0) row.erase(column, this.cols, style);
    else if (kind === 1) row.erase(0, column + 1, style);
    else if (kind === 2) row.erase(0, this.cols, style);
    if (kind === 2 || (kind === 0 && column === 0)) row.isWrapped = false;
  }

  /** Erases on the screen: 0 from the cursor on, 1 up to it, 2 all. */
  eraseInScreen(kind: number): void {
    if (kind === 0 || kind === 1) this.eraseInRow(kind);
    const [from, to] = kind === 0 ? [this.row + 1, this.rows] : [0, kind === 1 ? this.row : this.rows];
    if (kind > 2) return;
    for (const row of this.#lines.slice(from, to)) {
      row.clear();
      if (this.styles !== null && this.styles.blank !== 0) row.erase(0, this.cols, this.styles.blank);
    }
  }

  eraseCharacters(count: number): void {
    const column = Math.min(this.column, this.cols - 1);
    this.#current.erase(column, Math.min(column + count, this.cols), this.styles?.blank);
  }

  /** Makes room for `count` characters at the cursor; takes characters away when negative. */
  insertCharacters(count: number): void {
    const column = Math.min(this.column, this.cols - 1);
    const most = this.cols - column;
    this.#current.shift(column, clamp(count, -most, most), this.cols);
  }

  /** Makes room for `count` rows at the cursor; takes rows away when negative. */
  insertRows(count: number): void {
    if (this.row < this.#top || this.row > this.#bottom) return;
    this.#events.leavingRow?.();
    this.#rotate(this.row, this.#bottom, count);
    this.column = 0;
  }

  scrollUp(count: number): void {
    this.#events.leavingRow?.();
    for (let step = Math.min(count, this.rows); step > 0; step -= 1) this.#scroll();
  }

  scrollDown(count: number): void {
    this.#events.leavingRow?.();
    this.#rotate(this.#top, this.#bottom, Math.min(count, this.rows));
  }

  /** Sets the rows that scroll, from 0, both included. */
  setMargins(top: number, bottom: number): void {
    const last = Math.min(bottom, this.rows - 1);
    if (top >= last) return;
    this.#top = Math.max(0, top);
    this.#bottom = last;
    this.moveTo(0, 0);
  }

  /** Goes to the alternate screen, or back to what was there before it. */
  setAlternate(on: boolean): void {
    if (on === this.isAlternate) return;
    if (on) {
      this.#main = { lines: this.#lines, column: this.column, row: this.row };
      this.#lines = emptyRows(this.rows);
    } else if (this.#main !== null) {
      this.#events.leavingRow?.();
      this.#lines = this.#main.lines;
      this.column = this.#main.column;
      this.row = this.#main.row;
      this.#main = null;
      this.#fit(this.#lines);
    }
    this.#resetMargins();
  }

  /** As it was when it was switched on. */
  reset(): void {
    this.setAlternate(false);
    this.#resetMargins();
    this.insertMode = false;
    this.autoWrap = true;
    this.styles?.apply([0]);
    this.moveTo(0, 0);
    this.eraseInScreen(2);
  }

  /** The window has another size. Long rows are cut, not folded anew: programs draw their line again. */
  resize(size: TerminalSize): void {
    this.cols = clamp(size.cols, 2, largest.cols);
    const rows = clamp(size.rows, 1, largest.rows);
    while (this.#main === null && this.#lines.length > rows && this.row >= rows) {
      this.#events.scrolledOff?.(this.#first);
      this.#keep(this.#lines.shift() as ScreenRow);
      this.row -= 1;
    }
    this.rows = rows;
    this.#fit(this.#lines);
    this.row = Math.min(this.row, rows - 1);
    this.column = Math.min(this.column, this.cols);
    this.#resetMargins();
  }

  get #current(): ScreenRow {
    return this.#lines[this.row] as ScreenRow;
  }

  #resetMargins(): void {
    this.#top = 0;
    this.#bottom = this.rows - 1;
  }

  #fit(lines: ScreenRow[]): void {
    while (lines.length > this.rows) lines.pop();
    while (lines.length < this.rows) lines.push(new ScreenRow());
    this.row = Math.min(this.row, this.rows - 1);
  }

  #down(): void {
    if (this.row === this.#bottom) this.#scroll();
    else if (this.row < this.rows - 1) this.row += 1;
  }

  #scroll(): void {
    const isWhole = this.#top === 0 && this.#bottom === this.rows - 1;
    if (!isWhole || this.isAlternate) {
      this.#rotate(this.#top, this.#bottom, -1);
      return;
    }
    this.#events.scrolledOff?.(this.#first);
    this.#lines.push(this.#keep(this.#lines.shift() as ScreenRow));
  }

  /** Keeps a row that left the screen; answers an empty one, made of what is not kept any more. */
  #keep(row: ScreenRow): ScreenRow {
    this.#first += 1;
    this.#kept.push(row);
    const spare = this.#kept.length > this.#mostKept ? this.#kept.shift() : undefined;
    spare?.clear();
    return spare ?? new ScreenRow();
  }

  /** Moves the rows between two by `count`, down when positive; rows that leave come back empty. */
  #rotate(from: number, to: number, count: number): void {
    const moved = this.#lines.splice(from, to - from + 1);
    for (let step = Math.min(Math.abs(count), moved.length); step > 0; step -= 1) {
      const row = (count > 0 ? moved.pop() : moved.shift()) as ScreenRow;
      row.clear();
      if (count > 0) moved.unshift(row);
      else moved.push(row);
    }
    this.#lines.splice(from, 0, ...moved);
  }
}

function emptyRows(count: number): ScreenRow[] {
  return Array.from({ length: count }, () => new ScreenRow());
}
