import type { TerminalScreen } from "./terminal-screen.ts";

/** What a program tells the terminal beside what it draws. */
export interface ControlEvents {
  /** A private mode (`CSI ? mode h` and `l`) other than those of the screen itself. */
  mode?(mode: number, on: boolean): void;
  /** An operating system command, e.g. `133;A`; cut at 8 192 characters. */
  systemCommand?(text: string): void;
}

type State = "ground" | "escape" | "charset" | "control" | "system" | "ignored";

/** Longest string taken of a control string; what is longer is cut. */
const longestString = 8192;
const mostParameters = 32;
const largestParameter = 9999;

type Action = (
  screen: TerminalScreen,
  /** The first parameter as a count: at least 1. */
  count: number,
  parameters: { readonly first: number; readonly second: number },
) => void;

/** Control sequences by their last character. */
const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["A", (screen, count) => screen.moveBy(-count, 0)],
  ["B", (screen, count) => screen.moveBy(count, 0)],
  ["e", (screen, count) => screen.moveBy(count, 0)],
  ["C", (screen, count) => screen.moveBy(0, count)],
  ["a", (screen, count) => screen.moveBy(0, count)],
  ["D", (screen, count) => screen.moveBy(0, -count)],
  ["E", (screen, count) => screen.moveTo(screen.row + count, 0)],
  ["F", (screen, count) => screen.moveTo(screen.row - count, 0)],
  ["G", (screen, count) => screen.moveTo(screen.row, count - 1)],
  ["`", (screen, count) => screen.moveTo(screen.row, count - 1)],
  ["H", (screen, count, { second }) => screen.moveTo(count - 1, Math.max(1, second) - 1)],
  ["f", (screen, count, { second }) => screen.moveTo(count - 1, Math.max(1, second) - 1)],
  ["I", (screen, count) => screen.tab(Math.min(count, 200))],
  ["J", (screen, _count, { first }) => screen.eraseInScreen(first)],
  ["K", (screen, _count, { first }) => screen.eraseInRow(first)],
  ["L", (screen, count) => screen.insertRows(count)],
  ["M", (screen, count) => screen.insertRows(-count)],
  ["@", (screen, count) => screen.insertCharacters(count)],
  ["P", (screen, count) => screen.insertCharacters(-count)],
  ["X", (screen, count) => screen.eraseCharacters(count)],
  ["S", (screen, count) => screen.scrollUp(count)],
  ["T", (screen, count) => screen.scrollDown(count)],
  ["d", (screen, count) => screen.moveTo(count - 1, screen.column)],
  [
    "r",
    (screen, count, { second }) => screen.setMargins(count - 1, second === 0 ? screen.rows - 1 : second - 1),
  ],
  ["s", (screen) => screen.saveCursor()],
  ["u", (screen) => screen.restoreCursor()],
]);

/** What the letters from the back quote to the tilde are in the set that draws lines. */
const lineDrawing = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

const alternateModes: ReadonlySet<number> = new Set([47, 1047, 1049]);

/**
 * Reads the output of a target and draws it on a screen: the sequences of ECMA-48 and xterm that move the cursor or
 * change text; colours and everything else are passed over. Any input is taken in bounded memory.
 */
export class TerminalParser {
  readonly #screen: TerminalScreen;
  readonly #events: ControlEvents;
  #state: State = "ground";
  #parameters: number[] = [];
  /** `?`, `>` or `=` at the start, and intermediate characters, of a control sequence. */
  #marker = "";
  #string = "";
  #stringEscape = false;
  #lineDrawing = false;
  #last = 0;

  constructor(screen: TerminalScreen, events: ControlEvents) {
    this.#screen = screen;
    this.#events = events;
  }

