import { characterWidth, type TerminalScreen } from "../../transport/terminal/index.ts";
import { type EditedLine, isContinued, type ScreenPosition, textBetween } from "./edited-line.ts";

/**
 * Keys that a line editor answers within the line, or by drawing upwards: characters, and those that erase or go
 * back. After any other it may list completions below the line, or go to a lower row of it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
const answeredInPlace = /^[^\u0000-\u001f\u007f]*$|^[\u0001\u0002\u0008\u000b\u0015\u0017\u007f]+$/;

/** Longest piece of input whose echo is looked for. */
const longestKeys = 256;

/**
 * Tells what another program puts out while a line is edited, a job in the background say, from what the editor
 * draws. It begins below the line with a line feed that no key has asked for, and the next key finds the cursor
 * where that output has left it. The editor knows nothing of that: it continues there with the line.
 */
export class Interruption {
  /** Where the keys were pressed that were not answered yet, and what they were: forgotten with the line. */
  #start: ScreenPosition | null = null;
  #keys = "";
  #isInPlace = true;
  /** The row the cursor was in when it left the line, the text until there, and what of the keys was not shown. */
  #cut: { readonly line: number; readonly text: string; readonly unseen: string } | null = null;

  /** Row in which a key was pressed last that is not shown yet; -1 where none was. */
  get row(): number {
    return this.#start?.line ?? -1;
  }

  /** A line begins: nothing has been pressed in it. */
  begin(): void {
    this.#start = null;
    this.#keys = "";
    this.#isInPlace = true;
    this.#cut = null;
  }

  /** Keys are pressed in the line that is edited. */
  press(screen: TerminalScreen, keys: string): void {
    this.#cut = null;
    this.#isInPlace = keys.length <= longestKeys && answeredInPlace.test(keys);
    const isTyped = this.#isInPlace && !/\p{Cc}/u.test(keys);
    const isAnswered = this.#start === null || this.#echoed(screen, screen.line) === this.#keys.length;
    if (isTyped && !isAnswered && this.#keys.length < longestKeys) {
      this.#keys += keys;
      return;
    }
    this.#start = { line: screen.line, column: screen.column };
    this.#keys = isTyped ? keys : "";
  }

  /** The cursor is about to leave its row while the line is edited. */
  leavingRow(screen: TerminalScreen, line: EditedLine): void {
    if (this.#cut !== null || !this.#isInPlace) return;
    const { line: row, column } = screen;
    const start = this.#start ?? line.anchor ?? { line: row, column };
    const shown = this.#echoed(screen, row);
    const typed =
      line.anchor === null ? "" : textBetween(screen, line.anchor, start.line, line, start.column);
    this.#cut = {
      line: row,
      text: typed + this.#keys.slice(0, shown),
      unseen: this.#keys.slice(shown),
    };
  }

  /** Whether other output has left the cursor below the line. */
  isAway(screen: TerminalScreen, line: EditedLine): boolean {
    const cut = this.#cut;
    return cut !== null && screen.line > cut.line && !this.#isStillInLine(screen, line, cut.line);
  }

  /** Continues a line that the cursor has left where it is now; answers whether it had left it without a key. */
  resume(screen: TerminalScreen, line: EditedLine): boolean {
    const cut = this.#cut;
    if (cut === null) return false;
    const left = screen.at(screen.line)?.text(0, screen.column) ?? "";
    let unseen = cut.unseen;
    while (unseen !== "" && !left.endsWith(unseen)) unseen = unseen.slice(0, -1);
    const width = [...unseen].reduce((sum, key) => sum + characterWidth(key.codePointAt(0) ?? 0), 0);
    line.before = (line.before ?? "") + cut.text;
    line.anchor = { line: screen.line, column: Math.max(0, screen.column - width) };
    this.begin();
    return true;
  }

  /** Where the first keys were pressed, if what stands from there to the cursor is their echo; else null. */
  echoOf(screen: TerminalScreen): ScreenPosition | null {
    const start = this.#start;
    if (start === null || start.line !== screen.line) return null;
    const shown = screen.at(start.line)?.text(start.column, screen.column) ?? "";
    return shown !== "" && this.#keys.startsWith(shown) ? start : null;
  }

  /** How many of the keys stand where they were pressed. */
  #echoed(screen: TerminalScreen, last: number): number {
    const start = this.#start;
    const row = start === null ? undefined : screen.at(start.line);
    if (this.#keys === "" || start === null || row === undefined || start.line > last) return 0;
    // A wide character takes two columns.
    let shown = row.text(start.column, Math.min(row.end, start.column + 2 * this.#keys.length));
    for (let line = start.line + 1; line <= last && shown.length < this.#keys.length; line += 1) {
      shown += screen.at(line)?.text() ?? "";
    }
    let count = 0;
    while (count < this.#keys.length && shown.charAt(count) === this.#keys.charAt(count)) count += 1;
    return count;
  }

  /** Whether the cursor is in the line all the same: below rows it fills, or where the prompt was drawn again. */
  #isStillInLine(screen: TerminalScreen, line: EditedLine, from: number): boolean {
    const prompt = line.prompt.trimEnd();
    const top = Math.max(from, screen.firstLine);
    let isFilled = top === from;
    for (let at = top; at < screen.line; at += 1) {
      const row = screen.at(at);
      const below = screen.at(at + 1);
      if (row === undefined || below === undefined) return true;
      isFilled &&= isContinued(row, below, line.left, Math.min(line.right, screen.cols));
      if (prompt !== "" && below.text(line.left).startsWith(prompt)) return true;
    }
    return isFilled;
  }
}
