import { withParameters } from "../../engine/i18n/index.ts";
import type { LineReading } from "../../transport/command-rules/index.ts";
import type { WaitingLine } from "../commands/waiting-line.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";
import { LineReader, type ReadTerminal } from "./line-reader.ts";
import type { SessionRules } from "./session-rules.ts";
import { TypedLine } from "./typed-line.ts";

/** What the commands of the session are kept by. */
export interface GatedCommands extends ReadTerminal {
  /** A command that was not run. */
  record(command: string, riskLevel: number): void;
  /** A command that is about to be run. */
  expect(command: string, riskLevel: number): void;
  /** Calls the handler whenever what the target shows was looked at. */
  onShown(handler: () => void): void;
}

/** Bytes that may wait for a decision. */
const mostAhead = 1024 * 1024;

/** How long a target is waited for until it has cleared a line, before it is asked again, in milliseconds. */
const clearing = 2000;

/** How long a prompt is waited for behind a line that was sent: while nothing is shown, and at most; in milliseconds. */
const quietBehind = 250;
const mostBehind = 1000;

const pasteBegins = "\u001b[200~";
const pasteEnds = "\u001b[201~";

/** What terminals answer by themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const answer = /^(?:\u001b\[(?:[?>=]?[\d;]*[cnRty]|[IO]|\?[\d;]*\$y))+$/;

/** What is waited for before more is sent. */
type Waiting =
  | { readonly for: "reading" }
  /** A line was sent: for the next prompt. */
  | { readonly for: "prompt"; readonly since: number }
  /** A line was rejected: for its being gone. */
  | { readonly for: "clearing"; readonly since: number; readonly tries: number }
  /** A line of something like a command was typed where no prompt is: for a prompt. */
  | { readonly for: "shell" };

/**
 * Decides about each line before the key that sends it is passed on. Characters pass at once, so that they are echoed as
 * ever; what would run the line waits until the target has shown what the line is, and all that was typed behind it
 * waits in order. Where no rule fits the session nothing is looked at. Contract: docs/contract/commands.md, section 6.
 */
export class CommandGate implements Stage {
  readonly #rules: SessionRules;
  readonly #commands: GatedCommands;
  readonly #reader: LineReader;
  readonly #typed = new TypedLine();
  #session: SessionControls | null = null;
  /** What was typed and not sent on, as Latin-1. */
  #queue = "";
  #waiting: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isPumping = false;
  /** Lines sent while no prompt was shown: a shell may read them together. */
  #loose: string[] = [];
  #isTold = false;

  constructor(rules: SessionRules, commands: GatedCommands) {
    this.#rules = rules;
    this.#commands = commands;
    this.#reader = new LineReader(commands, this.#typed);
    commands.onShown(() => this.#shown());
  }

  async start(session: SessionControls): Promise<void> {
    this.#session = session;
    await this.#rules.start(session);
  }

  input(data: Buffer): Buffer | null {
    if (this.#waiting === null && this.#queue === "" && (this.#rules.isEmpty || this.#isAnswer(data))) {
      // What a rule that is made now will not know of.
      if (!this.#isAnswer(data)) this.#typed.doubt();
      return data;
    }
    if (this.#queue.length + data.length > mostAhead) {
      this.#session?.print(text.tooMuchAhead);
      return null;
    }
    this.#queue += data.toString("latin1");
    this.#interrupt();
    this.#pump();
    return null;
  }

  keepsInput(): boolean {
    return this.#queue !== "";
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = "";
    this.#rules.close();
  }

  #isAnswer(data: Buffer): boolean {
    return data.length < 64 && data[0] === 0x1b && answer.test(data.toString("latin1"));
  }

  /** Ctrl-C gives up what waits, also where it is typed behind it. */
  #interrupt(): void {
    if (this.#waiting === null || this.#waiting.for === "clearing") return;
    const at = this.#queue.lastIndexOf("\u0003");
    if (at < 0) return;
    this.#queue = this.#queue.slice(at);
    this.#waiting = null;
    clearTimeout(this.#timer);
  }

  #shown(): void {
    this.#reader.shown();
    if (this.#waiting !== null) this.#pump();
  }

  #wait(waiting: Waiting, delay: number): void {
    this.#waiting = waiting;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), delay).unref();
  }

  /** Sends on what may be sent, up to what has to be waited for. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (this.#mayGoOn() && this.#queue !== "" && this.#sendNext());
    } finally {
      this.#isPumping = false;
    }
  }

  /** Whether nothing is waited for any more. */
  #mayGoOn(): boolean {
    const waiting = this.#waiting;
    if (waiting === null || waiting.for === "reading") return true;
    this.#commands.catchUp();
    const line = this.#commands.peek();
    const now = performance.now();
    if (waiting.for === "clearing") return this.#isCleared(waiting, line, now);
    if (waiting.for === "shell") {
      if (line === null) return false;
    } else if (line === null && now - waiting.since < mostBehind) {
      const quiet = now - Math.max(waiting.since, this.#reader.lastShown);
      if (quiet < quietBehind) {
        this.#wait(waiting, quietBehind - quiet + 1);
        return false;
      }
    }
    this.#waiting = null;
    return true;
  }

  #isCleared(waiting: Waiting & { for: "clearing" }, line: WaitingLine | null, now: number): boolean {
    if (line !== null && line.text.trim() === "" && line.before === "") {
      this.#waiting = null;
      this.#typed.begin(true);
      return true;
    }
    if (now - waiting.since < clearing) return false;
    if (waiting.tries > 1) {
      this.#queue = "";
      this.#session?.end("internal", text.commandStuck);
      return false;
    }
    this.#pass(waiting.tries === 0 ? "\u0005\u0015" : "\u0003");
    this.#wait({ for: "clearing", since: now, tries: waiting.tries + 1 }, clearing);
    return false;
  }

