/** A terminal that somebody types into. */
export interface WatchableTerminal {
  /** All output so far. */
  readonly transcript: Buffer;
  /** Bytes of output so far. */
  readonly received: number;
  type(keys: string): void;
}

/** A terminal with what it has shown since a moment. */
export class WatchedTerminal {
  readonly #client: WatchableTerminal;
  #from = 0;

  constructor(client: WatchableTerminal) {
    this.#client = client;
  }

  get shown(): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    const escapes = /\u001b\[[?\d;]*[A-Za-z]|\u001b[=>]|\r(?!\n)/g;
    return this.#client.transcript.subarray(this.#from).toString("utf8").replace(escapes, "");
  }

  begin(): void {
    this.#from = this.#client.transcript.length;
  }

  type(keys: string): void {
    this.#client.type(keys);
  }

  /** Waits until anything more is shown, or for some time. */
  async more(timeout: number): Promise<void> {
    const before = this.#client.received;
    await this.#until(() => this.#client.received > before, timeout).catch(() => undefined);
  }

  async see(pattern: RegExp, timeout = 10_000): Promise<string> {
    await this.#until(() => pattern.test(this.shown), timeout);
    return this.shown;
  }

  async #until(isThere: () => boolean, timeout: number): Promise<void> {
    const end = Date.now() + timeout;
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`not seen: ${JSON.stringify(this.shown.slice(-600))}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
