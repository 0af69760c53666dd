import {
  TERMINAL_ACK_SUBPROTOCOL,
  TERMINAL_PATH,
  TERMINAL_PING_INTERVAL,
  TERMINAL_RESUME_SUBPROTOCOL,
  TERMINAL_SUBPROTOCOL,
  type TerminalFrame,
  type TerminalInit,
  type TerminalResume,
  type TerminalSize,
} from "@sallyport/contract/messages/terminal";
import type { TerminalShareMember } from "@sallyport/contract/messages/terminal-sharing";
import type { TransferAnswer, TransferNews } from "@sallyport/contract/messages/terminal-transfer";
import { isRecord } from "../../kit/api/api-error.ts";
import type { SessionEvent } from "./session-state.ts";

/** What a connection reports to. */
export interface TerminalConnectionHandlers {
  /** Size of the terminal at the moment the gateway asks for it. */
  size(): TerminalSize;
  /** Bytes for the terminal. */
  output(bytes: Uint8Array): void;
  /** Something changed about the session. */
  event(event: SessionEvent): void;
  /** The target session is open; `backspaceAsCtrlH` is the gateway's word on the key. */
  opened(details: { backspaceAsCtrlH: boolean; session: Readonly<Record<string, unknown>> }): void;
  /** The session's window has this size; told to those who watch. */
  resized?(size: TerminalSize): void;
  /** Everybody who takes part in the session, by what they look through. */
  members?(members: readonly TerminalShareMember[]): void;
  /** What takes the session up again once this connection is lost. */
  kept?(resume: TerminalResume): void;
  /** The gateway says something of files that pass over ZMODEM; a terminal that hears of it takes part. */
  transfer?(news: TransferNews): void;
  /** The gateway says something of what was sent; the session continues. */
  told?(message: string): void;
}

const PROTOCOLS = [TERMINAL_ACK_SUBPROTOCOL, TERMINAL_SUBPROTOCOL];

/** What a terminal of one's own offers; those who join another's have nothing to take up again. */
const OWN_PROTOCOLS = [TERMINAL_RESUME_SUBPROTOCOL, ...PROTOCOLS];

/** How long a sign of life is waited for when there is reason to doubt the connection, in milliseconds. */
const PROBE_TIME = 5_000;

/** Largest piece of input put into one frame, in UTF-16 units; far under the gateway's frame limit. */
const INPUT_PIECE = 32 * 1024;

/** The address of the terminal socket for a connection token, on the page's own origin. */
export function terminalAddress(tokenId: string, assetId: string, origin: string): string {
  const url = new URL(TERMINAL_PATH, origin);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("type", "");
  url.searchParams.set("token", tokenId);
  url.searchParams.set("asset", assetId);
  return url.href;
}

/**
 * The address of the socket that shows a session that runs (`monitor`), joins one by a link (`share`), or takes up one's
 * own (`resume`).
 */
export function joinAddress(type: "monitor" | "share" | "resume", targetId: string, origin: string): string {
  const url = new URL(TERMINAL_PATH, origin);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("type", type);
  url.searchParams.set("target_id", targetId);
  return url.href;
}

/** Splits long input so that a paste never exceeds a frame; a surrogate pair is never cut in two. */
export function inputPieces(text: string, size = INPUT_PIECE): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + size);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff && end - start > 1) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function parseFrame(text: string): TerminalFrame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.type !== "string") return undefined;
    return {
      id: typeof value.id === "string" ? value.id : "",
      type: value.type,
      data: typeof value.data === "string" ? value.data : "",
      err: typeof value.err === "string" ? value.err : "",
    };
  } catch {
    return undefined;
  }
}

