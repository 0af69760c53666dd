import type { TerminalScreen } from "../../engine/terminal/terminal-screen.ts";
import { type EditedLine, isContinued, newLine, readLine } from "./edited-line.ts";
import type { KnownPrompts } from "./prompts.ts";
import type { TypedKeys } from "./typed-keys.ts";

/** What multiplexers draw between two panes that stand side by side. */
const border = 0x2502;

/**
 * A line typed on the alternate screen. A multiplexer (tmux, screen) draws shells there, and anybody can switch to it
 * to hide: a line counts as a command where it stands behind a prompt that resembles one of this session's. Editors
 * and pagers do not look like that.
 */
export class PaneLine {
  readonly #screen: TerminalScreen;
  readonly #known: KnownPrompts;
  #line: EditedLine | null = null;

  constructor(screen: TerminalScreen, known: KnownPrompts) {
    this.#screen = screen;
    this.#known = known;
  }

  input(keys: TypedKeys): void {
    if (this.#line !== null && !this.#isThere(this.#line)) this.#line = null;
    this.#line ??= this.#atPrompt();
    const line = this.#line;
    if (line === null || line.ending !== null) return;
    if (keys.interrupts) line.ending = "interrupt";
    else if (keys.enters > 0) line.ending = "enter";
  }

  /** The cursor is about to leave its row; answers the command that was sent with it. */
  leavingRow(): string | null {
    const line = this.#line;
    if (line === null || line.ending === null) return null;
    this.#line = null;
    if (line.ending === "interrupt") return null;
    const { text } = readLine(this.#screen, line, this.#screen.line, this.#known);
    return text === "" ? null : text;
  }

  forget(): void {
    this.#line = null;
  }

  /** Whether the cursor still stands in the line, which may have moved up since. */
  #isThere({ prompt, left, right }: EditedLine): boolean {
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

  #atPrompt(): EditedLine | null {
    const { column, line: at } = this.#screen;
    const row = this.#screen.at(at);
    if (row === undefined) return null;
    const { cells } = row;
    let left = column;
    while (left > 0 && cells[left - 1] !== border) left -= 1;
    const prompt = row.text(left, column);
    if (!this.#known.resembles(prompt)) return null;
    const edge = cells.indexOf(border, column);
    const line = newLine("feed", false);
    line.anchor = { line: at, column };
    line.prompt = prompt;
    line.left = left;
    line.right = edge < 0 ? this.#screen.cols : edge;
    return line;
  }
}
