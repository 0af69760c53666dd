import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { TerminalParser, TerminalScreen } from "../../transport/terminal/index.ts";
import {
  CommandInProgress,
  type ExtractedCommand,
  firstCharacters,
  longestInput,
} from "./command-in-progress.ts";
import {
  beginsAnew,
  type EditedLine,
  isDrawnAgain,
  lastRowOf,
  lastRowSent,
  newLine,
  placePrompt,
  type ReadLine,
  readLine,
  reopen,
} from "./edited-line.ts";
import { Interruption } from "./interruption.ts";
import { LooseLines } from "./loose-lines.ts";
import { PaneLine } from "./pane-line.ts";
import { KnownPrompts, looksLikePrompt } from "./prompts.ts";
import type { RightPrompt } from "./right-prompt.ts";
import { mayHoldMarks, readShellMark, type ShellMark } from "./shell-marks.ts";
import type { EchoedLine } from "./typed-ahead.ts";
import { KeyReader, type TypedKeys } from "./typed-keys.ts";
import { type CursorRow, cursorRow, leftOfCursor, type WaitingLine, waitingLine } from "./waiting-line.ts";

/** Mode in which terminals mark pasted text: line editors set it while a line is edited. */
const bracketedPaste = 2004;

/**
 * Finds out what commands are run in a terminal session, from what the target shows and from which keys end a line.
 * The text of a command is what is on the screen behind the prompt when the line is sent, so history, completion and
 * every other way of editing count as the person saw them, and what is typed without echo is never known here.
 *
 * A line begins where the shell marks it (OSC 133 and 633), where a line editor turns bracketed paste on, or at a
 * first key pressed behind something that looks like a prompt; it is sent where the shell says so, where bracketed
 * paste is turned off, or where the cursor leaves the row after Enter.
 */
export class CommandExtractor {
  readonly #screen: TerminalScreen;
  readonly #parser: TerminalParser;
  readonly #keys = new KeyReader();
  readonly #known = new KnownPrompts();
  readonly #pane: PaneLine;
  readonly #interruption = new Interruption();
  readonly #loose: LooseLines;
  readonly #onCommand: (command: ExtractedCommand) => void;
  readonly #now: () => number;
  #line: EditedLine | null = null;
  #running: CommandInProgress | null = null;
  #typedAhead = false;
  /** Enters pressed that no line has used up. */
  #enters = 0;
  /** The prompt at the right margin that was seen last, for lines whose prompt is not seen by itself. */
  #rightPrompt: RightPrompt | null = null;
  /** Row of the line that was sent last, or where the terminal echoed a line to a program. */
  #lastSent = -1;
  /** Whether the title says that a line of fish is edited. */
  #isTitled = false;
  /** Whether this shell tells when it runs a command. */
  #tellsRuns = false;
  /** The command line as the shell told it, until the line is sent. */
  #told: string | null = null;
  /** Whether the target has asked for marks around pasted text. */
  marksPaste = false;

