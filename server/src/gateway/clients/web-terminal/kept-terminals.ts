import type { KeptTerminal } from "./kept-terminal.ts";

/** The browser terminals of one gateway that outlive their sockets, by the id of their session. */
export class KeptTerminals {
  readonly #terminals = new Map<string, KeptTerminal>();

  /** From here on it can be found, until its session ends. */
  add(sessionId: string, terminal: KeptTerminal): void {
    this.#terminals.set(sessionId, terminal);
  }

  /** The terminal of a session, whatever the case of its id. */
  find(sessionId: string): KeptTerminal | undefined {
    return this.#terminals.get(sessionId.toLowerCase());
  }

  /** Its session is over. */
  remove(sessionId: string): void {
    this.#terminals.delete(sessionId);
  }
}
