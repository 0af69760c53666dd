import type { LineReading } from "../../transport/command-rules/index.ts";
import { asksForAnswer } from "../commands/prompts.ts";
import type { CursorRow, WaitingLine } from "../commands/waiting-line.ts";
import type { TypedLine } from "./typed-line.ts";

/** A terminal whose lines are read. */
export interface ReadTerminal {
  /** Looks at all that was sent and shown until now. */
  catchUp(): void;
  /** The line that waits; null where none does. */
  peek(): WaitingLine | null;
  /** What stands where the cursor is. */
  readonly cursor: CursorRow;
  /** Whether pasted text is to be marked. */
  readonly marksPaste: boolean;
}

/** What was found where a key sends a line. */
interface Found {
  /** How long to wait before it is looked at again, in milliseconds; null: it is known. */
  readonly wait: number | null;
  readonly line: WaitingLine | null;
  /** Each text the line may be. */
  readonly readings: readonly LineReading[];
  /** Whether it is the answer to a question that is not shown, a password say. */
  readonly isAnswer: boolean;
}

/** How long the target must have shown nothing until what it shows is taken for all: bounds, in milliseconds. */
const leastQuiet = 60;
const mostQuiet = 500;

/** How long any answer to a key is waited for, in milliseconds. */
const mostWait = 1500;

/** How readline shows a search in the history. */
const searched = /^\((?:failed )?(?:reverse-)?i-search\)`.*?': (.*)$/;

/** Text of a line, as far as screens keep it: where it is broken, and what is behind it, is not known. */
const plain = (text: string): string => text.replace(/\s+/g, "");

/**
 * Reads the line that is about to be sent. What was typed key by key is known as soon as the target shows it. Where the
 * target edits the line (history, search, completion) it is read off the screen once nothing has moved for some time, as
 * long as keys took to be shown before. What is both, and differs, is not certain.
 */
export class LineReader {
  readonly #terminal: ReadTerminal;
  readonly #typed: TypedLine;
  #sentAt = 0;
  #shownAt = 0;
  #isAnswered = true;
  /** How long the target takes to show a key, in milliseconds. */
  #delay = 20;

  constructor(terminal: ReadTerminal, typed: TypedLine) {
    this.#terminal = terminal;
    this.#typed = typed;
  }

  /** When the target has last shown anything, as `performance.now` counts. */
  get lastShown(): number {
    return this.#shownAt;
  }

  /** Keys were sent to the target. */
  sent(): void {
    this.#sentAt = performance.now();
    this.#isAnswered = false;
  }

  /** The target has shown something. */
  shown(): void {
    this.#shownAt = performance.now();
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#delay = 0.7 * this.#delay + 0.3 * Math.min(mostQuiet, this.#shownAt - this.#sentAt);
  }

  /** The line as things stand. */
  read(): Found {
    const line = this.#terminal.peek();
    const typed = this.#typed.text;
    const { isExact } = this.#typed;
    const isShown = line === null ? this.#isEchoed(typed) : plain(line.left) === plain(typed);
    const known = [{ text: typed, isReadable: true }];
    if (isExact && isShown && (typed !== "" || line?.text.trim() === "")) {
      return { wait: null, line, readings: known, isAnswer: false };
    }
    const quiet = Math.min(mostQuiet, Math.max(leastQuiet, 3 * this.#delay));
    const now = performance.now();
    const isTooLong = now - this.#sentAt >= mostWait;
    const isSettled = this.#isAnswered && now - Math.max(this.#sentAt, this.#shownAt) >= quiet;
    // Nothing is shown of a password, and nothing is behind an empty line.
    const isSilent = isExact && line === null && now - this.#sentAt >= quiet;
    if (!isSettled && !isTooLong && !isSilent) return { wait: quiet, line, readings: [], isAnswer: false };
    if (line === null) {
      const isAnswer = isExact && !isShown && asksForAnswer(this.#terminal.cursor.left);
      return { wait: null, line, readings: [{ text: typed, isReadable: isExact }], isAnswer };
    }
    // A search shows the line it has found in place of the prompt.
    const text = searched.exec(this.#terminal.cursor.all)?.[1] ?? line.text;
    const read = { text, isReadable: !isExact && isSettled };
    // What was typed is one of the things it may be, and where nothing edits it, it ought to be shown.
    const readings = typed === "" && !isExact ? [read] : [read, { text: typed, isReadable: !isExact }];
    return { wait: null, line, readings, isAnswer: false };
  }

  #isEchoed(typed: string): boolean {
    return typed !== "" && plain(this.#terminal.cursor.left).endsWith(plain(typed));
  }
}

/**
 * What lines may be together with earlier ones a shell may read with them.
 *
 * @param isUnknown whether the key that sends the line runs something else
 */
export function withEarlier(
  found: readonly LineReading[],
  earlier: readonly string[],
  isUnknown: boolean,
): readonly LineReading[] {
  const whole = earlier
    .filter((before) => before !== "")
    .flatMap((before) => found.map((one) => ({ ...one, text: `${before}\n${one.text}` })));
  const readings = [...found, ...whole];
  return isUnknown ? readings.map((one) => ({ ...one, isReadable: false })) : readings;
}
