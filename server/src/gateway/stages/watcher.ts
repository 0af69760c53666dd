import { TERMINAL_ACK_EVERY, type TerminalSize } from "@sallyport/contract/messages/terminal";

/** The screen of somebody who watches, at the far end of a connection. */
export interface WatcherScreen {
  /** Sends bytes; `taken` is called when the network has taken them. */
  send(data: Buffer, taken: () => void): void;
  /** The session's window has this size. */
  resized(size: TerminalSize): void;
  /** The session was paused by somebody, or goes on. */
  paused(by: string, reason: string): void;
  resumed(by: string): void;
  /** The session is over. */
  ended(): void;
  /** Whether the far end says what it has drawn. */
  readonly acknowledges: boolean;
}

/** Bytes that may be under way to one watcher. */
const mostUnderWay = 256 * 1024;

/** What one watcher is sent at most in each stretch of time; nobody reads faster. */
const mostInStretch = 512 * 1024;

/** Milliseconds between two pictures of the screen for one who cannot follow. */
export const stretch = 100;

/**
 * One who watches a session. What they cannot take in time is not kept for them: once they can again, they get a
 * picture of the screen as it is then.
 */
export class Watcher {
  readonly #screen: WatcherScreen;
  #follows = false;
  #inNetwork = 0;
  #unacknowledged = 0;
  #sinceMoment = 0;
  #sent = 0;
  #shown = Number.NEGATIVE_INFINITY;

  constructor(screen: WatcherScreen) {
    this.#screen = screen;
  }

  /** Whether they have everything, and get what comes next as it comes. */
  get follows(): boolean {
    return this.#follows;
  }

  /** Whether they can take a picture of the screen at `now`, in milliseconds of a clock that is never set. */
  isReady(now: number): boolean {
    return !this.#follows && this.#underWay === 0 && now - this.#shown >= stretch;
  }

  /** Output, at `now`; where it is too much for them they stop following. */
  pass(data: Buffer, now: number): void {
    if (now - this.#sinceMoment >= stretch) {
      this.#sinceMoment = now;
      this.#sent = 0;
    }
    this.#sent += data.length;
    this.#follows = this.#underWay + data.length <= mostUnderWay && this.#sent <= mostInStretch;
    if (this.#follows) this.#send(data);
  }

  /** The screen as it is; they follow from here on. */
  show(picture: Buffer, size: TerminalSize, now: number): void {
    this.#follows = true;
    this.#shown = now;
    this.#screen.resized(size);
    this.#send(picture);
  }

  /** They have drawn `bytes` more. */
  acknowledge(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
  }

  get screen(): Omit<WatcherScreen, "send" | "acknowledges"> {
    return this.#screen;
  }

  get #underWay(): number {
    // Acknowledgements come for whole stretches of bytes; the last of them may stay out.
    const drawn = this.#unacknowledged <= TERMINAL_ACK_EVERY ? 0 : this.#unacknowledged;
    return Math.max(this.#inNetwork, drawn);
  }

  #send(data: Buffer): void {
    this.#inNetwork += data.length;
    if (this.#screen.acknowledges) this.#unacknowledged += data.length;
    this.#screen.send(data, () => {
      this.#inNetwork -= data.length;
    });
  }
}
