/** What the terminal echoed of a line, and when, in milliseconds since 1970. */
export interface EchoedLine {
  readonly text: string;
  readonly at: number;
}

/** A line that was sent while no line was edited. */
interface AheadLine {
  /** How many characters were typed of it; never what they were, for it may be a password. */
  readonly length: number;
  /** Column its echo begins at; null where it was not looked at when the first key was pressed. */
  readonly column: number | null;
  /** The line as the terminal echoed it, and when it did; null while it did not. */
  echo: EchoedLine | null;
}

/** Most lines remembered, and longest one. */
const mostLines = 64;
const longestLine = 1024;

/** A character the line discipline of a terminal erases with. */
const isErasing = (key: string): boolean => key === "\u007f" || key === "\b";

/**
 * Lines sent while a program runs. The terminal echoes them at once, and whoever reads next takes them: the program
 * that runs, or a shell without a line editor after it, which shows nothing of them but a prompt that waits for no
 * key. So of the lines sent, as many were commands as prompts were passed, and those sent last.
 */
export class TypedAhead {
  #lines: AheadLine[] = [];
  #length = 0;
  #column: number | null = null;
  #isBegun = false;
  /** Prompts shown for which no key was pressed. */
  #passed = 0;

  /** Whether the terminal echoed any of the lines. */
  get isEchoed(): boolean {
    return this.#lines.some(({ echo }) => echo !== null);
  }

  /** Whether lines were sent that nobody has been seen to read. */
  get isWaiting(): boolean {
    return this.#lines.length > 0;
  }

  /** Keys were pressed that change no line; `column` is the cursor's, null where it will not be that of the echo. */
  type(text: string, column: number | null): void {
    if (!this.#isBegun) this.#column = column;
    this.#isBegun = true;
    for (const key of text) {
      if (key === "\r" || key === "\n") {
        const line = { length: this.#length, column: this.#column, echo: null };
        if (this.#lines.length < mostLines) this.#lines.push(line);
        this.#length = 0;
        this.#column = null;
      } else if (isErasing(key)) this.#length = Math.max(0, this.#length - 1);
      else if (key === "\u0015" || key === "\u0003") this.#length = 0;
      else if (key >= " ") this.#length += 1;
    }
    this.#isBegun = this.#length > 0;
  }

  /**
   * The cursor leaves a row; answers whether that is the echo of a line.
   *
   * @param end column behind what stands in it
   * @param textFrom what stands in it from a column on
   */
  echo(end: number, textFrom: (column: number) => string, at: number): boolean {
    const line = this.#lines.find(({ echo }) => echo === null);
    if (line === undefined || line.length > longestLine) return false;
    const column = line.column ?? 0;
    // Most rows are too short or too long, also if all characters were wide.
    if (end < column + line.length || end > column + 2 * line.length) return false;
    const text = textFrom(column);
    if ([...text.trimEnd()].length !== line.length && [...text].length !== line.length) return false;
    line.echo = { text: text.trim(), at };
    return true;
  }

  /** Whether a row is what the terminal echoed before: programs like `cat` put out what they read. */
  isRepeated(row: string): boolean {
    return this.#lines.some(({ echo }) => echo?.text === row.trim());
  }

  /** Where in a row a line begins that was sent and not echoed, if what is before it can be a prompt; else null. */
  findIn(row: string, isPrompt: (text: string) => boolean): number | null {
    for (const { length, echo } of this.#lines) {
      const from = row.length - length;
      if (echo === null && length > 0 && from > 0 && isPrompt(row.slice(0, from))) return from;
    }
    return null;
  }

  /** A line was shown again behind a prompt, by an editor that has read it. */
  shownAgain(text: string): boolean {
    const at = this.#lines.findIndex(({ echo }) => echo?.text === text);
    if (at >= 0) this.#lines.splice(0, at + 1);
    return at >= 0;
  }

  /** Whether a row holds a line twice: the terminal's echo, a prompt behind it, and the line as an editor shows it. */
  isTwiceIn(row: string, isPrompt: (text: string) => boolean): boolean {
    return this.#lines.some(
      ({ length, echo }) =>
        echo === null &&
        length > 0 &&
        row.length > 2 * length &&
        row.endsWith(row.slice(0, length)) &&
        isPrompt(row.slice(length, -length)),
    );
  }

  /** Prompts were passed without a key. */
  pass(prompts: number): void {
    this.#passed += prompts;
  }

  /** A prompt waits for a key: answers the lines that were commands, and forgets all. */
  settle(): EchoedLine[] {
    const read = this.#passed === 0 ? [] : this.#lines.slice(-this.#passed);
    this.forget();
    return read.flatMap(({ echo }) => (echo === null || echo.text === "" ? [] : [echo]));
  }

  /** A line editor reads the keys: it shows all of them itself. */
  forget(): void {
    this.#lines = [];
    this.#length = 0;
    this.#isBegun = false;
    this.#passed = 0;
  }
}
