import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { withoutEscapes } from "../../transport/targets/index.ts";
import { CommandExtractor } from "../commands/command-extractor.ts";
import { firstCharacters } from "../commands/command-in-progress.ts";
import { CommandLog } from "../commands/command-log.ts";
import type { SessionsPort } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";

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
}

/** The stages that keep what is run in a session. Contract: docs/contract/commands.md, section 1. */
export function commandsStages(options: CommandsOptions): Stage[] {
  const { command, hasTerminal } = options;
  return [
    ...(command === null ? [] : [new OneCommand(options, command)]),
    ...(hasTerminal ? [new TypedCommands(options)] : []),
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
  | { readonly kind: "input"; readonly text: string }
  | { readonly kind: "output"; readonly data: Buffer }
  | { readonly kind: "resize"; readonly size: TerminalSize };

/** Finds the commands typed into a terminal. Bytes are looked at after they were forwarded, in order. */
class TypedCommands implements Stage {
  readonly #options: CommandsOptions;
  readonly #extractor: CommandExtractor;
  readonly #typed = new TextDecoder();
  #shown: InstanceType<typeof TextDecoder>;
  #events: Event[] = [];
  #waiting = 0;
  #scheduled: NodeJS.Immediate | null = null;
  #session: SessionControls | null = null;
  #log: CommandLog | null = null;

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#shown = new TextDecoder(options.encoding);
    this.#extractor = new CommandExtractor(options.size, {
      onCommand: (command) => this.#log?.add(command),
    });
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
    this.#add({ kind: "input", text: this.#typed.decode(data, { stream: true }) });
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
    while (done < this.#events.length && left > 0) {
      const event = this.#events[done] as Event;
      done += 1;
      if (event.kind === "input") this.#extractor.input(event.text);
      else if (event.kind === "resize") this.#extractor.resize(event.size);
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
      }
    }
    this.#events = this.#events.slice(done);
    if (this.#waiting < lowWaterMark) this.#session?.hold("commands", false);
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

/** Bytes of output that are surely enough for what is kept of it. */
const enoughOutput = 4 * 1024;

/** A session that is one command: it is known exactly, as it was asked for. */
class OneCommand implements Stage {
  readonly #options: CommandsOptions;
  readonly #command: string;
  #log: CommandLog | null = null;
  #output: Buffer[] = [];
  #size = 0;
  #at = 0;

  constructor(options: CommandsOptions, command: string) {
    this.#options = options;
    this.#command = command;
  }

  start(session: SessionControls): void {
    this.#log = new CommandLog({
      sessionId: session.id,
      sessions: this.#options.sessions,
      onPressure: () => undefined,
      onDue: () => this.#tell(),
    });
  }

  connected(): void {
    this.#at = Date.now();
  }

  output(data: Buffer): void {
    if (this.#size >= enoughOutput) return;
    this.#output.push(data.subarray(0, enoughOutput));
    this.#size += data.length;
  }

  async close(): Promise<void> {
    this.#tell();
    await this.#log?.close();
  }

  /** Tells it once: with what was put out until then, and never when it was not run. */
  #tell(): void {
    if (this.#at === 0) return;
    const output = new TextDecoder(this.#options.encoding).decode(Buffer.concat(this.#output));
    this.#log?.add({
      input: firstCharacters(this.#command, 2048),
      output: firstCharacters(withoutEscapes(output).trimEnd(), 1024),
      source: "exact",
      at: this.#at,
    });
    this.#at = 0;
    this.#output = [];
    this.#size = enoughOutput;
  }
}
