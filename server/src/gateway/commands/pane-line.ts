import type { TerminalScreen } from "../../transport/terminal/index.ts";
import { type EditedLine, isContinued, newLine, readLine, textBetween } from "./edited-line.ts";
import { Interruption } from "./interruption.ts";
import { areAlike, type KnownPrompts, looksLikePrompt } from "./prompts.ts";
import { type RightPrompt, rightPromptOf } from "./right-prompt.ts";
import { TypedAhead } from "./typed-ahead.ts";
import type { TypedKeys } from "./typed-keys.ts";
import type { WaitingLine } from "./waiting-line.ts";

/** What multiplexers draw between two panes that stand side by side. */
const border = 0x2502;

/** Most prompts remembered of one stay on the alternate screen. */
const mostConfirmed = 64;

/** A part of the cursor's row, between the borders of its pane. */
interface PaneRow {
  readonly left: number;
  readonly right: number;
  /** What stands left of the cursor. */
  readonly before: string;
  /** All that stands in it. */
  readonly shown: string;
  /** What is at the right margin. */
  readonly rightPrompt: RightPrompt | null;
  /** Whether nothing else stands right of the cursor. */
  readonly isAtEnd: boolean;
}

/** A line that was sent behind something like a prompt, while it is not known yet whether that is a shell. */
interface Doubtful {
  readonly prompt: string;
  readonly text: string;
}

/**
 * A line typed on the alternate screen. A multiplexer (tmux, screen) draws shells there, and anybody can switch to
 * it to hide: a line counts as a command where it is behind a prompt that resembles one of this session's. Editors
 * and pagers do not look like that.
 *
 * A multiplexer that is attached without a shell before it shows prompts nobody knows: there the first line counts
 * once the same prompt, or one like it, comes again behind it without a key having been pressed in its row. From
 * then on that prompt is known.
 */
export class PaneLine {
  readonly #screen: TerminalScreen;
  readonly #known: KnownPrompts;
  #line: EditedLine | null = null;
  #doubtful: Doubtful | null = null;
  readonly #ahead = new TypedAhead();
  readonly #interruption = new Interruption();
  /** Prompts that turned out to be those of shells since the alternate screen is shown. */
  readonly #confirmed = new Set<string>();
  /** Where the last key was pressed that belonged to no line: what stood before it, and how long its echo can be. */
  #typed = { line: -1, before: "", length: 0 };

  constructor(screen: TerminalScreen, known: KnownPrompts) {
    this.#screen = screen;
    this.#known = known;
  }

