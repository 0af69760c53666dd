import type { TerminalScreen } from "../../transport/terminal/index.ts";
import type { ScreenPosition } from "./edited-line.ts";
import { asksForAnswer } from "./prompts.ts";

/** Longest text that may turn out to be a prompt, in characters. */
const longest = 200;

/** Shortest prompt that is known behind output that ends without a line feed, in characters. */
const shortest = 3;

/** Clocks and counters go on. */
const shapeOf = (text: string): string => text.replace(/\d/g, "0");

/** The prompt two rows end with, of which one may begin with output; null where they are different. */
function commonPrompt(one: string, other: string): string | null {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isSame = short.length === long.length || short.trim().length >= shortest;
  return isSame && shapeOf(long).endsWith(shapeOf(short)) ? short : null;
}

/** A line that was sent behind a text that looks like no prompt. */
export interface HeldLine {
  readonly prompt: string;
  readonly text: string;
  readonly at: number;
}

/**
 * Shells show what somebody has set as the prompt, which may look like none (`ready: `). Where nothing is marked, a line
 * behind such a text is an answer to a question, or a command: it was a command if the same text waits again after it.
 */
export class UnknownPrompt {
  #begun: (ScreenPosition & { readonly prompt: string }) | null = null;
  #isSent = false;
  #held: HeldLine | null = null;

  /** A first key is pressed in a row; answers the line before if it is now known that it was a command. */
  begin(screen: TerminalScreen, left: string): HeldLine | null {
    const known = this.confirm(left);
    const { line, column } = screen;
    const isAtEnd = (screen.at(line)?.end ?? 0) <= column;
    const mayBe = isAtEnd && left.trim() !== "" && left.length <= longest && !asksForAnswer(left);
    this.#begun = mayBe ? { line, column, prompt: left } : null;
    this.#isSent = false;
    return known;
  }

  /** Enter was pressed. */
  send(): void {
    this.#isSent = true;
  }

  /** The cursor is about to leave its row. */
  leavingRow(screen: TerminalScreen, at: number): void {
    const begun = this.#begun;
    if (begun === null || !this.#isSent) return;
    this.#begun = null;
    const row = screen.at(begun.line);
    if (row?.text(0, begun.column) !== begun.prompt) return;
    let text = row.text(begun.column);
    for (let line = begun.line + 1; line <= screen.line; line += 1) text += screen.at(line)?.text() ?? "";
    if (text.trim() !== "") this.#held = { prompt: begun.prompt, text: text.trim(), at };
  }

  /** Answers the line that was sent before, if the same text stands before the cursor again. */
  confirm(left: string): HeldLine | null {
    const held = this.#held;
    const prompt = held === null ? null : commonPrompt(held.prompt, left);
    if (held === null || prompt === null) return null;
    this.#held = null;
    return { ...held, prompt };
  }

  /** A known prompt waits: what was held was an answer. */
  forget(): void {
    this.#begun = null;
    this.#held = null;
  }
}
