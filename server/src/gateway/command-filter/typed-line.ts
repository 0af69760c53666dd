/** What a key does, as far as lines are concerned. */
export type KeyEffect =
  /** Changes the line in a way that is known, or belongs to a key that goes on. */
  | "typed"
  /** Changes the line as the program likes: history, completion, cursor keys. */
  | "edits"
  /** Sends the line. */
  | "sends"
  /** Runs something that is no line: a macro, or what an editor will hold. */
  | "runs"
  /** Sends what was typed if nothing edits the line; else it erases. */
  | "ends"
  /** Gives the line up. */
  | "interrupts";

/** What follows ESC and makes a key that sends the line (zsh runs it and keeps it). */
const sendsBehindEscape = /^[aA]$/;

/** Parameters of keys that are Enter, Ctrl-J and Ctrl-M for terminals that number their keys, and those of Ctrl-O. */
const numberedEnter = /^(?:13|57414|27;\d+;13|(?:106|109|111);5(?::\d)?)(?:[;:][\d;:]*)?$/;

/** What terminals answer by themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const answer = /^(?:\u001b\[(?:[?>=]?[\d;]*[cnRty]|[IO]|\?[\d;]*\$y))+$/;

/** Whether these bytes are what a terminal answers by itself, and no key. */
export const isTerminalAnswer = (data: Buffer): boolean =>
  data.length < 64 && data[0] === 0x1b && answer.test(data.toString("latin1"));

/**
 * Reads keys one byte at a time, and keeps the line that they make where it is known. Bytes are characters of Latin-1
 * here, so that nothing is lost of whatever was sent.
 */
export class TypedLine {
  #state: "" | "escape" | "sequence" | "single" | "prefix" = "";
  #parameters = "";
  #text = "";
  #isExact = true;
  #isBegun = false;

  /** The line as it was typed. */
  get text(): string {
    return Buffer.from(this.#text, "latin1").toString("utf8");
  }

  /** Whether the line is what its keys say. */
  get isExact(): boolean {
    return this.#isExact;
  }

  /** Whether a key was pressed in it. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** A line begins; `isEmpty`: with nothing in it. */
  begin(isEmpty: boolean): void {
    this.#text = "";
    this.#isExact = isEmpty;
    this.#isBegun = false;
  }

  /** The line has changed in a way that keys do not say. */
  doubt(): void {
    this.#isExact = false;
  }

  /** Text was pasted into it as it is. */
  paste(text: string): void {
    this.#isBegun = true;
    this.#text += text;
  }

  /** What the next byte does; nothing is changed. */
  effectOf(byte: string): KeyEffect {
    // Whatever these follow: a program may have taken that for a whole key.
    if (byte === "\r" || byte === "\n" || byte === "\u000f") return "sends";
    if (byte === "\u0003") return "interrupts";
    if (this.#state === "escape") return sendsBehindEscape.test(byte) ? "sends" : "edits";
    if (this.#state === "single") return byte === "M" ? "sends" : "edits";
    if (this.#state === "prefix") return byte === "\u0005" || byte === "e" ? "runs" : this.#plain(byte);
    if (this.#state === "sequence") {
      const isEnter = (byte === "u" || byte === "~") && numberedEnter.test(this.#parameters);
      return isEnter ? "sends" : "edits";
    }
    return this.#plain(byte);
  }

  /** A byte was sent on to the program. */
  add(byte: string): void {
    const effect = this.effectOf(byte);
    this.#isBegun = true;
    this.#follow(byte);
    if (effect === "edits" || effect === "runs" || effect === "ends") this.#isExact = false;
    if (effect !== "typed") return;
    if (byte === "\u007f" || byte === "\b") this.#erase();
    else if (byte === "\u0015") this.#text = "";
    else this.#text += byte;
  }

  #plain(byte: string): KeyEffect {
    if (byte === "\u0004") return "ends";
    if (byte === "\u007f" || byte === "\b" || byte === "\u0015") return "typed";
    return byte >= " " ? "typed" : "edits";
  }

  #follow(byte: string): void {
    if (this.#state === "escape") {
      this.#parameters = "";
      if (byte === "[") this.#state = "sequence";
      else if (byte === "O") this.#state = "single";
      else this.#state = byte === "\u001b" ? "escape" : "";
    } else if (byte === "\u001b") this.#state = "escape";
    else if (this.#state === "sequence") {
      if (/^[0-9;:<=>?]$/.test(byte)) this.#parameters = (this.#parameters + byte).slice(-32);
      else this.#state = "";
    } else this.#state = byte === "\u0018" ? "prefix" : "";
  }

  /** The last character goes, whatever bytes it has. */
  #erase(): void {
    let end = this.#text.length - 1;
    while (end > 0 && /^[\u0080-\u00bf]$/.test(this.#text.charAt(end))) end -= 1;
    this.#text = this.#text.slice(0, Math.max(0, end));
  }
}