function parseData(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Those a frame names, as far as they can be read. */
const membersOf = (data: Record<string, unknown>): TerminalShareMember[] =>
  Object.values(data).filter(
    (one): one is TerminalShareMember => isRecord(one) && typeof one.user === "string",
  );

/**
 * One socket to the gateway, from opening to its end; a new attempt is a new connection.
 * Speaks docs/contract/terminal.md, with acknowledgements when the gateway takes them.
 */
export class TerminalConnection {
  readonly #socket: WebSocket;
  readonly #handlers: TerminalConnectionHandlers;
  #id: string | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #over = false;
  /** Whether something was heard since the last `PING`. */
  #isHeard = true;
  #probe: ReturnType<typeof setTimeout> | undefined;
  readonly #code: string;

  /** @param code of the link by which somebody else's session is joined, or the secret that takes up one's own */
  constructor(socket: WebSocket, handlers: TerminalConnectionHandlers, code = "") {
    this.#code = code;
    this.#socket = socket;
    this.#handlers = handlers;
    socket.binaryType = "arraybuffer";
    socket.onmessage = (message: MessageEvent<ArrayBuffer | string>) => {
      if (this.#over) return;
      this.#isHeard = true;
      if (typeof message.data === "string") this.#frame(message.data);
      else this.#handlers.output(new Uint8Array(message.data));
    };
    socket.onclose = () => this.#finish({ type: "disconnected" });
    this.#ping = setInterval(() => this.#beat(), TERMINAL_PING_INTERVAL);
  }

  /** Opens a socket for a token. */
  static open(tokenId: string, assetId: string, handlers: TerminalConnectionHandlers): TerminalConnection {
    const socket = new WebSocket(terminalAddress(tokenId, assetId, location.origin), OWN_PROTOCOLS);
    return new TerminalConnection(socket, handlers);
  }

  /** Opens a socket that takes up a session of one's own. */
  static resume(sessionId: string, secret: string, handlers: TerminalConnectionHandlers): TerminalConnection {
    const socket = new WebSocket(joinAddress("resume", sessionId, location.origin), OWN_PROTOCOLS);
    return new TerminalConnection(socket, handlers, secret);
  }

  /** Opens a socket that shows somebody's session. */
  static watch(sessionId: string, handlers: TerminalConnectionHandlers): TerminalConnection {
    return new TerminalConnection(
      new WebSocket(joinAddress("monitor", sessionId, location.origin), PROTOCOLS),
      handlers,
    );
  }

  /** Opens a socket that takes part in somebody's session by a link. */
  static join(shareId: string, code: string, handlers: TerminalConnectionHandlers): TerminalConnection {
    const socket = new WebSocket(joinAddress("share", shareId, location.origin), PROTOCOLS);
    return new TerminalConnection(socket, handlers, code);
  }

  /** Whether the gateway counts acknowledgements; known once the socket is open. */
  get acknowledging(): boolean {
    return this.#socket.protocol === TERMINAL_ACK_SUBPROTOCOL || this.#isResumable;
  }

  get #isResumable(): boolean {
    return this.#socket.protocol === TERMINAL_RESUME_SUBPROTOCOL;
  }

  /** Gives the connection up unless the gateway answers soon: the network has changed, or the computer slept. */
  probe(): void {
    if (this.#over || !this.#isResumable || this.#probe !== undefined) return;
    this.#isHeard = false;
    this.#send("PING", "");
    this.#probe = setTimeout(() => {
      this.#probe = undefined;
      if (!this.#isHeard) this.#finish({ type: "disconnected" });
    }, PROBE_TIME);
  }

  /** Sends typed or pasted text. */
  input(text: string): void {
    for (const piece of inputPieces(text)) this.#send("TERMINAL_DATA", piece);
  }

  /** Sends bytes that are no text, such as the terminal's old mouse reports (one character, one byte). */
  binaryInput(characters: string): void {
    if (this.#id === undefined || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(Uint8Array.from(characters, (character) => character.charCodeAt(0) & 0xff));
  }

  /** Tells the gateway the terminal's new size. */
  resize(size: TerminalSize): void {
    this.#send("TERMINAL_RESIZE", JSON.stringify(size));
  }

  /** Acknowledges drawn output. */
  acknowledge(bytes: number): void {
    this.#send("TERMINAL_ACK", JSON.stringify({ bytes }));
  }

  /** Answers about files that pass over ZMODEM. */
  answerTransfer(answer: TransferAnswer): void {
    this.#send("TERMINAL_TRANSFER", JSON.stringify(answer));
  }

  /** Ends the session and the socket; nothing is reported afterwards. */
  close(): void {
    this.#send("CLOSE", "");
    this.drop();
  }

  /** Ends the socket alone, as a network that breaks does; nothing is reported afterwards. */
  drop(): void {
    this.#over = true;
    this.#stopTimers();
    this.#socket.close();
  }

  #stopTimers(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#probe);
  }

  /** A session that can be taken up again need not wait for a dead connection to be noticed. */
  #beat(): void {
    if (!this.#isHeard && this.#isResumable) {
      this.#finish({ type: "disconnected" });
      return;
    }
    this.#isHeard = false;
    this.#send("PING", "");
  }

  #send(type: string, data: string): void {
    if (this.#id === undefined || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ id: this.#id, type, data }));
  }

  #finish(event: SessionEvent): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopTimers();
    this.#handlers.event(event);
    this.#socket.close();
  }

  #frame(text: string): void {
    const frame = parseFrame(text);
    if (frame === undefined) return;
    switch (frame.type) {
      case "CONNECT":
        if (this.#id !== undefined) return;
        this.#id = frame.id;
        this.#handlers.event({ type: "hello" });
        this.#init();
        return;
      case "PING":
        this.#send("PONG", "");
        return;
      case "TERMINAL_SESSION":
        this.#session(parseData(frame.data));
        return;
      case "TERMINAL_RESIZE": {
        const { Width: cols, Height: rows } = parseData(frame.data);
        if (Number.isInteger(cols) && Number.isInteger(rows)) {
          this.#handlers.resized?.({ cols: Number(cols), rows: Number(rows) });
        }
        return;
      }
      case "TERMINAL_RESUME": {
        const { secret, seconds } = parseData(frame.data);
        if (typeof secret === "string" && typeof seconds === "number")
          this.#handlers.kept?.({ secret, seconds });
        return;
      }
      case "TERMINAL_SESSION_PAUSE":
        this.#handlers.event({ type: "paused", by: String(parseData(frame.data).user ?? "") });
        return;
      case "TERMINAL_SESSION_RESUME":
        this.#handlers.event({ type: "resumed" });
        return;
      case "TERMINAL_TRANSFER": {
        const news = parseData(frame.data);
        if (typeof news.transfer === "string") this.#handlers.transfer?.(news as unknown as TransferNews);
        return;
      }
      case "TERMINAL_SHARE_USERS":
        this.#handlers.members?.(membersOf(parseData(frame.data)));
        return;
      case "ERROR":
        this.#handlers.told?.(frame.err || frame.data);
        this.#handlers.event({ type: "error", message: frame.err || frame.data });
        return;
      case "TERMINAL_ERROR":
        this.#handlers.event({ type: "error", message: frame.err || frame.data });
        return;
      case "CLOSE":
        this.#finish({ type: "ended" });
        return;
    }
  }

  #init(): void {
    const transfers = this.#handlers.transfer !== undefined;
    const init: TerminalInit = {
      ...this.#handlers.size(),
      code: this.#code,
      ...(transfers && { transfers }),
    };
    this.#send("TERMINAL_INIT", JSON.stringify(init));
  }

  #session(data: Record<string, unknown>): void {
    const session = isRecord(data.session) ? data.session : {};
    const id = typeof session.id === "string" ? session.id : "";
    this.#handlers.event({
      type: "session",
      id,
      ...(typeof data.recorded === "boolean" ? { recorded: data.recorded } : {}),
    });
    const flag = data.backspaceAsCtrlH;
    this.#handlers.opened({ backspaceAsCtrlH: flag === true || flag === "1", session });
  }
}
