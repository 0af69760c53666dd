import { firstCharacters } from "../commands/command-in-progress.ts";
import { CommandLog } from "../commands/command-log.ts";
import type { SessionsPort } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";
import { HeldCommand } from "./held-command.ts";
import type { HeldLine, SessionRules } from "./session-rules.ts";

/** What lines without a terminal are decided by, and where those go that were not run. */
interface LineGateOptions {
  readonly sessions: Pick<SessionsPort, "storeCommands">;
  /** The command that reads the lines; null: the shell of the account. */
  readonly command: string | null;
  readonly rules: SessionRules;
}

/** Shells that read their script where nothing else is given to them. */
const shell =
  /^(?:(?:exec|sudo|doas|env|nohup)(?:\s+-\S+)*\s+)*(?:\S*\/)?(?:(?:ba|z|da|fi|k|a|mk|c|tc)?sh)(?:\s+-\S+)*$/;

/** Longest line that is decided about, in bytes: a longer one is no command. */
const longest = 256 * 1024;

/** Bytes that may wait behind lines that are held. */
const mostBehind = 1024 * 1024;

/** Earlier lines that a line may belong to. */
const kept = 4096;

/** What the next line continues, of lines that were decided about: nobody is to hear of the others again. */
const unfinished = (lines: string): string => /(?:[^\n]*\\\r?\n)+$/.exec(lines)?.[0] ?? "";

/**
 * Decides about the lines that are sent to a shell without a terminal: each before any of it is passed on. What is sent
 * to other programs is their data.
 */
export class LineGate implements Stage {
  readonly #options: LineGateOptions;
  readonly #isShell: boolean;
  #session: SessionControls | null = null;
  #log: CommandLog | null = null;
  #line = "";
  #before = "";
  readonly #held: HeldCommand;
  #isOver = false;

  constructor(options: LineGateOptions) {
    this.#options = options;
    this.#held = new HeldCommand(options.rules, (command) => this.#record(command, 8));
    this.#isShell = options.command === null || shell.test(options.command.trim());
  }

  async start(session: SessionControls): Promise<void> {
    this.#session = session;
    const { sessions, rules } = this.#options;
    this.#log = new CommandLog({ sessionId: session.id, sessions, onPressure: () => undefined });
    await rules.start(session);
  }

  input(data: Buffer): Buffer | null {
    const { rules } = this.#options;
    if (!this.#isShell || (rules.isEmpty && this.#line === "" && !this.#isHeld)) return data;
    this.#line += data.toString("latin1");
    if (!this.#isHeld) return this.#takeLines();
    if (this.#line.length > mostBehind) this.#session?.end("command_refused", text.commandsStopped);
    return null;
  }

  keepsInput(): boolean {
    return this.#isHeld || (this.#isOver && this.#line !== "");
  }

  inputEnds(): void {
    this.#isOver = true;
    if (!this.#isHeld) this.#passRest();
  }

  async close(): Promise<void> {
    this.#options.rules.close();
    this.#held.close();
    await this.#log?.close();
  }

  get #isHeld(): boolean {
    return this.#held.command !== null;
  }

  /** The whole lines there are, where they may pass at once. */
  #takeLines(): Buffer | null {
    const end = this.#line.lastIndexOf("\n") + 1;
    if (end === 0) {
      if (this.#line.length > longest) this.#refuse("", 5);
      return null;
    }
    const lines = this.#line.slice(0, end);
    this.#line = this.#line.slice(end);
    return this.#mayRun(lines) ? Buffer.from(lines, "latin1") : null;
  }

  /** What is left at the end of the input, which need not end its line. */
  #passRest(): void {
    const rest = this.#line;
    this.#line = "";
    if (rest !== "" && this.#mayRun(rest)) this.#session?.passOn(this, Buffer.from(rest, "latin1"));
  }

  #mayRun(lines: string): boolean {
    const { rules } = this.#options;
    const session = this.#session;
    if (session === null) return false;
    const typed = Buffer.from(lines, "latin1").toString("utf8");
    const readings = [typed, this.#before + typed].map((text) => ({ text, isReadable: true }));
    const decision = rules.decide(readings);
    if (decision?.action === "review") {
      this.#hold(lines, { command: typed.trim(), rule: decision.rule, readings });
      return false;
    }
    const { runs, riskLevel, message } = rules.announce(typed.trim(), decision, session.id);
    if (message !== null) session.print(message);
    if (!runs) {
      this.#refuse(typed.trim(), riskLevel);
      return false;
    }
    this.#before = decision === null ? (this.#before + typed).slice(-kept) : unfinished(typed);
    return true;
  }

  /** Holds lines until people have decided about them; what is sent meanwhile waits behind them. */
  #hold(lines: string, line: HeldLine): void {
    const session = this.#session;
    if (session === null) return;
    this.#held.hold(session, line, ({ runs, riskLevel }) => {
      if (!runs) {
        this.#refuse(line.command, riskLevel);
        return;
      }
      this.#record(line.command, riskLevel);
      this.#before = unfinished(Buffer.from(lines, "latin1").toString("utf8"));
      session.passOn(this, Buffer.from(lines, "latin1"));
      this.#goOn();
    });
  }

  /** Decides about what came in while lines were held. */
  #goOn(): void {
    const next = this.#takeLines();
    if (next !== null) this.#session?.passOn(this, next);
    if (this.#isOver && !this.#isHeld) this.#passRest();
  }

  /** The rest of what is sent may rest on it: nothing more is run. */
  #refuse(command: string, riskLevel: number): void {
    this.#record(command, riskLevel);
    this.#line = "";
    this.#session?.end("command_refused", text.commandsStopped);
  }

  #record(command: string, riskLevel: number): void {
    const input = firstCharacters(command, 2048);
    if (input !== "") this.#log?.add({ input, output: "", source: "exact", at: Date.now() }, riskLevel);
  }
}
