import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { TransferAnswer } from "@sallyport/contract/messages/terminal-transfer";
import { forgetResumption, keepResumption, type Resumption, resumptionOf } from "./kept-sessions.ts";
import type { SessionEvent } from "./session-state.ts";
import type { TerminalConnection, TerminalConnectionHandlers } from "./terminal-connection.ts";

/** Opens sockets. */
export interface Sockets {
  /** For a session that begins. */
  open(handlers: TerminalConnectionHandlers): TerminalConnection;
  /** For one that is taken up again. */
  resume(sessionId: string, secret: string, handlers: TerminalConnectionHandlers): TerminalConnection;
}

/** Pauses between attempts to take a session up again, in milliseconds; the last is repeated. */
const PAUSES = [300, 1_000, 2_000, 4_000, 8_000];

/** For how long after the gateway's own time it is tried: it may notice later that the socket is lost. In milliseconds. */
const GRACE = 60_000;

/**
 * The connection of a terminal to its session, over as many sockets as it takes: when one is lost and the gateway keeps
 * the session, another one takes it up.
 */
export class LastingConnection {
  readonly #sockets: Sockets;
  readonly #handlers: TerminalConnectionHandlers;
  #current: TerminalConnection | undefined;
  #sessionId: string | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  /** When the socket was lost; undefined while there is one. */
  #lostAt: number | undefined;
  #isOver = false;
  readonly #doubt = () => this.#look();

  /** @param sessionId of a session that is taken up; a new one begins without it */
  constructor(sockets: Sockets, handlers: TerminalConnectionHandlers, sessionId?: string) {
    this.#sockets = sockets;
    this.#handlers = handlers;
    this.#sessionId = sessionId;
    window.addEventListener("online", this.#doubt);
    document.addEventListener("visibilitychange", this.#doubt);
    if (sessionId === undefined) this.#current = sockets.open(this.#watched());
    else {
      this.#lostAt = performance.now();
      this.#tryAgain();
    }
  }

  /** Whether the gateway counts acknowledgements; known once a socket is open. */
  get acknowledging(): boolean {
    return this.#current?.acknowledging ?? false;
  }

  /** Sends typed or pasted text; nothing while there is no socket. */
  input(text: string): void {
    if (this.#lostAt === undefined) this.#current?.input(text);
  }

  /** Sends bytes that are no text, one character a byte. */
  binaryInput(characters: string): void {
    if (this.#lostAt === undefined) this.#current?.binaryInput(characters);
  }

  /** Tells the gateway the terminal's new size. */
  resize(size: TerminalSize): void {
    this.#current?.resize(size);
  }

  /** Acknowledges drawn output. */
  acknowledge(bytes: number): void {
    this.#current?.acknowledge(bytes);
  }

  /** Answers about files that pass over ZMODEM. */
  answerTransfer(answer: TransferAnswer): void {
    this.#current?.answerTransfer(answer);
  }

  /** Ends the session; nothing is reported afterwards. */
  close(): void {
    if (this.#isOver) return;
    if (this.#sessionId !== undefined) forgetResumption(this.#sessionId);
    this.#stop();
    this.#current?.close();
  }

  /** Gives the session up without ending it: another window goes on with it. */
  release(): void {
    this.#over();
    this.#current?.drop();
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    window.removeEventListener("online", this.#doubt);
    document.removeEventListener("visibilitychange", this.#doubt);
  }

  #watched(): TerminalConnectionHandlers {
    return {
      ...this.#handlers,
      event: (event) => this.#event(event),
      kept: (resume) => {
        if (this.#sessionId === undefined) return;
        keepResumption(this.#sessionId, resume);
        this.#handlers.event({ type: "kept" });
      },
    };
  }

  #event(event: SessionEvent): void {
    if (event.type === "session") {
      this.#sessionId = event.id;
      this.#lostAt = undefined;
      this.#attempts = 0;
    }
    if (event.type === "disconnected" && this.#waitForNext()) return;
    if (event.type === "disconnected" || event.type === "ended") this.#over();
    this.#handlers.event(event);
  }

  #over(): void {
    if (this.#sessionId !== undefined) forgetResumption(this.#sessionId);
    this.#stop();
  }

  get #resumption(): Resumption | undefined {
    return this.#sessionId === undefined ? undefined : resumptionOf(this.#sessionId);
  }

  /** Whether the session is tried to be taken up again, after a pause. */
  #waitForNext(): boolean {
    const resumption = this.#resumption;
    if (resumption === undefined) return false;
    this.#lostAt ??= performance.now();
    if (performance.now() - this.#lostAt > resumption.seconds * 1000 + GRACE) return false;
    this.#handlers.event({ type: "interrupted" });
    const pause = PAUSES[Math.min(this.#attempts, PAUSES.length - 1)] ?? 0;
    this.#attempts += 1;
    clearTimeout(this.#retry);
    // Not all terminals of all people at once, after the gateway was away.
    this.#retry = setTimeout(() => this.#tryAgain(), pause * (0.75 + Math.random() / 2));
    return true;
  }

  #tryAgain(): void {
    this.#retry = undefined;
    const resumption = this.#resumption;
    if (this.#isOver || this.#sessionId === undefined) return;
    if (resumption === undefined) {
      this.#stop();
      this.#handlers.event({ type: "disconnected" });
      return;
    }
    this.#current = this.#sockets.resume(this.#sessionId, resumption.secret, this.#watched());
  }

  /** The network is back, or the page is looked at again: no more waiting, and no trust in an old socket. */
  #look(): void {
    if (document.visibilityState === "hidden") return;
    if (this.#retry !== undefined) {
      clearTimeout(this.#retry);
      this.#tryAgain();
    } else if (this.#lostAt === undefined) this.#current?.probe();
  }
}