  /** Sends on the next keys; answers whether there may be more. */
  #sendNext(): boolean {
    if (this.#waiting === null && this.#queue.startsWith(pasteBegins) && this.#commands.marksPaste) {
      return this.#sendPaste();
    }
    if (!this.#typed.isBegun && this.#waiting === null) this.#beginLine();
    const from = this.#queue;
    let at = 0;
    while (at < from.length) {
      const byte = from.charAt(at);
      if (at > 0 && byte === "\u001b" && from.startsWith(pasteBegins, at) && this.#commands.marksPaste) break;
      const effect = this.#typed.effectOf(byte);
      if (effect === "sends" || effect === "runs" || (effect === "ends" && this.#endsText())) break;
      this.#typed.add(byte);
      at += 1;
      if (effect === "interrupts") {
        this.#interrupted(from.slice(0, at), from.slice(at));
        return true;
      }
    }
    if (at > 0) {
      this.#queue = from.slice(at);
      this.#pass(from.slice(0, at));
      this.#reader.sent();
      if (this.#queue === "") return false;
      if (this.#queue.startsWith(pasteBegins) && this.#commands.marksPaste) return true;
    }
    return this.#decideNext();
  }

  #interrupted(keys: string, rest: string): void {
    this.#queue = rest;
    this.#loose = [];
    this.#isTold = false;
    this.#typed.begin(false);
    this.#pass(keys);
    this.#reader.sent();
    this.#wait({ for: "prompt", since: performance.now() }, quietBehind);
  }

  #beginLine(): void {
    this.#commands.catchUp();
    const line = this.#commands.peek();
    this.#typed.begin(line === null || line.text.trim() === "");
  }

  /** Ctrl-D sends what was typed to a program that edits nothing. */
  #endsText(): boolean {
    return this.#typed.text !== "" || (this.#commands.peek()?.left ?? "") !== "";
  }

  /** A pasted text that its marks keep together is known as it is; none of it passes before it is decided. */
  #sendPaste(): boolean {
    const end = this.#queue.indexOf(pasteEnds);
    if (end < 0) return false;
    const pasted = this.#queue.slice(pasteBegins.length, end);
    const whole = this.#queue.slice(0, end + pasteEnds.length);
    if (/[\r\n]/.test(pasted)) {
      this.#commands.catchUp();
      const line = this.#commands.peek();
      const lines = Buffer.from(pasted, "latin1").toString("utf8").replace(/\r\n?/g, "\n");
      const before = line === null ? this.#typed.text : line.left;
      const texts = [lines, before + lines, [line?.before ?? "", before + lines].join("\n")];
      if (
        !this.#runs(
          lines,
          texts.map((text) => ({ text, isReadable: true })),
          "paste",
        )
      ) {
        this.#queue = this.#queue.slice(whole.length);
        return true;
      }
    }
    if (!this.#typed.isBegun) this.#beginLine();
    this.#queue = this.#queue.slice(whole.length);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
    if (/[\u0000-\u001f\u007f]/.test(pasted)) this.#typed.doubt();
    this.#typed.paste(pasted);
    this.#pass(whole);
    this.#reader.sent();
    return true;
  }

  /** The next key sends a line: it is passed on once the line is read and may be run. */
  #decideNext(): boolean {
    this.#commands.catchUp();
    if (this.#commands.cursor.isFullScreen && this.#commands.peek() === null) return this.#send(null, "", 0);
    if (!this.#typed.isBegun) this.#beginLine();
    const found = this.#reader.read();
    if (found.wait !== null) {
      this.#wait({ for: "reading" }, found.wait);
      return false;
    }
    this.#waiting = null;
    clearTimeout(this.#timer);
    const { line, isAnswer } = found;
    const effect = this.#typed.effectOf(this.#queue.charAt(0));
    const readings = this.#readingsOf(line, found.readings, effect === "runs");
    const command = readings[0]?.text.trim() ?? "";
    if (isAnswer || readings.every((one) => one.text.trim() === "" && one.isReadable))
      return this.#send(line, "", 0);
    if (line === null && this.#mustWait(readings)) {
      if (!this.#isTold) this.#session?.print(withParameters(text.commandWaits, { command }));
      this.#isTold = true;
      this.#waiting = { for: "shell" };
      return false;
    }
    const riskLevel = this.#decide(command, readings);
    if (riskLevel === null) {
      this.#reject(line);
      return false;
    }
    return this.#send(line, command, riskLevel);
  }

  /** Where no prompt is, nothing but lines no rule is against are passed on; an echo behind a question is such a line, too. */
  #mustWait(readings: readonly LineReading[]): boolean {
    const { left: row } = this.#commands.cursor;
    const isBehindText = row.trim() !== this.#typed.text.trim() && row.endsWith(this.#typed.text);
    const decision = this.#rules.decide(readings);
    return decision !== null && decision.action !== "accept" && !isBehindText;
  }

  #readingsOf(
    line: WaitingLine | null,
    found: readonly LineReading[],
    isUnknown: boolean,
  ): readonly LineReading[] {
    const joined = [line?.before ?? "", this.#loose.join("\n")].filter((before) => before !== "");
    const whole = joined.flatMap((before) =>
      found.map((one) => ({ ...one, text: `${before}\n${one.text}` })),
    );
    const readings = [...found, ...whole];
    return isUnknown ? readings.map((one) => ({ ...one, isReadable: false })) : readings;
  }

  #runs(command: string, readings: readonly LineReading[], what: "paste" | "line"): boolean {
    const decision = this.#rules.decide(readings);
    // A pasted text is announced again when it is sent.
    if (decision === null || (what === "paste" && decision.action !== "reject")) return true;
    return this.#decide(command, readings) !== null;
  }

  /** Decides; answers the risk level, or null where it must not run. */
  #decide(command: string, readings: readonly LineReading[]): number | null {
    const session = this.#session;
    if (session === null) return null;
    const decision = this.#rules.decide(readings);
    const { runs, riskLevel, message } = this.#rules.announce(command, decision, session.id);
    if (message !== null) session.print(message);
    if (runs) return riskLevel;
    this.#commands.record(command, riskLevel);
    return null;
  }

  #send(line: WaitingLine | null, command: string, riskLevel: number): boolean {
    const key = this.#queue.charAt(0);
    this.#queue = this.#queue.slice(1);
    if (riskLevel !== 0) this.#commands.expect(command, riskLevel);
    this.#isTold = false;
    this.#loose = line === null && command !== "" ? [...this.#loose, this.#typed.text].slice(-64) : [];
    this.#typed.add(key);
    this.#typed.begin(true);
    this.#pass(key);
    this.#reader.sent();
    // Who reads lines where no prompt is shows none behind them.
    if (line !== null) this.#wait({ for: "prompt", since: performance.now() }, quietBehind);
    return true;
  }

  /** Clears the target's line; what was typed behind it is dropped, as the person has not seen this. */
  #reject(line: WaitingLine | null): void {
    this.#queue = "";
    this.#loose = [];
    // Programs that are no shells may end by Ctrl-C.
    const isProgram = line?.isFeed === true && line.before === "" && /[>:]\s*$/.test(line.prompt);
    this.#pass(isProgram ? "\u0005\u0015" : "\u0003");
    this.#reader.sent();
    this.#typed.begin(false);
    this.#wait({ for: "clearing", since: performance.now(), tries: 0 }, clearing);
  }

  #pass(keys: string): void {
    this.#session?.passOn(this, Buffer.from(keys, "latin1"));
  }
}
