import { TERMINAL_ACK_WINDOW } from "@sallyport/contract/messages/terminal";

/** The part of a WebSocket the output needs. */
export interface BinarySink {
  send(data: Buffer, options: { binary: true; compress: false }, written: () => void): void;
}

/** How output behaves. */
export interface OutputOptions {
  /** Whether the client acknowledges what it has drawn. */
  acknowledges: boolean;
  /** Asks the session to hold the target back, or to let it go. */
  hold(held: boolean): void;
}

// One WebSocket message is at most this; larger ones delay the keystroke echo behind them.
const largestMessage = 64 * 1024;

// What the network may still have to take, for a client that does not acknowledge.
const networkHigh = 1024 * 1024;
const networkLow = 256 * 1024;

/**
 * Sends output to a browser and holds the session while the browser cannot keep up.
 *
 * An idle line sends at once, so an echo is never delayed; while there is more, what comes within one turn of
 * the event loop goes out as one message. docs/contract/terminal.md, section 5.
 */
export class TerminalOutput {
  readonly #sink: BinarySink;
  readonly #options: OutputOptions;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #scheduled = false;
  #unacknowledged = 0;
  #inNetwork = 0;
  #held = false;
  #inputBlocked = false;

  constructor(sink: BinarySink, options: OutputOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Bytes for the screen. */
  write(data: Buffer): void {
    if (!this.#scheduled) {
      this.#send(data);
      this.#schedule();
      return;
    }
    this.#pending.push(data);
    this.#pendingBytes += data.length;
    if (this.#pendingBytes >= largestMessage) this.flush();
    else this.#update();
  }

  /** Sends what waits for the end of this turn. */
  flush(): void {
    if (this.#pendingBytes === 0) return;
    const data =
      this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (data !== undefined) this.#send(data);
  }

  /** The client has drawn `bytes` more. Acknowledging more than was sent gains nothing. */
  acknowledge(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
    this.#update();
  }

  /**
   * While the target takes no input the client's frames are not read, its acknowledgements among them. What
   * the network has taken then stands for them, or a long paste into a program that answers would hang.
   */
  set inputBlocked(blocked: boolean) {
    this.#inputBlocked = blocked;
    this.#update();
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#pendingBytes === 0) return;
      this.flush();
      this.#schedule();
    });
  }

  #send(data: Buffer): void {
    this.#inNetwork += data.length;
    this.#unacknowledged += data.length;
    this.#sink.send(data, { binary: true, compress: false }, () => {
      this.#inNetwork -= data.length;
      this.#update();
    });
    this.#update();
  }

  #update(): void {
    const byAcknowledgement = this.#options.acknowledges && !this.#inputBlocked;
    const waiting = (byAcknowledgement ? this.#unacknowledged : this.#inNetwork) + this.#pendingBytes;
    const high = byAcknowledgement ? TERMINAL_ACK_WINDOW : networkHigh;
    const low = byAcknowledgement ? TERMINAL_ACK_WINDOW : networkLow;
    const held = this.#held ? waiting > low : waiting > high;
    if (held === this.#held) return;
    this.#held = held;
    this.#options.hold(held);
  }
}
