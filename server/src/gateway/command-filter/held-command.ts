import type { SessionControls } from "../session-parts.ts";
import { type ReviewOutcome, sessionEnded } from "./review-command.ts";
import type { HeldLine, SessionRules } from "./session-rules.ts";

/** The one thing a session holds for people to decide about. What it holds when the session ends is never run. */
export class HeldCommand {
  readonly #rules: Pick<SessionRules, "review">;
  readonly #onLost: (command: string) => void;
  #held: { readonly command: string; readonly leave: AbortController } | null = null;

  /** @param onLost called with what was held when the session ended */
  constructor(rules: Pick<SessionRules, "review">, onLost: (command: string) => void) {
    this.#rules = rules;
    this.#onLost = onLost;
  }

  /** What is held; null: nothing is. */
  get command(): string | null {
    return this.#held?.command ?? null;
  }

  /** Asks people, and calls `done` once with what came of it, after the person was told; not where the session ends first. */
  hold(session: SessionControls, line: HeldLine, done: (outcome: ReviewOutcome) => void): void {
    const held = { command: line.command, leave: new AbortController() };
    this.#held = held;
    const decided = this.#rules.review(session, line, held.leave.signal);
    // It may have been locked since it was asked last.
    void Promise.all([decided, decided.then(() => session.takesInput())]).then(([outcome]) => {
      if (this.#held !== held) return;
      this.#held = null;
      if (outcome.message !== null) session.print(outcome.message);
      done(outcome);
    });
  }

  /** The person does not want it any more. */
  giveUp(): void {
    this.#held?.leave.abort();
  }

  /** The session ends. */
  close(): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    this.#onLost(held.command);
    held.leave.abort(sessionEnded);
  }
}
