import type { ClientFrameType, TerminalFrame } from "@sallyport/contract/messages/terminal";
import {
  parseClientFrame,
  type ServerFrameType,
  TERMINAL_ACK_SUBPROTOCOL,
  TERMINAL_RESUME_SUBPROTOCOL,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";

/** Time limits of a terminal WebSocket, in milliseconds. */
export interface ChannelTimes {
  /** Silence after which the server sends `PING`. */
  pingAfter: number;
  /** Silence after which the connection is given up. */
  giveUpAfter: number;
  /** How often silence is looked at. */
  check: number;
  /** Time to say goodbye in. */
  closing: number;
}

/** The times of docs/contract/terminal.md, section 4. */
export const channelTimes: ChannelTimes = {
  pingAfter: 30_000,
  giveUpAfter: 300_000,
  check: 15_000,
  closing: 5_000,
};

/** What comes up a terminal WebSocket. */
export interface ChannelEvents {
  frame(frame: TerminalFrame<ClientFrameType>): void;
  /** Raw bytes typed. */
  binary(data: Buffer): void;
  /** A text frame that is none. */
  malformed(): void;
  /** The connection is gone, whoever ended it. */
  closed(): void;
}

/** Frames over one WebSocket: envelopes, heartbeat, silence, and an orderly end. Knows nothing of sessions. */
export class TerminalChannel {
  readonly id: string;
  readonly #socket: WebSocket;
  readonly #times: ChannelTimes;
  readonly #timer: NodeJS.Timeout;
  #lastHeard = Date.now();
  #reading = true;
  #closing = false;

  constructor(id: string, socket: WebSocket, events: ChannelEvents, times: ChannelTimes = channelTimes) {
    this.id = id;
    this.#socket = socket;
    this.#times = times;
    this.#timer = setInterval(() => this.#checkSilence(), times.check);
    this.#timer.unref();
    socket.on("message", (data, isBinary) => {
      this.#lastHeard = Date.now();
      if (this.#closing) return;
      const bytes = toBuffer(data);
      if (isBinary) events.binary(bytes);
      else this.#text(bytes.toString("utf8"), events);
    });
    // The close that always follows an error is enough to act on.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(this.#timer);
      events.closed();
    });
  }

  /** Whether the client offered to acknowledge output. */
  get acknowledges(): boolean {
    return this.#socket.protocol === TERMINAL_ACK_SUBPROTOCOL || this.resumes;
  }

  /** Whether the client can take a session up again that outlived its socket. */
  get resumes(): boolean {
    return this.#socket.protocol === TERMINAL_RESUME_SUBPROTOCOL;
  }

  /** The socket, for binary output. */
  get socket(): WebSocket {
    return this.#socket;
  }

  /** Sends a text frame; structured data is put into its string. */
  send(type: ServerFrameType, data: string | object = "", error = ""): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const text = typeof data === "string" ? data : JSON.stringify(data);
    this.#socket.send(JSON.stringify({ id: this.id, type, data: text, err: error }));
  }

  /** Stops or continues reading the client's frames. */
  set reading(reading: boolean) {
    if (this.#reading === reading || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#reading = reading;
    this.#lastHeard = Date.now();
    if (reading) this.#socket.resume();
    else this.#socket.pause();
  }

  /** Says `CLOSE` and ends the connection, by force when the client does not follow. Safe to repeat. */
  close(code = 1000): void {
    if (this.#closing) return;
    this.send("CLOSE");
    this.#closing = true;
    this.#socket.resume();
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), this.#times.closing).unref();
  }

  #text(text: string, events: ChannelEvents): void {
    const parsed = parseClientFrame(text);
    if ("problem" in parsed) events.malformed();
    else if (parsed.frame.type === "PING") this.send("PONG");
    else if (parsed.frame.type !== "PONG") events.frame(parsed.frame);
  }

  #checkSilence(): void {
    // Nothing is heard while nothing is read; the session's own limits hold meanwhile.
    if (!this.#reading) return;
    const silence = Date.now() - this.#lastHeard;
    if (silence >= this.#times.giveUpAfter) this.#socket.terminate();
    else if (silence >= this.#times.pingAfter) this.send("PING");
  }
}

function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
