import { withParameters } from "../../engine/i18n/index.ts";
import type { SessionCommand } from "../ports.ts";
import type { ClientAdapter, SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

/** Lets an administrator terminate, lock and unlock a session. Input is dropped while it is locked. */
export class ControlStage implements Stage {
  readonly #client: Pick<ClientAdapter, "paused" | "resumed">;
  #session: SessionControls | null = null;
  #locked = false;

  constructor(client: Pick<ClientAdapter, "paused" | "resumed">) {
    this.#client = client;
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
  applyControl(command: Pick<SessionCommand, "action" | "by">): void {
    const { action, by } = command;
    if (action === "kill") {
      this.#session?.end("terminated", withParameters(text.terminated, { by }));
    } else if (this.#locked !== (action === "lock")) {
      this.#locked = action === "lock";
      this.#session?.print(withParameters(this.#locked ? text.locked : text.unlocked, { by }));
      if (this.#locked) this.#client.paused(by);
      else this.#client.resumed(by);
    }
  }
}
