import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { CommandGate } from "../command-filter/command-gate.ts";
import { ExpectedRisks } from "../command-filter/expected-risks.ts";
import type { GatedCommands } from "../command-filter/gated-commands.ts";
import { LineGate } from "../command-filter/line-gate.ts";
import type { SessionRules } from "../command-filter/session-rules.ts";
import { CommandExtractor } from "../commands/command-extractor.ts";
import { firstCharacters } from "../commands/command-in-progress.ts";
import { CommandLog } from "../commands/command-log.ts";
import type { CursorRow, WaitingLine } from "../commands/waiting-line.ts";
import type { SessionsPort } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { OneCommand } from "./one-command.ts";
import { Senders } from "./senders.ts";

/** What the commands of one session are known by, and where they go. */
export interface CommandsOptions {
  readonly sessions: Pick<SessionsPort, "storeCommands">;
  readonly size: TerminalSize;
  /** Encoding of the target's texts, by its label in the WHATWG standard. */
  readonly encoding: string;
  /** The command the session was asked to run; null: a shell. */
  readonly command: string | null;
  /**
   * Whether it has a terminal, so that what runs can be typed into: a shell, also one that was asked for by name.
   * Without one nothing distinguishes commands from data, or from a password that is read in their place.
   */
  readonly hasTerminal: boolean;
  /** Whether nobody is there who would wait for people to decide. Default false. */
  readonly isUnattended?: boolean;
  /** The rules of the session. */
  readonly rules: SessionRules;
}

/** The stages that keep what is run in a session. Contract: docs/contract/commands.md, section 1. */
export function commandsStages(options: CommandsOptions): Stage[] {
  const { command, hasTerminal, rules } = options;
  const typed = hasTerminal ? new TypedCommands(options) : null;
  return [
    ...(command === null ? [] : [new OneCommand(options, command)]),
    typed === null ? new LineGate(options) : new CommandGate(rules, typed),
    ...(typed === null ? [] : [typed]),
  ];
}

/** Bytes looked at in one turn of the loop, so that no keystroke waits for it. */
const slice = 64 * 1024;

/** Bytes that may wait before the target is held, and at which it continues. */
const highWaterMark = 1024 * 1024;
const lowWaterMark = 256 * 1024;

/** Output of which only the ends are drawn, when nothing but marks matters; in bytes. */
const longOutput = 16 * 1024;
const keptHead = 64;
const keptTail = 4 * 1024;

type Event =
  | { readonly kind: "input"; readonly text: string; readonly by: string }
  | { readonly kind: "output"; readonly data: Buffer }
  | { readonly kind: "resize"; readonly size: TerminalSize };

/** Finds the commands typed into a terminal. Bytes are looked at after they were forwarded, in order. */
class TypedCommands implements Stage, GatedCommands {
  readonly #options: CommandsOptions;
  readonly #extractor: CommandExtractor;
  readonly #typed = new TextDecoder();
  #shown: InstanceType<typeof TextDecoder>;
  #events: Event[] = [];
  #waiting = 0;
  #scheduled: NodeJS.Immediate | null = null;
  #session: SessionControls | null = null;
  #log: CommandLog | null = null;
  readonly #risks = new ExpectedRisks();
  readonly #senders = new Senders();
  #tellShown: () => void = () => undefined;

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#shown = new TextDecoder(options.encoding);
    this.#extractor = new CommandExtractor(options.size, {
      onCommand: (command) =>
        this.#log?.add(command, this.#risks.take(command.input), this.#senders.at(command.at)),
      now: () => this.#senders.now(),
    });
  }

  get cursor(): CursorRow {
    return this.#extractor.cursor;
  }

  get marksPaste(): boolean {
    return this.#extractor.marksPaste;
  }

  catchUp(): void {
    while (this.#events.length > 0) this.#work();
  }

  peek(): WaitingLine | null {
    return this.#extractor.peek();
  }

  record(command: string, riskLevel: number): void {
    const input = firstCharacters(command, 2048);
    const by = this.#session?.typist ?? "";
    this.#log?.add({ input, output: "", source: "screen", at: Date.now() }, riskLevel, by);
  }

  expect(command: string, riskLevel: number): void {
    this.#risks.expect(command, riskLevel);
  }

  onShown(handler: () => void): void {
    this.#tellShown = handler;
  }

  start(session: SessionControls): void {
    this.#session = session;
    this.#log = new CommandLog({
      sessionId: session.id,
      sessions: this.#options.sessions,
      onPressure: (behind) => session.hold("commands unstored", behind),
      onDue: () => this.#extractor.settle(),
    });
  }

  input(data: Buffer): Buffer {
    const text = this.#typed.decode(data, { stream: true });
    this.#add({ kind: "input", text, by: this.#session?.typist ?? "" });
    return data;
  }

  output(data: Buffer): void {
    this.#waiting += data.length;
    if (this.#waiting > highWaterMark) this.#session?.hold("commands", true);
    this.#add({ kind: "output", data });
  }

  resize(size: TerminalSize): void {
    this.#add({ kind: "resize", size });
  }

  async close(): Promise<void> {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    while (this.#events.length > 0) {
      this.#work();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#extractor.close();
    await this.#log?.close();
  }

  #add(event: Event): void {
    this.#events.push(event);
    this.#scheduled ??= setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = null;
    this.#work();
    if (this.#events.length > 0) this.#scheduled = setImmediate(() => this.#turn());
  }

  /** Looks at some of what waits. */
  #work(): void {
    let left = slice;
    let done = 0;
    let hasShown = false;
    while (done < this.#events.length && left > 0) {
      const event = this.#events[done] as Event;
      done += 1;
      if (event.kind === "input") {
        if (/[\r\n]/.test(event.text)) this.#senders.sent(event.by);
        this.#extractor.input(event.text);
      } else if (event.kind === "resize") this.#extractor.resize(event.size);
      else {
        // A terminal sends its output in small pieces: only together are they seen to be long.
        const pieces = [event.data];
        left -= event.data.length;
        for (let next = this.#events[done]; next?.kind === "output" && left > 0; next = this.#events[done]) {
          pieces.push(next.data);
          left -= next.data.length;
          done += 1;
        }
        const data = pieces.length === 1 ? event.data : Buffer.concat(pieces);
        this.#waiting -= data.length;
        this.#draw(data);
        hasShown = true;
      }
    }
    this.#events = this.#events.slice(done);
    if (this.#waiting < lowWaterMark) this.#session?.hold("commands", false);
    if (hasShown) this.#tellShown();
  }

  #draw(data: Buffer): void {
    if (data.length <= longOutput || !this.#extractor.mayPassOver(data)) {
      this.#extractor.output(this.#decode(data));
      return;
    }
    this.#extractor.output(this.#decode(data.subarray(0, keptHead)));
    this.#extractor.skipped();
    this.#shown = new TextDecoder(this.#options.encoding);
    this.#extractor.output(this.#decode(data.subarray(-keptTail)));
  }

  #decode(data: Buffer): string {
    return this.#shown.decode(data, { stream: true });
  }
}
