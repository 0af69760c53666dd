/** Whether the server answers, as the console last knew. */
export type ConnectionState = "connected" | "lost" | "offline";

/** What watching the connection needs. */
export interface ConnectionPorts {
  /** Asks the server anything; resolves when it answered, whatever it said. */
  probe(): Promise<boolean>;
  /** Whether the device says that it has a network. */
  online(): boolean;
  /** The time in milliseconds, from any beginning. */
  now(): number;
  /** Calls back after so many milliseconds; returns how to cancel. */
  later(milliseconds: number, callback: () => void): () => void;
}

const PAUSES = [1000, 2000, 4000, 8000, 15_000];

/**
 * Notices that the server cannot be reached, asks again at growing intervals until it answers, and notifies the
 * listeners (docs/contract/console.md, "Failures").
 */
export class Connection {
  #state: ConnectionState = "connected";
  #attempts = 0;
  #failed = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  readonly #ports: ConnectionPorts;
  readonly #listeners = new Set<() => void>();

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Calls the listener on every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes note of an answer, or of there being none. An answer to what was asked before the last failure reveals
   * nothing of the connection as it is now.
   * @param asked when the call was made, on the clock of the ports; default now
   */
  readonly reached = (answered: boolean, asked = this.#ports.now()): void => {
    if (answered && asked < this.#failed) return;
    if (answered) {
      this.#cancel?.();
      this.#cancel = undefined;
      this.#attempts = 0;
      this.#change("connected");
      return;
    }
    this.#failed = this.#ports.now();
    this.#change(this.#ports.online() ? "lost" : "offline");
    this.#schedule();
  };

  /** Asks the server now. */
  readonly retry = async (): Promise<void> => {
    this.#cancel?.();
    this.#cancel = undefined;
    const asked = this.#ports.now();
    this.reached(await this.#ports.probe(), asked);
  };

  #schedule(): void {
    if (this.#cancel !== undefined) return;
    const pause = PAUSES[Math.min(this.#attempts, PAUSES.length - 1)] ?? 0;
    this.#attempts += 1;
    this.#cancel = this.#ports.later(pause, () => void this.retry());
  }

  #change(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
