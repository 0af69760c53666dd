import { cellsOf, textWidth } from "./text-width.ts";

/** What came of the keys of a person. */
export type EditorResult =
  /** Enter. */
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl+C. */
  | { readonly kind: "cancelled" }
  /** Ctrl+D on an empty line. */
  | { readonly kind: "ended" };

/** How a line is asked for. */
export interface EditorOptions {
  readonly prompt: string;
  /** Whether nothing of it is shown. */
  readonly isSecret: boolean;
  /** Width of the terminal in cells, asked for whenever something is drawn. */
  columns(): number;
  /** Earlier lines, the latest last. */
  readonly history: readonly string[];
  /** Draws. */
  write(text: string): void;
}

/** Longest line, in characters. */
const longest = 1024;

const control = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 64);

/**
 * Edits one line as a shell does: cursor keys, words, history, wide characters. A line longer than the terminal
 * moves under its window.
 */
export class LineEditor {
  readonly #options: EditorOptions;
  #characters: string[] = [];
  #cursor = 0;
  #historyAt: number;
  #escape = "";
  #afterReturn = false;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#historyAt = options.history.length;
  }

  /** Draws the prompt and what is typed. */
  draw(): void {
    const { prompt, isSecret } = this.#options;
    const [before, after] = isSecret ? ["", ""] : this.#window();
    const back = textWidth(after);
    this.#options.write(`\r${prompt}${before}${after}\x1b[K${back > 0 ? `\x1b[${back}D` : ""}`);
  }

  /**
   * Takes keys. Those after an Enter are not taken.
   *
   * @returns what came of them, and the keys that were left; null while the line is not finished
   */
  feed(text: string): { readonly result: EditorResult; readonly rest: string } | null {
    const keys = [...text];
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? "";
      const result = this.#key(key);
      if (result === null) continue;
      const isPair = key === "\r" && keys[index + 1] === "\n";
      return { result, rest: keys.slice(index + (isPair ? 2 : 1)).join("") };
    }
    return null;
  }

  #key(key: string): EditorResult | null {
    if (this.#escape !== "") return this.#inEscape(key);
    if (key === "\x1b") {
      this.#escape = key;
      return null;
    }
    const isLineFeedOfReturn = key === "\n" && this.#afterReturn;
    this.#afterReturn = key === "\r";
    if (isLineFeedOfReturn) return null;
    if (key === "\r" || key === "\n") return this.#finish({ kind: "line", text: this.#characters.join("") });
    if (key === control("C")) return this.#finish({ kind: "cancelled" }, "^C");
    if (key === control("D") && this.#characters.length === 0) return this.#finish({ kind: "ended" });
    if (/\p{Cc}/u.test(key)) this.#control(key);
    else this.#insert(key);
    return null;
  }

  #finish(result: EditorResult, shown = ""): EditorResult {
    this.#options.write(`${shown}\r\n`);
    return result;
  }

  #control(key: string): void {
    const { length } = this.#characters;
    const actions: Readonly<Record<string, () => void>> = {
      "\x7f": () => this.#remove(this.#cursor - 1, this.#cursor),
      "\b": () => this.#remove(this.#cursor - 1, this.#cursor),
      [control("D")]: () => this.#remove(this.#cursor, this.#cursor + 1),
      [control("U")]: () => this.#remove(0, this.#cursor),
      [control("K")]: () => this.#remove(this.#cursor, length),
      [control("W")]: () => this.#remove(this.#startOfWord(), this.#cursor),
      [control("A")]: () => this.#move(0),
      [control("E")]: () => this.#move(length),
      [control("B")]: () => this.#move(this.#cursor - 1),
      [control("F")]: () => this.#move(this.#cursor + 1),
      [control("P")]: () => this.#recall(-1),
      [control("N")]: () => this.#recall(1),
      [control("L")]: () => {
        this.#options.write("\x1b[H\x1b[2J");
        this.draw();
      },
    };
    actions[key]?.();
  }

  #startOfWord(): number {
    const before = this.#characters.slice(0, this.#cursor).join("");
    return [...before.replace(/\S*\s*$/u, "")].length;
  }

  /** Keys that begin with ESC; those that mean nothing here are passed over whole. */
  #inEscape(key: string): null {
    this.#escape += key;
    const sequence = this.#escape.slice(1);
    const isOpen = sequence.length < 16 && /^(\[[0-9;?]*|O)?$/.test(sequence);
    if (isOpen) return null;
    this.#escape = "";
    const [, name = ""] = /^[[O]([\x30-\x7e]+)$/.exec(sequence) ?? [];
    if (name === "D") this.#move(this.#cursor - 1);
    else if (name === "C") this.#move(this.#cursor + 1);
    else if (name === "A") this.#recall(-1);
    else if (name === "B") this.#recall(1);
    else if (["H", "1~", "7~"].includes(name)) this.#move(0);
    else if (["F", "4~", "8~"].includes(name)) this.#move(this.#characters.length);
    else if (name === "3~") this.#remove(this.#cursor, this.#cursor + 1);
    return null;
  }

  #insert(key: string): void {
    if (this.#characters.length >= longest) return;
    this.#characters.splice(this.#cursor, 0, key);
    this.#cursor += 1;
    if (this.#options.isSecret) return;
    const isPlain = this.#cursor === this.#characters.length && cellsOf(key) > 0 && this.#fits();
    if (isPlain) this.#options.write(key);
    else this.draw();
  }

  #remove(from: number, to: number): void {
    const start = Math.max(0, from);
    const count = Math.min(this.#characters.length, to) - start;
    if (count <= 0) return;
    this.#characters.splice(start, count);
    this.#cursor = Math.min(start, this.#characters.length);
    this.#redraw();
  }

  #move(cursor: number): void {
    this.#cursor = Math.min(Math.max(0, cursor), this.#characters.length);
    this.#redraw();
  }

  #recall(step: -1 | 1): void {
    const { history, isSecret } = this.#options;
    const at = Math.min(Math.max(0, this.#historyAt + step), history.length);
    if (isSecret || at === this.#historyAt) return;
    this.#historyAt = at;
    this.#characters = [...(history[at] ?? "")].slice(0, longest);
    this.#cursor = this.#characters.length;
    this.draw();
  }

  #redraw(): void {
    if (!this.#options.isSecret) this.draw();
  }

  #room(): number {
    return Math.max(1, this.#options.columns() - textWidth(this.#options.prompt) - 1);
  }

  #fits(): boolean {
    return textWidth(this.#characters.join("")) <= this.#room();
  }

  /** The parts before and after the cursor that the terminal has room for. */
  #window(): [string, string] {
    let room = this.#room();
    let start = this.#cursor;
    let end = this.#cursor;
    const take = (index: number): boolean => {
      const width = cellsOf(this.#characters[index] ?? "");
      if (width > room) return false;
      room -= width;
      return true;
    };
    while (start > 0 && take(start - 1)) start -= 1;
    while (end < this.#characters.length && take(end)) end += 1;
    return [
      this.#characters.slice(start, this.#cursor).join(""),
      this.#characters.slice(this.#cursor, end).join(""),
    ];
  }
}
