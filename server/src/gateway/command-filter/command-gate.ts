import { withParameters } from "../../engine/i18n/index.ts";
import type { CommandDecision, CommandRule, LineReading } from "../../transport/command-rules/index.ts";
import type { WaitingLine } from "../commands/waiting-line.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";
import { GateWait } from "./gate-wait.ts";
import type { GatedCommands } from "./gated-commands.ts";
import { HeldCommand } from "./held-command.ts";
import { LineReader, withEarlier } from "./line-reader.ts";
import { type PastedText, pasteBegins, readingsOfPaste, readPaste } from "./pasted-text.ts";
import type { SessionRules } from "./session-rules.ts";
import { isTerminalAnswer, TypedLine } from "./typed-line.ts";

/** Bytes that may wait for a decision. */
const mostAhead = 1024 * 1024;

/** Whether the next line belongs to the same words. */
const continues = (line: string): boolean => line.endsWith("\\");

/** What is done with what was held. */
interface Then {
  run(riskLevel: number): void;
  drop(): void;
}

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
  readonly #held: HeldCommand;
  readonly #wait: GateWait;
  #session: SessionControls | null = null;
  /** What was typed and not sent on, as Latin-1. */
  #queue = "";
  #isPumping = false;
  /** Whether it waits for the session to be unlocked. */
  #isLocked = false;
  /** Lines sent while no prompt was shown: a shell may read them together. */
  #loose: string[] = [];
  #isTold = false;
  /** The rule by which people approved the pasted text that is the line, while no other key was pressed; its id. */
  #approvedBy: string | null = null;

  constructor(rules: SessionRules, commands: GatedCommands) {
    this.#rules = rules;
    this.#commands = commands;
    this.#reader = new LineReader(commands, this.#typed);
    this.#held = new HeldCommand(rules, (command) => commands.record(command, 8));
    this.#wait = new GateWait({
      commands,
      lastShown: () => this.#reader.lastShown,
      look: () => this.#pump(),
      send: (keys) => this.#pass(keys),
      cleared: () => this.#typed.begin(true),
      stuck: () => {
        this.#queue = "";
        this.#session?.end("internal", text.commandStuck);
      },
    });
    commands.onShown(() => this.#shown());
  }

  async start(session: SessionControls): Promise<void> {
    this.#session = session;
    await this.#rules.start(session);
  }

  input(data: Buffer): Buffer | null {
    if (this.#wait.for === null && this.#queue === "" && (this.#rules.isEmpty || isTerminalAnswer(data))) {
      // What a rule that is made now will not know of.
      if (!isTerminalAnswer(data)) this.#typed.doubt();
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
    this.#wait.end();
    this.#queue = "";
    this.#rules.close();
    this.#held.close();
  }

  /** Ctrl-C gives up what waits, also where it is typed behind it. */
  #interrupt(): void {
    if (this.#wait.for === null || this.#wait.for === "clearing") return;
    const at = this.#queue.lastIndexOf("\u0003");
    if (at < 0) return;
    if (this.#wait.for === "review") {
      this.#held.giveUp();
      return;
    }
    this.#queue = this.#queue.slice(at);
    this.#wait.end();
  }

  #shown(): void {
    this.#reader.shown();
    if (this.#wait.for !== null) this.#pump();
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

  /** Whether more may be sent: never while the session is locked, which would drop it. */
  #mayGoOn(): boolean {
    const session = this.#session;
    if (session?.dropsInput() !== true) return this.#wait.isOver();
    if (!this.#isLocked) {
      this.#isLocked = true;
      void session.takesInput().then(() => {
        this.#isLocked = false;
        this.#pump();
      });
    }
    return false;
  }

  /** Sends on the next keys; answers whether there may be more. */
  #sendNext(): boolean {
    if (this.#wait.for === null && this.#queue.startsWith(pasteBegins) && this.#commands.marksPaste) {
      return this.#sendPaste();
    }
    if (!this.#typed.isBegun && this.#wait.for === null) this.#beginLine();
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
      this.#approvedBy = null;
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
    this.#approvedBy = null;
    this.#typed.begin(false);
    this.#pass(keys);
    this.#reader.sent();
    this.#wait.untilPrompt();
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
    const paste = readPaste(this.#queue);
    if (paste === null) return false;
    if (paste.isSeveralLines) {
      this.#commands.catchUp();
      const { command, readings } = readingsOfPaste(paste, this.#commands.peek(), this.#typed.text);
      const decision = this.#rules.decide(readings);
      // What is watched is announced when it is sent.
      if (decision?.action === "reject") {
        this.#decide(command, decision);
        this.#queue = this.#queue.slice(paste.whole.length);
        return true;
      }
      if (decision?.action === "review") {
        return this.#hold(command, decision.rule, readings, {
          run: () => {
            this.#passPaste(paste);
            this.#approvedBy = decision.rule.id;
          },
          drop: () => {
            this.#queue = "";
          },
        });
      }
    }
    this.#approvedBy = null;
    this.#passPaste(paste);
    return true;
  }

  #passPaste({ whole, text, hasControls }: PastedText): void {
    if (!this.#typed.isBegun) this.#beginLine();
    this.#queue = this.#queue.slice(whole.length);
    if (hasControls) this.#typed.doubt();
    this.#typed.paste(text);
    this.#pass(whole);
    this.#reader.sent();
  }

  /** The next key sends a line: it is passed on once the line is read and may be run. */
  #decideNext(): boolean {
    this.#commands.catchUp();
    if (this.#commands.cursor.isFullScreen && this.#commands.peek() === null) return this.#send(null, "", 0);
    if (!this.#typed.isBegun) this.#beginLine();
    const found = this.#reader.read();
    if (found.wait !== null) {
      this.#wait.untilRead(found.wait);
      return false;
    }
    this.#wait.end();
    const { line, isAnswer } = found;
    const effect = this.#typed.effectOf(this.#queue.charAt(0));
    const readings = withEarlier(
      found.readings,
      [line?.before ?? "", this.#loose.join("\n")],
      effect === "runs",
    );
    const command = readings[0]?.text.trim() ?? "";
    if (isAnswer || readings.every((one) => one.text.trim() === "" && one.isReadable))
      return this.#send(line, "", 0);
    if (line === null && this.#mustWait(readings)) {
      if (!this.#isTold) this.#session?.print(withParameters(text.commandWaits, { command }));
      this.#isTold = true;
      this.#wait.until("shell");
      return false;
    }
    const decision = this.#rules.decide(readings);
    if (decision?.action === "review" && decision.rule.id === this.#approvedBy)
      return this.#send(line, command, 7);
    if (decision?.action === "review") return this.#holdLine(line, command, decision, readings);
    const riskLevel = this.#decide(command, decision);
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

  /** Decides; answers the risk level, or null where it must not run. */
  #decide(command: string, decision: CommandDecision | null): number | null {
    const session = this.#session;
    if (session === null) return null;
    const { runs, riskLevel, message } = this.#rules.announce(command, decision, session.id);
    if (message !== null) session.print(message);
    if (runs) return riskLevel;
    this.#commands.record(command, riskLevel);
    return null;
  }

  #holdLine(
    line: WaitingLine | null,
    command: string,
    { rule }: CommandDecision,
    readings: readonly LineReading[],
  ): false {
    const shown = line?.text;
    return this.#hold(command, rule, readings, {
      run: (riskLevel) => {
        this.#commands.catchUp();
        // What was typed key by key is the line, whatever is shown; any other has to be there as it was approved.
        if (this.#typed.isExact || this.#commands.peek()?.text === shown) {
          this.#send(line, command, riskLevel);
          return;
        }
        this.#session?.print(text.commandChanged);
        this.#commands.record(command, 8);
        this.#reject(line);
      },
      drop: () => this.#reject(line),
    });
  }

  /** Holds what waits until people have decided about it; what is typed meanwhile waits behind it. */
  #hold(command: string, rule: CommandRule, readings: readonly LineReading[], then: Then): false {
    const session = this.#session;
    if (session === null) return false;
    this.#wait.until("review");
    this.#held.hold(session, { command, rule, readings }, ({ runs, riskLevel }) => {
      this.#wait.end();
      if (runs) then.run(riskLevel);
      else {
        this.#commands.record(command, riskLevel);
        then.drop();
      }
      this.#pump();
    });
    // It may have been given up by what was typed ahead.
    this.#interrupt();
    return false;
  }

  #send(line: WaitingLine | null, command: string, riskLevel: number): boolean {
    const key = this.#queue.charAt(0);
    this.#queue = this.#queue.slice(1);
    if (riskLevel !== 0) this.#commands.expect(command, riskLevel);
    this.#isTold = false;
    this.#approvedBy = null;
    const isLoose = line === null && command !== "";
    // What was decided about is not heard of again, unless the next line continues it.
    const earlier =
      riskLevel === 0 ? [...this.#loose, this.#typed.text] : [this.#typed.text].filter(continues);
    this.#loose = isLoose ? earlier.slice(-64) : [];
    this.#typed.add(key);
    this.#typed.begin(true);
    this.#pass(key);
    this.#reader.sent();
    // Who reads lines where no prompt is shows none behind them.
    if (line !== null) this.#wait.untilPrompt();
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
    this.#wait.untilCleared();
  }

  #pass(keys: string): void {
    this.#session?.passOn(this, Buffer.from(keys, "latin1"));
  }
}
