import { TERMINAL_ACK_EVERY } from "@sallyport/contract/messages/terminal";

/** What the pump is joined to. */
export interface OutputPumpOptions {
  /** Draws bytes and calls back when they are on the screen. */
  write(bytes: Uint8Array, drawn: () => void): void;
  /** Tells the server how many more bytes were drawn; left out when it does not take acknowledgements. */
  acknowledge?: (bytes: number) => void;
  /** Called once for each overflow with the number of bytes that were never drawn. */
  skipped(bytes: number): void;
  /** Most bytes kept waiting, 8 MiB unless told. A server that counts acknowledgements never gets there. */
  waitingLimit?: number;
}

/** Most bytes handed to the terminal before it has drawn the earlier ones. */
const IN_HAND = 128 * 1024;
const WAITING_LIMIT = 8 * 1024 * 1024;

/**
 * Carries output from the socket to the terminal at the pace the terminal draws, and acknowledges what was
 * drawn every 64 KiB (docs/contract/terminal.md, section 5). Memory is bounded whatever the server does: beyond the
 * limit the oldest waiting output is dropped and reported.
 */
export class OutputPump {
  readonly #options: OutputPumpOptions;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #inHand = 0;
  #unacknowledged = 0;
  #stopped = false;

  constructor(options: OutputPumpOptions) {
    this.#options = options;
  }

  /** Bytes received and not yet drawn. */
  get pending(): number {
    return this.#waitingBytes + this.#inHand;
  }

  /** Takes a chunk from the socket. */
  push(bytes: Uint8Array): void {
    if (this.#stopped || bytes.length === 0) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#dropOverflow();
    this.#drain();
  }

  /** Forgets what waits and acknowledges nothing any more; what the terminal already has is still drawn. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #dropOverflow(): void {
    const limit = this.#options.waitingLimit ?? WAITING_LIMIT;
    let dropped = 0;
    while (this.#waitingBytes > limit && this.#waiting.length > 1) {
      const oldest = this.#waiting.shift();
      if (oldest === undefined) break;
      dropped += oldest.length;
      this.#waitingBytes -= oldest.length;
    }
    if (dropped === 0) return;
    this.#options.skipped(dropped);
    this.#count(dropped);
  }

  #drain(): void {
    while (this.#inHand < IN_HAND) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) return;
      this.#waitingBytes -= chunk.length;
      this.#inHand += chunk.length;
      this.#options.write(chunk, () => {
        this.#inHand -= chunk.length;
        if (this.#stopped) return;
        this.#count(chunk.length);
        this.#drain();
      });
    }
  }

  #count(bytes: number): void {
    if (this.#options.acknowledge === undefined) return;
    this.#unacknowledged += bytes;
    if (this.#unacknowledged < TERMINAL_ACK_EVERY) return;
    const total = this.#unacknowledged;
    this.#unacknowledged = 0;
    this.#options.acknowledge(total);
  }
}