  /** @param options `onCommand` is called once for each command, at the latest by `settle` */
  constructor(
    size: TerminalSize,
    options: { onCommand: (command: ExtractedCommand) => void; now?: () => number },
  ) {
    this.#screen = new TerminalScreen(size, {
      leavingRow: () => this.#leavingRow(),
      scrolledOff: (line) => this.#running?.keepRow(this.#screen, line),
    });
    this.#parser = new TerminalParser(this.#screen, {
      mode: (mode, on) => this.#mode(mode, on),
      systemCommand: (text) => {
        this.#title(text);
        this.#mark(readShellMark(text));
      },
    });
    this.#pane = new PaneLine(this.#screen, this.#known);
    this.#loose = new LooseLines(this.#screen, this.#known);
    this.#onCommand = options.onCommand;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Whether a piece of output could be passed over: no line is edited, the part of the output that is kept is
   * complete, and neither marks are in it nor, where lines may have been typed ahead, prompts.
   */
  mayPassOver(data: Buffer): boolean {
    if (this.#line !== null || this.#screen.isAlternate || mayHoldMarks(data)) return false;
    if (this.#running?.isFull === false) return false;
    return this.#enters === 0 || !this.#known.beginnings.some((beginning) => data.includes(beginning));
  }

  /** Output was passed over; what comes next does not follow on what came before. */
  skipped = (): void => this.#parser.resynchronize();

  /** Output of the target. */
  output(text: string): void {
    this.#parser.write(text);
  }

  /** Input of the person; only which keys end a line is looked at. */
  input(text: string): void {
    const keys = this.#keys.read(text, this.marksPaste);
    if (keys === null) return;
    if (this.#screen.isAlternate) this.#paneCommand(this.#pane.input(keys, text));
    else this.#press(keys, text);
  }

  #press(keys: TypedKeys, text: string): void {
    this.#pane.forget();
    const line = this.#line ?? this.#lineAtPrompt(keys.enters > 0 ? -1 : text.length);
    if (line === null || !this.#isEditing(line)) {
      this.#typedAhead = true;
      this.#enters += keys.enters;
      this.#loose.type(text, keys.enters > 0);
      return;
    }
    this.#interruption.press(this.#screen, text);
    if (keys.interrupts) line.ending = "interrupt";
    else if (keys.enters > 0) line.ending = "enter";
    this.#enters += keys.enters;
    this.#typedAhead ||= line.ending !== null && keys.goesOn;
    if (keys.goesOn) this.#loose.typeBehind(text.slice(text.search(/[\r\n]/) + 1));
  }

  resize(size: TerminalSize): void {
    this.#screen.resize(size);
  }

  /** The line a shell would run if Enter were pressed now; null where none waits for it, as far as can be seen. */
  peek(): WaitingLine | null {
    if (this.#screen.isAlternate) return this.#pane.peek();
    return waitingLine({
      screen: this.#screen,
      known: this.#known,
      line: this.#line,
      running: this.#running,
      read: (line) => this.#read(line),
    });
  }

  /** What stands where the cursor is. */
  get cursor(): CursorRow {
    return cursorRow(this.#screen);
  }

  /** Gives out the last command with what it has put out so far, unless it is still being typed. */
  settle(): void {
    const line = this.#line;
    if (line?.continues === true) return;
    const left = leftOfCursor(this.#screen);
    if (line?.anchoring !== "certain" && this.#running?.goesOnAt(this.#screen, left) === true) return;
    if (line === null) this.#giveOutLines(this.#loose.settleIdle(left));
    this.#giveOut();
  }

  /** The session is over. A command whose further lines were still asked for has not been run. */
  close(): void {
    this.settle();
    this.#running = null;
  }

  /** Whether keys change this line, rather than being typed ahead for the next; finds the prompt by the first key. */
  #isEditing(line: EditedLine): boolean {
    const left = leftOfCursor(this.#screen);
    if (line.anchor !== null && beginsAnew(line, left, this.#known)) reopen(line);
    if (line.ending !== null) return false;
    if (this.#interruption.isAway(this.#screen, line)) this.#goOn(line, left);
    // A prompt that comes together with what was typed before it is none to learn.
    line.typedAhead ||= left.trim() === "";
    if (line.anchoring === "certain" || line.anchoring === "missed" || left.trim() === "") return true;
    const echo = this.#interruption.echoOf(this.#screen);
    if (echo !== null && left.slice(0, echo.column).trim() === "") {
      // There is no prompt, or other output has taken its row: the line begins where its first key was pressed.
      this.#enters = 0;
      this.#anchor(line, echo.column);
      return true;
    }
    const isGuessed = line.anchoring === "guessed" && left.startsWith(line.prompt);
    if (isGuessed && left !== line.prompt && !this.#known.isPrompt(left)) return true;
    if (line.typedAhead && !isGuessed && !this.#known.isPrompt(left)) {
      Object.assign(line, { anchor: null, anchoring: "missed" });
    } else {
      this.#enters = 0;
      this.#anchor(line);
    }
    return true;
  }

  /** The cursor was left below the line by what another program has put out, or a new prompt waits there. */
  #goOn(line: EditedLine, left: string): void {
    if (left.trim() !== "" && this.#known.isPrompt(left)) {
      Object.assign(line, { anchor: null, anchoring: "awaited", before: null });
      this.#interruption.begin();
    } else if (line.anchoring === "certain") this.#interruption.resume(this.#screen, line);
  }

  /** A line of a program that marks nothing: it begins behind what looks like a prompt. */
  #lineAtPrompt(length: number): EditedLine | null {
    const left = leftOfCursor(this.#screen);
    if (this.#loose.isEcho(left, length)) return null;
    const isOverdrawn = left === "" && this.#loose.isPromptAbove(this.#lastSent);
    const goesOn = this.#running?.goesOnAt(this.#screen, left) === true;
    if (!isOverdrawn && !goesOn && !this.#loose.isPrompt(left)) return null;
    this.#giveOutLines(this.#loose.settle(left));
    this.#running?.endOutput(this.#screen, "");
    this.#line = newLine(this.#isTitled ? "title" : "feed", false);
    this.#interruption.begin();
    if (isOverdrawn) {
      this.#enters = 0;
      this.#anchor(this.#line);
      this.#line.before = "";
    }
    return this.#line;
  }

  /** Lines that are known to be commands only now, after they were sent. */
  #giveOutLines(lines: readonly EchoedLine[]): void {
    for (const { text, at } of lines) {
      this.#running?.endOutput(this.#screen, "");
      this.#giveOut();
      this.#onCommand({ input: firstCharacters(text, longestInput), output: "", source: "screen", at });
    }
  }

  /** The prompt of a line ends where the cursor stands. */
  #anchor(line: EditedLine, column = this.#screen.column): void {
    this.#placeCursor(line, column);
    line.anchoring = "certain";
    line.continues = this.#running?.goesOnAt(this.#screen, line.prompt) ?? false;
    if (!line.continues) {
      this.#giveOut();
      this.#known.learn(line.prompt);
    }
  }

  #placeCursor(line: EditedLine, column = this.#screen.column): void {
    placePrompt(this.#screen, this.#known, line, column);
    this.#rightPrompt = line.rightPrompt;
  }

  /** Some editors draw the prompt before they turn bracketed paste on: what was typed ahead will be behind it. */
  #openWithPaste(): void {
    const line = this.#open("paste");
    if (!looksLikePrompt(leftOfCursor(this.#screen))) return;
    this.#placeCursor(line);
    line.anchoring = "guessed";
  }

  #mode(mode: number, on: boolean): void {
    if (mode === bracketedPaste) this.marksPaste = on;
    if (mode !== bracketedPaste || this.#screen.isAlternate) return;
    const line = this.#line;
    if (on) {
      if (line?.ends === "marks" && line.held !== null) {
        // It is not run yet: the shell asks for the rest of it.
        this.#sent(line, { prompt: line.prompt, text: line.held });
        this.#openWithPaste();
      } else if (line?.ends !== "marks") this.#openWithPaste();
    } else if (line?.ends === "paste") {
      this.#sent(line, this.#read(line));
    } else if (line?.ends === "marks" && line.anchor !== null) {
      const read = this.#read(line);
      if (this.#tellsRuns) line.held = read.text;
      else this.#sent(line, read);
    }
  }

  /**
   * A title is set. fish names itself in it while a line is edited and names the command when it runs one; lines that
   * are not complete continue at the same position, so that neither Enter nor a new row says that a line was sent.
   */
  #title(text: string): void {
    if (!/^[02];/.test(text) || this.#screen.isAlternate) return;
    this.#isTitled = /^[02];fish\b/.test(text);
    if (!this.#isTitled && this.#line?.ends === "title") this.#sent(this.#line, this.#read(this.#line));
  }

  #mark(mark: ShellMark | null): void {
    if (mark === null || this.#screen.isAlternate) return;
    const line = this.#line;
    if (mark.kind === "prompt") {
      if (!isDrawnAgain(this.#screen, line)) this.#open("marks");
    } else if (mark.kind === "input") {
      this.#anchor(line?.ends === "marks" ? line : this.#open("marks"));
    } else if (mark.kind === "command") {
      this.#told = mark.command;
      if (line === null) this.#running?.tell(mark.command);
    } else if (mark.kind === "done") {
      this.#running?.endOutput(this.#screen, "");
    } else {
      this.#tellsRuns = true;
      const told = mark.command ?? this.#told;
      if (line?.ends !== "marks" || line.anchor === null) {
        if (told !== null) this.#running?.tell(told);
        return;
      }
      const read = line.held === null ? this.#read(line) : { prompt: line.prompt, text: line.held };
      // The shell itself says that the line is run.
      line.ending = "enter";
      this.#sent(line, read);
      if (told !== null) this.#running?.tell(told);
      this.#told = null;
    }
  }

  #open(ends: EditedLine["ends"]): EditedLine {
    this.#running?.endOutput(
      this.#screen,
      looksLikePrompt(leftOfCursor(this.#screen)) ? "" : leftOfCursor(this.#screen),
    );
    const line = newLine(ends, this.#typedAhead);
    line.rightPrompt = this.#rightPrompt;
    this.#interruption.begin();
    this.#loose.forget();
    this.#typedAhead = false;
    this.#told = null;
    this.#line = line;
    return line;
  }

  #read(line: EditedLine): ReadLine {
    return readLine(this.#screen, line, lastRowSent(this.#screen, line, this.#interruption.row), this.#known);
  }

  #leavingRow(): void {
    const line = this.#line;
    if (this.#screen.isAlternate) this.#paneCommand(this.#pane.leavingRow());
    else if (line === null) {
      if (this.#enters > 0) this.#sentAhead();
    } else if (line.ending === null) this.#interruption.leavingRow(this.#screen, line);
    else if (line.ends === "feed") {
      const last = lastRowOf(this.#screen, line, this.#screen.line);
      this.#sent(line, readLine(this.#screen, line, last, this.#known));
    }
  }

  #paneCommand(input: string | null): void {
    if (input === null) return;
    // The multiplexer itself was run before.
    this.#giveOut();
    this.#onCommand({ input, output: "", source: "screen", at: this.#now() });
  }

  /** A line typed ahead: the terminal has echoed it, or the shell has drawn it behind its prompt at once. */
  #sentAhead(): void {
    const { line: last } = this.#screen;
    const row = this.#loose.leavingRow(this.#now());
    if (row === "echo") this.#lastSent = last;
    else if (row === "passed") this.#running?.endOutput(this.#screen, "");
    if (row !== "shown" || last === this.#lastSent) return;
    this.#running?.endOutput(this.#screen, "");
    const line = newLine("feed", true);
    this.#sent(line, readLine(this.#screen, line, last, this.#known));
  }

  /** A line is over; it was sent when a key says so. */
  #sent(line: EditedLine, { prompt, text }: ReadLine): void {
    const isSent = line.ending === "enter" ? true : line.ending === null && this.#enters > 0;
    const continues =
      line.continues ||
      (line.anchoring !== "certain" && this.#running?.goesOnAt(this.#screen, prompt) === true);
    if (line.anchoring === "guessed" && !continues) this.#known.learn(prompt);
    this.#line = null;
    this.#interruption.begin();
    this.#lastSent = this.#screen.line;
    this.#enters = Math.max(0, this.#enters - 1);
    if (!isSent || (this.#typedAhead && text.endsWith("^C"))) {
      if (continues) this.#running = null;
      return;
    }
    const isBelow = this.#screen.column === 0 && line.ends !== "feed";
    const outputFrom = this.#screen.line + (isBelow ? 0 : 1);
    if (continues && this.#running !== null) {
      this.#running.add(text, outputFrom);
      return;
    }
    this.#giveOut();
    if (text === "") return;
    const source = line.ends === "marks" ? "marks" : "screen";
    this.#running = new CommandInProgress(text, { prompt, source, at: this.#now(), outputFrom });
  }

  #giveOut(): void {
    const command = this.#running?.extracted(this.#screen);
    this.#running = null;
    if (command !== undefined) this.#onCommand(command);
  }
}
