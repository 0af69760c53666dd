import { randomUUID } from "node:crypto";
import { log } from "../../engine/log.ts";
import type { SessionCommandEntry, SessionsPort } from "../ports.ts";
import type { ExtractedCommand } from "./command-in-progress.ts";

/** Commands stored together at the latest. */
const batch = 5;

/** Commands that may wait for a database that is away before the session is held. */
const maxPending = 1000;

/** How long a command waits for others, in milliseconds. */
const longestWait = 10_000;

/** Pauses between the last tries, in milliseconds; about a minute in all. */
const lastTries = [0, 200, 1000, 3000, 8000, 20_000, 30_000];

/** Where the commands of one session are stored, and who is informed that too many wait. */
export interface CommandLogOptions {
  readonly sessionId: string;
  readonly sessions: Pick<SessionsPort, "storeCommands">;
  readonly onPressure: (behind: boolean) => void;
  /** Called before commands are stored because their time has come. */
  readonly onDue?: () => void;
}

/**
 * Stores the commands of one session, five at a time, or after ten seconds what there is. What cannot be stored waits
 * and is tried again; each has an id of its own, so that trying again stores nothing twice.
 */
export class CommandLog {
  readonly #options: CommandLogOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: SessionCommandEntry[] = [];
  #storing: Promise<boolean> | null = null;
  #last = 0;

  constructor(options: CommandLogOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#due(), longestWait).unref();
  }

  /** @param by who sent it, where that was somebody else than the session's person */
  add({ input, output, source, at }: ExtractedCommand, riskLevel = 0, by = ""): void {
    // Commands of one session have an order, also those of one millisecond.
    this.#last = Math.max(at, this.#last + 1);
    const date = new Date(this.#last);
    this.#waiting.push({ id: randomUUID(), input, output, source, riskLevel, date, by });
    if (this.#waiting.length >= maxPending) this.#options.onPressure(true);
    if (this.#waiting.length >= batch) void this.#store();
  }

  /** Stores what is left; gives up after about a minute without a database. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const wait of lastTries) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      await this.#storing;
      if (this.#waiting.length === 0 || (await this.#store())) return;
    }
    log.error(
      { session: this.#options.sessionId, commands: this.#waiting.length },
      "commands were not stored",
    );
  }

  #due(): void {
    this.#options.onDue?.();
    if (this.#waiting.length > 0) void this.#store();
  }

  /** Stores what waits; answers whether nothing waits any more. */
  #store(): Promise<boolean> {
    this.#storing ??= this.#storeNow().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #storeNow(): Promise<boolean> {
    const { sessionId, sessions, onPressure } = this.#options;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.slice(0, maxPending);
      try {
        await sessions.storeCommands(sessionId, taken);
      } catch (error) {
        log.warn({ err: error, session: sessionId }, "commands could not be stored");
        return false;
      }
      this.#waiting = this.#waiting.slice(taken.length);
      onPressure(this.#waiting.length >= maxPending);
    }
    return true;
  }
}
