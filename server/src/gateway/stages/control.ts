import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { SessionCommand } from "../ports.ts";
import type { ClientAdapter, SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

type Told = Pick<ClientAdapter, "paused" | "resumed">;

/** Lets an administrator terminate, lock and unlock a session. Input is dropped while it is locked. */
export class ControlStage implements Stage {
  readonly #told: readonly Told[];
  #session: SessionControls | null = null;
  #locked = false;

  /** @param told who is told that the session was locked, and that it was not any more */
  constructor(told: readonly Told[]) {
    this.#told = told;
  }

  start(session: SessionControls): void {
    this.#session = session;
  }

  input(data: Buffer): Buffer | null {
    return this.#locked ? null : data;
  }

  dropsInput(): boolean {
    return this.#locked;
  }

  /** Runs a command; repeating one changes nothing. */
  applyControl(command: Omit<SessionCommand, "sessionId">): void {
    const { action, by, reason } = command;
    if (action === "kill") {
      this.#session?.end(
        "terminated",
        withParameters(reason === "" ? text.terminated : text.terminatedBecause, { by, reason }),
      );
    } else if (this.#locked !== (action === "lock")) {
      this.#locked = action === "lock";
      this.#session?.print(withParameters(this.#said(reason), { by, reason }));
      for (const told of this.#told) {
        if (this.#locked) told.paused(by, reason);
        else told.resumed(by);
      }
      if (!this.#locked) this.#session?.inputTaken();
    }
  }

  #said(reason: string): Message {
    if (this.#locked) return reason === "" ? text.locked : text.lockedBecause;
    return reason === "" ? text.unlocked : text.unlockedBecause;
  }
}