  /** Takes a piece of output; sequences may lie across pieces. */
  write(text: string): void {
    const screen = this.#screen;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#state !== "ground") {
        this.#sequence(code, text.charAt(at));
      } else if (code < 0x20 || code === 0x7f) {
        this.#control(code);
      } else if (code < 0x7f && !this.#lineDrawing) {
        let end = at + 1;
        while (end < length && text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) < 0x7f) end += 1;
        screen.putAscii(text, at, end);
        at = end - 1;
        this.#last = text.charCodeAt(at);
      } else if (code < 0x7f) {
        this.#last = code < 0x60 ? code : (lineDrawing.codePointAt(code - 0x60) ?? code);
        screen.put(this.#last);
      } else if (code >= 0xa0) {
        const point = text.codePointAt(at) as number;
        if (point > 0xffff) at += 1;
        this.#last = point;
        screen.put(point);
      }
    }
  }

  /** Whether letters draw lines now. */
  get drawsLines(): boolean {
    return this.#lineDrawing;
  }

  /** Whether no sequence has been begun that goes on with what comes next. */
  get isBetweenSequences(): boolean {
    return this.#state === "ground";
  }

  /** Forgets a sequence that was begun: what comes next does not follow on what came before. */
  resynchronize(): void {
    this.#state = "ground";
    this.#string = "";
  }

  #control(code: number): void {
    const screen = this.#screen;
    if (code === 0x1b) this.#state = "escape";
    else if (code === 0x0d) screen.carriageReturn();
    else if (code >= 0x0a && code <= 0x0c) screen.lineFeed();
    else if (code === 0x08) screen.backspace();
    else if (code === 0x09) screen.tab();
  }

  #sequence(code: number, character: string): void {
    if (this.#state === "system" || this.#state === "ignored") {
      this.#inString(code, character);
    } else if (code === 0x18 || code === 0x1a) {
      this.#state = "ground";
    } else if (code === 0x1b) {
      this.#state = "escape";
    } else if (code < 0x20) {
      // Control characters act in the middle of a sequence as they do outside.
      this.#control(code);
    } else if (this.#state === "escape") {
      this.#escape(character);
    } else if (this.#state === "charset") {
      this.#lineDrawing = character === "0";
      this.#state = "ground";
    } else {
      this.#inControl(code, character);
    }
  }

  #escape(character: string): void {
    const screen = this.#screen;
    this.#state = "ground";
    switch (character) {
      case "[":
        this.#state = "control";
        this.#parameters = [0];
        this.#marker = "";
        break;
      case "]":
        this.#beginString("system");
        break;
      case "P":
      case "X":
      case "^":
      case "_":
      case "k":
        this.#beginString("ignored");
        break;
      case "(":
        this.#state = "charset";
        break;
      case ")":
      case "*":
      case "+":
      case "#":
      case "%":
      case " ":
        // One more character belongs to it; only the first set can be the one that draws.
        this.#state = "control";
        this.#marker = "skip";
        this.#parameters = [0];
        break;
      case "7":
        screen.saveCursor();
        break;
      case "8":
        screen.restoreCursor();
        break;
      case "D":
        screen.lineFeed();
        break;
      case "E":
        screen.carriageReturn();
        screen.lineFeed();
        break;
      case "M":
        screen.reverseLineFeed();
        break;
      case "c":
        screen.reset();
        this.#lineDrawing = false;
        break;
    }
  }

  #beginString(state: "system" | "ignored"): void {
    this.#state = state;
    this.#string = "";
    this.#stringEscape = false;
  }

  #inString(code: number, character: string): void {
    const ends = code === 0x07 || (this.#stringEscape && character === "\\");
    if (ends || code === 0x18 || code === 0x1a) {
      if (ends && this.#state === "system") this.#events.systemCommand?.(this.#string);
      this.#state = "ground";
      this.#string = "";
    } else if (this.#stringEscape) {
      // An escape that ends no string ends it all the same, and begins something new.
      this.#string = "";
      this.#state = "escape";
      this.#sequence(code, character);
    } else if (code === 0x1b) {
      this.#stringEscape = true;
    } else if (this.#state === "system" && this.#string.length < longestString) {
      this.#string += character;
    }
  }

  #inControl(code: number, character: string): void {
    if (this.#marker === "skip") {
      this.#state = "ground";
    } else if (code >= 0x30 && code <= 0x39) {
      const at = this.#parameters.length - 1;
      this.#parameters[at] = Math.min((this.#parameters[at] ?? 0) * 10 + code - 0x30, largestParameter);
    } else if (character === ";" || character === ":") {
      if (this.#parameters.length < mostParameters) this.#parameters.push(0);
    } else if (code < 0x40) {
      if (this.#marker.length < 4) this.#marker += character;
    } else {
      this.#state = "ground";
      if (this.#marker === "") this.#dispatch(character);
      else if (this.#marker === "?") this.#modes(character);
      else if (this.#marker === "!" && character === "p") this.#screen.reset();
    }
  }

  #dispatch(character: string): void {
    const screen = this.#screen;
    const [first = 0, second = 0] = this.#parameters;
    if (character === "m") {
      screen.styles?.apply(this.#parameters);
    } else if (character === "b") {
      for (let step = Math.min(first || 1, screen.cols); step > 0 && this.#last > 0; step -= 1) {
        screen.put(this.#last);
      }
    } else if (character === "h" || character === "l") {
      if (this.#parameters.includes(4)) screen.insertMode = character === "h";
    } else {
      actions.get(character)?.(screen, Math.max(1, first), { first, second });
    }
  }

  #modes(character: string): void {
    if (character !== "h" && character !== "l") return;
    const on = character === "h";
    for (const mode of this.#parameters) {
      if (mode === 7) this.#screen.autoWrap = on;
      else if (mode === 1048 && on) this.#screen.saveCursor();
      else if (mode === 1048) this.#screen.restoreCursor();
      else if (alternateModes.has(mode)) this.#screen.setAlternate(on);
      else this.#events.mode?.(mode, on);
    }
  }
}
