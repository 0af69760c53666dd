/** The second column of a wide character. */
export const wideTail = 0xffff_ffff;

/** Most characters that join one cell; a target cannot make a cell grow without end. */
const mostJoined = 8;

/** One row of a screen. Its cells are only there once something is written. */
export class ScreenRow {
  /** Code points; 0 is an empty cell. */
  cells = new Uint32Array(0);
  /** Whether the text of the row above continues here, without a line break. */
  isWrapped = false;
  #joined: Map<number, string> | null = null;
  /** How each cell is drawn, by the number of its style; null while every one is drawn plainly. */
  #styles: Uint32Array | null = null;

  /** Writes one cell of a row that is `columns` wide. */
  set(column: number, codePoint: number, columns: number, style = 0): void {
    if (this.cells.length <= column) this.#widen(Math.max(columns, column + 1));
    this.cells[column] = codePoint;
    this.#paint(column, column + 1, style);
    if (this.#joined !== null) this.#joined.delete(column);
  }

  /** Writes `count` characters of the basic plane from `text`, one a cell. */
  write(column: number, text: string, from: number, count: number, columns: number, style = 0): void {
    if (this.cells.length < column + count) this.#widen(Math.max(columns, column + count));
    this.#paint(column, column + count, style);
    for (let at = 0; at < count; at += 1) this.cells[column + at] = text.charCodeAt(from + at);
    if (this.#joined !== null) for (let at = 0; at < count; at += 1) this.#joined.delete(column + at);
  }

  /** Adds a character that takes no column to the one at `column`. */
  join(column: number, character: string): void {
    this.#joined ??= new Map();
    const before = this.#joined.get(column) ?? "";
    if (before.length < mostJoined) this.#joined.set(column, before + character);
  }

  /** Empties the cells from `from` to before `to`; `style`: how what is empty is drawn. */
  erase(from: number, to: number, style = 0): void {
    if (style !== 0 && this.cells.length < to) this.#widen(to);
    if (from < this.cells.length) this.cells.fill(0, from, to);
    this.#paint(from, to, style);
    if (this.#joined === null) return;
    for (const column of this.#joined.keys()) if (column >= from && column < to) this.#joined.delete(column);
  }

  /** Makes it an empty row. */
  clear(): void {
    this.cells.fill(0);
    this.isWrapped = false;
    this.#joined = null;
    this.#styles = null;
  }

  /** Moves the cells from `column` on by `count` (to the right when positive); what leaves the width is lost. */
  shift(column: number, count: number, columns: number): void {
    if (this.cells.length < columns) this.#widen(columns);
    this.#joined = null;
    if (count > 0) {
      this.cells.copyWithin(column + count, column, columns - count);
      this.cells.fill(0, column, Math.min(column + count, columns));
      this.#styles?.copyWithin(column + count, column, columns - count);
      this.#styles?.fill(0, column, Math.min(column + count, columns));
    } else {
      this.cells.copyWithin(column, column - count, columns);
      this.cells.fill(0, Math.max(column, columns + count), columns);
      this.#styles?.copyWithin(column, column - count, columns);
      this.#styles?.fill(0, Math.max(column, columns + count), columns);
    }
  }

  /** The number of the style a cell is drawn in; 0: plainly. */
  styleAt(column: number): number {
    return this.#styles?.[column] ?? 0;
  }

  /** Column after the last cell that is written or drawn in a style. */
  get drawnEnd(): number {
    let end = this.cells.length;
    while (end > 0 && this.cells[end - 1] === 0 && this.styleAt(end - 1) === 0) end -= 1;
    return end;
  }

  /** Column after the last written cell that is not empty. */
  get end(): number {
    let end = this.cells.length;
    while (end > 0 && this.cells[end - 1] === 0) end -= 1;
    return end;
  }

  /** The text of the columns from `from` to before `to`; empty cells before the end are spaces. */
  text(from = 0, to = this.end): string {
    let text = "";
    for (let column = from; column < to; column += 1) {
      const cell = this.cells[column] ?? 0;
      if (cell === wideTail) continue;
      text += cell === 0 ? " " : String.fromCodePoint(cell);
      if (this.#joined !== null) text += this.#joined.get(column) ?? "";
    }
    return text;
  }

  #paint(from: number, to: number, style: number): void {
    if (this.#styles === null) {
      if (style === 0) return;
      this.#styles = new Uint32Array(this.cells.length);
    }
    this.#styles.fill(style, from, to);
  }

  #widen(length: number): void {
    const cells = new Uint32Array(length);
    cells.set(this.cells);
    this.cells = cells;
    if (this.#styles === null) return;
    const styles = new Uint32Array(length);
    styles.set(this.#styles);
    this.#styles = styles;
  }
}
