import type { TerminalScreen } from "../../transport/terminal/index.ts";
import { type KnownPrompts, looksLikePrompt } from "./prompts.ts";
import { type EchoedLine, TypedAhead } from "./typed-ahead.ts";
import { UnknownPrompt } from "./unknown-prompt.ts";

/** What a row turned out to be that the cursor leaves while lines sent belong to no prompt. */
export type LooseRow =
  /** The terminal's echo of what was typed. */
  | "echo"
  /** A prompt that waited for no key, and what came of the line that was read there. */
  | "passed"
  /** A prompt, and behind it a line that the shell shows again. */
  | "shown"
  | "other";

/** Keys pressed where no line is edited: answers to programs, lines typed ahead, and lines behind unknown prompts. */
export class LooseLines {
  readonly #screen: TerminalScreen;
  readonly #known: KnownPrompts;
  readonly #ahead = new TypedAhead();
  readonly #unknown = new UnknownPrompt();
  /** Where the last keys were pressed: what stood before them, and how long their echo can be. */
  #last = { line: -1, left: "", length: 0 };
  #confirmed: EchoedLine[] = [];

  constructor(screen: TerminalScreen, known: KnownPrompts) {
    this.#screen = screen;
    this.#known = known;
  }

  /** Whether what stands before the cursor is the echo of keys pressed before, whatever it looks like. */
  isEcho(left: string, length: number): boolean {
    const last = this.#last;
    const { line } = this.#screen;
    this.#last = { line, left, length };
    // A known prompt comes at once, an echo grows with the keys.
    const longest = this.#known.has(left) ? 1 : last.length;
    return last.line === line && left.startsWith(last.left) && left.length - last.left.length <= longest;
  }

  /** Whether a prompt waits before the cursor, for the first key in its row. */
  isPrompt(left: string): boolean {
    if (looksLikePrompt(left) || this.#known.has(left) || this.#known.ends(left)) return true;
    const confirmed = this.#unknown.begin(this.#screen, left);
    if (confirmed === null) return false;
    this.#confirm(confirmed);
    return true;
  }

  /** Whether a prompt waited below the row `after`, and other output behind it left the cursor in an empty row. */
  isPromptAbove(after: number): boolean {
    // Who was sent a line since may be a program that still reads.
    if (this.#ahead.isWaiting) return false;
    for (let line = this.#screen.line - 1; line > after && line >= this.#screen.firstLine; line -= 1) {
      if (this.#known.begins(this.#screen.at(line)?.text() ?? "")) return true;
    }
    return false;
  }

  /** Keys were pressed that change no line. */
  type(text: string, hasEnter: boolean): void {
    if (hasEnter) this.#unknown.send();
    this.#ahead.type(text, this.#screen.column);
  }

  /** Keys that were sent together with the Enter of a line: their echo begins in a row of its own. */
  typeBehind(text: string): void {
    this.#ahead.type(text, null);
  }

  /** The cursor is about to leave its row, and lines were sent that nothing was seen of yet. */
  leavingRow(at: number): LooseRow {
    this.#unknown.leavingRow(this.#screen, at);
    const first = this.#firstRow();
    const above = (this.#screen.line - first) * this.#screen.cols;
    const width = above + (this.#screen.at(this.#screen.line)?.end ?? 0);
    if (this.#ahead.echo(width, (column) => this.#textFrom(first, column), at)) return "echo";
    const row = this.#screen.at(this.#screen.line)?.text() ?? "";
    if (!this.#beginsWithPrompt(row) || this.#ahead.isRepeated(row)) return "other";
    if (this.#ahead.isTwiceIn(row.trimEnd(), (text) => this.#known.has(text))) return "shown";
    const { count, end } = this.#known.repeatsIn(row);
    if (this.#ahead.shownAgain(row.slice(end).trim()) || !this.#ahead.isEchoed) return "shown";
    this.#ahead.pass(count);
    return "passed";
  }

  /** A prompt waits for a key: answers the lines that were commands, and forgets the others. */
  settle(left: string): EchoedLine[] {
    const { count } = this.#known.repeatsIn(left);
    if (count > 1) this.#ahead.pass(count - 1);
    const lines = [...this.#confirmed, ...this.#ahead.settle()];
    this.forget();
    return lines;
  }

  /** Nothing happens for a while; answers the lines that were commands, if a prompt waits. */
  settleIdle(left: string): EchoedLine[] {
    const held = this.#unknown.confirm(left);
    if (held !== null) this.#confirm(held);
    const { last } = this.#known.repeatsIn(left);
    return this.#known.has(left.slice(last)) ? this.settle(left) : [];
  }

  /** A line editor reads the keys, and shows them itself. */
  forget(): void {
    this.#ahead.forget();
    this.#unknown.forget();
    this.#confirmed = [];
    this.#last = { line: -1, left: "", length: 0 };
  }

  /** Whether a row begins with a prompt: one seen before, or one like it in front of as much as was typed. */
  #beginsWithPrompt(row: string): boolean {
    if (this.#known.begins(row)) return true;
    const at = this.#ahead.findIn(row.trimEnd(), (text) => this.#known.resembles(text));
    if (at !== null) this.#known.learn(row.slice(0, at));
    return at !== null;
  }

  /** The first of the rows that wrap into the cursor's. */
  #firstRow(): number {
    let { line } = this.#screen;
    while (this.#screen.at(line)?.isWrapped === true) line -= 1;
    return line;
  }

  /** What stands from a column of a row on, down to the cursor's row. */
  #textFrom(first: number, column: number): string {
    let text = this.#screen.at(first)?.text(column) ?? "";
    for (let row = first + 1; row <= this.#screen.line; row += 1) text += this.#screen.at(row)?.text() ?? "";
    return text;
  }

  #confirm({ prompt, text, at }: { prompt: string; text: string; at: number }): void {
    this.#known.learn(prompt);
    this.#confirmed.push({ text, at });
  }
}
