import type { ServerChannel } from "ssh2";
import type { Session } from "../../session.ts";

/** What may be typed before the target is there, in bytes, before the client has to wait. */
const mostAhead = 64 * 1024;

/** Ctrl+C. */
const interrupt = 3;

/**
 * Passes the input of a channel to its session. What comes before the target is there waits, its end too; whoever
 * sits at a terminal can give up with Ctrl+C meanwhile.
 */
export class EarlyInput {
  readonly #channel: ServerChannel;
  readonly #session: Session;
  readonly #isTerminal: boolean;
  #ahead: Buffer[] | null = [];
  #bytes = 0;
  #ended = false;

  constructor(channel: ServerChannel, session: Session, isTerminal: boolean) {
    this.#channel = channel;
    this.#session = session;
    this.#isTerminal = isTerminal;
  }

  /** Bytes of the client. */
  take(data: Buffer): void {
    if (this.#ahead === null) {
      if (!this.#session.input(data)) this.#channel.pause();
      return;
    }
    if (this.#isTerminal && data.includes(interrupt)) this.#session.end("client_closed");
    this.#ahead.push(data);
    this.#bytes += data.length;
    if (this.#bytes >= mostAhead) this.#channel.pause();
  }

  /** The client has nothing more to send. */
  end(): void {
    this.#ended = true;
    if (this.#ahead === null) this.#session.endInput();
  }

  /** The target is there. */
  start(): void {
    const ahead = this.#ahead ?? [];
    this.#ahead = null;
    const isReady = ahead.reduce((ready, data) => this.#session.input(data) && ready, true);
    if (isReady) this.#channel.resume();
    else this.#channel.pause();
    if (this.#ended) this.#session.endInput();
  }
}
