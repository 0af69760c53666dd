import type { WaitingLine } from "../commands/waiting-line.ts";
import type { GatedCommands, Waiting } from "./gated-commands.ts";

/** How long a target is waited for until it has cleared a line, before it is asked again, in milliseconds. */
const clearing = 2000;

/** How long a prompt is waited for behind a line that was sent: while nothing is shown, and at most; in milliseconds. */
const quietBehind = 250;
const mostBehind = 1000;

/** What asks a target to clear its line, one after the other. */
const clearingKeys = ["\u0005\u0015", "\u0003"];

/** Whom a wait concerns. */
interface GateWaitOptions {
  readonly commands: Pick<GatedCommands, "catchUp" | "peek">;
  /** When the target showed something last, as `performance.now` counts. */
  lastShown(): number;
  /** Time is up: it is to be looked again whether more may be sent. */
  look(): void;
  /** The target is to be sent these keys, which clear its line. */
  send(keys: string): void;
  /** The line of the target is empty. */
  cleared(): void;
  /** The line of the target cannot be cleared. */
  stuck(): void;
}

/** What a gate waits for before it sends more. */
export class GateWait {
  readonly #options: GateWaitOptions;
  #waiting: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GateWaitOptions) {
    this.#options = options;
  }

  /** What is waited for; null: nothing is. */
  get for(): Waiting["for"] | null {
    return this.#waiting?.for ?? null;
  }

  /** Waits until something else ends it: for the prompt of a shell, or for people. */
  until(what: "shell" | "review"): void {
    clearTimeout(this.#timer);
    this.#waiting = { for: what };
  }

  /** Waits until what the target shows can be read, `delay` milliseconds at least. */
  untilRead(delay: number): void {
    this.#wait({ for: "reading" }, delay);
  }

  /** A line was sent, or given up: waits for the next prompt. */
  untilPrompt(): void {
    this.#wait({ for: "prompt", since: performance.now() }, quietBehind);
  }

  /** A line was rejected: waits until the target has cleared it. */
  untilCleared(): void {
    this.#wait({ for: "clearing", since: performance.now(), tries: 0 }, clearing);
  }

  /** Waits for nothing any more. */
  end(): void {
    this.#waiting = null;
    clearTimeout(this.#timer);
  }

  /** Whether more may be sent by now: nothing is waited for any more, or what is being read is looked at again. */
  isOver(): boolean {
    const waiting = this.#waiting;
    if (waiting === null || waiting.for === "reading") return true;
    if (waiting.for === "review") return false;
    const { commands, lastShown } = this.#options;
    commands.catchUp();
    const line = commands.peek();
    const now = performance.now();
    if (waiting.for === "clearing") return this.#isCleared(waiting, line, now);
    if (waiting.for === "shell") {
      if (line === null) return false;
    } else if (line === null && now - waiting.since < mostBehind) {
      const quiet = now - Math.max(waiting.since, lastShown());
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
      this.#options.cleared();
      return true;
    }
    if (now - waiting.since < clearing) return false;
    const keys = clearingKeys[waiting.tries];
    if (keys === undefined) {
      this.#options.stuck();
      return false;
    }
    this.#options.send(keys);
    this.#wait({ for: "clearing", since: now, tries: waiting.tries + 1 }, clearing);
    return false;
  }

  #wait(waiting: Waiting, delay: number): void {
    this.#waiting = waiting;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.look(), delay).unref();
  }
}