  /** Keys were pressed; answers a line sent before, if it is now clear that it was a command. */
  input(keys: TypedKeys, text: string): string | null {
    if (this.#line !== null && !this.#isThere(this.#line) && !this.#goesOn(this.#line)) this.#line = null;
    let cleared: string | null = null;
    if (this.#line === null) {
      const row = this.#row();
      cleared = this.#clear(row);
      this.#line = this.#begin(row);
      const length = keys.enters > 0 || this.#line !== null ? -1 : text.length;
      this.#typed = { line: this.#screen.line, before: row?.before ?? "", length };
      if (this.#line !== null) {
        this.#ahead.forget();
        this.#interruption.begin();
      }
    }
    const line = this.#line;
    if (line === null || line.ending !== null) {
      this.#ahead.type(text, null);
      return cleared;
    }
    this.#interruption.press(this.#screen, text);
    if (keys.interrupts) line.ending = "interrupt";
    else if (keys.enters > 0) line.ending = "enter";
    return cleared;
  }

  /** The cursor is about to leave its row; answers the command that was sent with it. */
  leavingRow(): string | null {
    const line = this.#line;
    if (line === null) return this.#sentAhead();
    if (line.ending === null) {
      this.#interruption.leavingRow(this.#screen, line);
      return null;
    }
    this.#line = null;
    if (line.ending === "interrupt") return null;
    const { text } = readLine(this.#screen, line, this.#screen.line, this.#known);
    if (text === "") return null;
    if (this.#confirmed.has(line.prompt)) return text;
    if (this.#known.resembles(line.prompt)) {
      this.#learn(line.prompt);
      return text;
    }
    this.#doubtful = { prompt: line.prompt, text };
    return null;
  }

  /** The line a shell in a pane would run if Enter were pressed now; null where none is seen to wait. */
  peek(): WaitingLine | null {
    const line = this.#line;
    if (line === null || (line.ending === "interrupt" && !this.#isThere(line))) {
      const row = this.#row();
      const isPrompt = row?.isAtEnd === true && this.#known.resembles(row.before);
      return isPrompt ? { prompt: row.before, text: "", left: "", before: "", isFeed: true } : null;
    }
    if (line.anchor === null || line.ending !== null || !this.#isThere(line)) return null;
    const { line: row, column } = this.#screen;
    const { prompt, text } = readLine(this.#screen, line, row, this.#known);
    const left = textBetween(this.#screen, line.anchor, row, line, column);
    return { prompt, text, left, before: "", isFeed: true };
  }

  /** The main screen is shown again. */
  forget(): void {
    this.#line = null;
    this.#doubtful = null;
    this.#ahead.forget();
    this.#confirmed.clear();
    this.#typed = { line: -1, before: "", length: 0 };
  }

  /** A line typed ahead: the terminal has echoed it, and a shell shows it again behind its prompt at once. */
  #sentAhead(): string | null {
    if (!this.#ahead.isWaiting) return null;
    const shown = this.#row()?.shown ?? "";
    if (this.#ahead.echo([...shown].length, () => shown, 0)) return null;
    const { count, end } = this.#known.repeatsIn(shown);
    const text = shown.slice(end).trim();
    return count > 0 && text !== "" && this.#ahead.shownAgain(text) ? text : null;
  }

  /** Decides on a line sent before, by what is in front of the first key behind it. */
  #clear(row: PaneRow | null): string | null {
    const doubtful = this.#doubtful;
    this.#doubtful = null;
    if (doubtful === null || row === null || !this.#isFresh(row)) return null;
    // Where shells have been seen, another prompt may be that of another shell, or one just set.
    const isAmongShells = this.#confirmed.size > 0;
    if (!isAmongShells && row.before !== doubtful.prompt && !areAlike(row.before, doubtful.prompt))
      return null;
    this.#learn(doubtful.prompt);
    return doubtful.text;
  }

  #learn(prompt: string): void {
    this.#known.learn(prompt);
    if (this.#confirmed.size < mostConfirmed) this.#confirmed.add(prompt);
  }

  #begin(row: PaneRow | null): EditedLine | null {
    if (row === null || this.#isEcho(row)) return null;
    if (!this.#known.resembles(row.before) && !this.#isFresh(row)) return null;
    const line = newLine("feed", false);
    line.anchor = { line: this.#screen.line, column: this.#screen.column };
    line.anchoring = "certain";
    line.column = this.#screen.column;
    line.prompt = row.before;
    line.rightPrompt = row.rightPrompt;
    line.left = row.left;
    line.right = row.right;
    return line;
  }

  /** Whether something like a prompt waits for its first key: with nothing behind it, but at the right margin. */
  #isFresh(row: PaneRow): boolean {
    return row.isAtEnd && !this.#isEcho(row) && looksLikePrompt(row.before);
  }

  /** Whether what stands before the cursor grew with the keys, as in an editor. */
  #isEcho({ before: now }: PaneRow): boolean {
    const { line, before, length } = this.#typed;
    return line === this.#screen.line && now.startsWith(before) && now.length - before.length <= length;
  }

  #row(): PaneRow | null {
    const { column, line } = this.#screen;
    const row = this.#screen.at(line);
    if (row === undefined) return null;
    const { cells } = row;
    let left = column;
    while (left > 0 && cells[left - 1] !== border) left -= 1;
    const edge = cells.indexOf(border, column);
    const right = edge < 0 ? this.#screen.cols : edge;
    const rightPrompt = rightPromptOf(row, column, right);
    const isAtEnd = rightPrompt !== null || row.text(column, Math.min(row.end, right)).trim() === "";
    const shown = row.text(left, Math.min(row.end, right));
    return { left, right, before: row.text(left, column), shown, rightPrompt, isAtEnd };
  }

  /** Whether a line goes on where other output has left the cursor in its pane, which may have scrolled. */
  #goesOn(line: EditedLine): boolean {
    const row = this.#row();
    if (row?.left !== line.left || row.right !== line.right || looksLikePrompt(row.before)) return false;
    return this.#interruption.resume(this.#screen, line);
  }

  /** Whether the cursor still is in the line, which may have moved up since. */
  #isThere({ anchor, before, prompt, left, right }: EditedLine): boolean {
    if (before !== null && anchor?.line === this.#screen.line) return this.#screen.column >= anchor.column;
    const edge = Math.min(right, this.#screen.cols);
    const { column } = this.#screen;
    const here = this.#screen.at(this.#screen.line)?.cells;
    if (column < left || column > edge || here?.subarray(left, column).includes(border) === true)
      return false;
    for (let line = this.#screen.line; line >= this.#screen.firstLine; line -= 1) {
      const row = this.#screen.at(line);
      if (row === undefined) return false;
      if (row.text(left).startsWith(prompt.trimEnd())) return true;
      const above = this.#screen.at(line - 1);
      if (above === undefined || !isContinued(above, row, left, edge)) return false;
    }
    return false;
  }
}
