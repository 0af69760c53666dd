import {
  TERMINAL_ACK_EVERY,
  TERMINAL_ACK_SUBPROTOCOL,
  TERMINAL_PATH,
  TERMINAL_RESUME_SUBPROTOCOL,
  TERMINAL_SUBPROTOCOL,
  type TerminalConnect,
  type TerminalFrame,
  type TerminalResume,
  type TerminalSession,
  type TerminalSize,
} from "@sallyport/contract/messages/terminal";
import { WebSocket } from "ws";

/** How to reach the server and how to behave. */
export interface TerminalClientOptions {
  /** `http://host:port` or `ws://host:port`. */
  url: string;
  /** Connection token id; put into the query. */
  token: string;
  /** Further query parameters. */
  query?: Readonly<Record<string, string>>;
  /** Sent with the upgrade, e.g. `cookie` and `origin`. */
  headers?: Readonly<Record<string, string>>;
  /** Offer and send acknowledgements. Default true. */
  acknowledge?: boolean;
  /** Offer to take the session up again after the socket is lost. Default false. */
  resumable?: boolean;
  /** Take part in file transfers as the console's page does. Default false. */
  transfers?: boolean;
  /** Called with each piece of output. */
  onOutput?: (data: Buffer) => void;
  /** Keep all output for `transcript`; else only its last 64 KiB. Default true. */
  keep?: boolean;
}

/**
 * A headless browser terminal: speaks docs/contract/terminal.md as the console does, without a screen. Used by
 * tests and benchmarks.
 */
export class TerminalClient {
  /** Every text frame received, in order. */
  readonly frames: TerminalFrame[] = [];
  /** Called with each piece of output while it is set. */
  onRaw: ((data: Buffer) => void) | undefined;
  /** Output bytes received. */
  received = 0;
  /** Settles with the close code. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #options: TerminalClientOptions;
  readonly #watchers = new Set<() => void>();
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #drawn = 0;
  #drawing = true;
  #id = "";
  #over = false;

  private constructor(socket: WebSocket, options: TerminalClientOptions) {
    this.#socket = socket;
    this.#options = options;
    this.closed = new Promise((resolve) => {
      socket.once("close", (code) => {
        this.#over = true;
        resolve(code);
        this.#notify();
      });
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.#output(data as Buffer);
      else this.#text((data as Buffer).toString("utf8"));
    });
  }

  /**
   * Opens the WebSocket and waits for `CONNECT`.
   *
   * @throws Error with the HTTP status when the upgrade is refused
   */
  static async open(options: TerminalClientOptions): Promise<TerminalClient> {
    const query = new URLSearchParams({ ...options.query, token: options.token });
    const url = `${options.url.replace(/^http/, "ws")}${TERMINAL_PATH}?${query}`;
    const protocols = [TERMINAL_SUBPROTOCOL];
    if (options.acknowledge !== false) protocols.push(TERMINAL_ACK_SUBPROTOCOL);
    if (options.resumable === true) protocols.push(TERMINAL_RESUME_SUBPROTOCOL);
    const socket = new WebSocket(url, protocols, {
      headers: { ...options.headers },
      perMessageDeflate: false,
      maxPayload: 16 * 1024 * 1024,
    });
    const client = new TerminalClient(socket, options);
    await new Promise<void>((resolve, reject) => {
      socket.once("unexpected-response", (_request, response) => {
        reject(new Error(`upgrade refused: ${response.statusCode}`));
        socket.terminate();
      });
      socket.once("error", reject);
      socket.once("open", () => {
        socket.off("error", reject);
        socket.on("error", () => undefined);
        resolve();
      });
    });
    client.#id = (await client.frame("CONNECT")).id;
    return client;
  }

  /** Opens, initialises and waits for `TERMINAL_SESSION`. Throws the server's `TERMINAL_ERROR` text. */
  static async session(
    options: TerminalClientOptions,
    size: TerminalSize = { cols: 80, rows: 24 },
  ): Promise<TerminalClient & { readonly sessionId: string }> {
    const client = await TerminalClient.open(options);
    client.init(size);
    const frame = await client.frame("TERMINAL_SESSION");
    const { session } = JSON.parse(frame.data) as TerminalSession;
    return Object.assign(client, { sessionId: session.id });
  }

  /** What takes the session up again; waits for it. */
  async resumption(): Promise<TerminalResume> {
    return JSON.parse((await this.frame("TERMINAL_RESUME")).data) as TerminalResume;
  }

  /** Connection id, from `CONNECT`. */
  get id(): string {
    return this.#id;
  }

  /** The subprotocol the server chose. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** The person and settings from `CONNECT`. */
  get connect(): TerminalConnect {
    return JSON.parse(this.frames.find(({ type }) => type === "CONNECT")?.data ?? "{}") as TerminalConnect;
  }

  /** Output so far (or its last 64 KiB, see `keep`). */
  get transcript(): Buffer {
    return Buffer.concat(this.#kept);
  }

  /** Sends a frame. */
  send(type: string, data: string | object = "", id = this.#id): void {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    this.#socket.send(JSON.stringify({ id, type, data: text }));
  }

  /** Sends text or bytes as they are, for malformed ones. */
  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  /** @param code of the link by which somebody else's session is joined */
  init(size: TerminalSize, code = ""): void {
    const { transfers } = this.#options;
    this.send("TERMINAL_INIT", { ...size, code, ...(transfers === undefined ? {} : { transfers }) });
  }

  type(text: string): void {
    this.send("TERMINAL_DATA", text);
  }

  resize(size: TerminalSize): void {
    this.send("TERMINAL_RESIZE", size);
  }

  /** A page whose terminal stands still: takes output in but acknowledges nothing. */
  stopDrawing(): void {
    this.#drawing = false;
  }

  /** Draws again, first all that waited. */
  drawAgain(): void {
    this.#drawing = true;
    this.#acknowledge(0);
  }

  /** A page that reads nothing from the network at all. */
  stopReading(): void {
    this.#socket.pause();
  }

  readAgain(): void {
    this.#socket.resume();
  }

  /** Goes away as a closed browser does, or as one whose machine lost power (`abruptly`). */
  async close(abruptly = false): Promise<void> {
    if (abruptly) this.#socket.terminate();
    else this.#socket.close();
    this.#socket.resume();
    await this.closed;
  }

  /** The first frame of a type, waiting for it. Throws the text of `TERMINAL_ERROR` when that comes instead. */
  async frame(type: string, timeout = 20_000): Promise<TerminalFrame> {
    return this.#until(`frame ${type}`, timeout, () => {
      const found = this.frames.find((frame) => frame.type === type);
      if (found !== undefined) return found;
      const error = this.frames.find((frame) => frame.type === "TERMINAL_ERROR");
      if (error !== undefined) throw new Error(error.err);
      return undefined;
    });
  }

  /** Waits until the output contains `what`; returns the output. */
  async see(what: string | RegExp, timeout = 20_000): Promise<string> {
    let first = true;
    return this.#until(`output ${String(what)}`, timeout, () => {
      // Looking through everything again with each piece would take minutes for large outputs.
      const text = (first ? this.transcript : this.#recent(128 * 1024)).toString("utf8");
      first = false;
      const found = typeof what === "string" ? text.includes(what) : what.test(text);
      return found ? this.transcript.toString("utf8") : undefined;
    });
  }

  /** Waits until `look` finds something; it is asked with whatever comes. */
  until<T>(what: string, look: () => T | undefined, timeout = 20_000): Promise<T> {
    return this.#until(what, timeout, look);
  }

  /** Forgets the output kept so far. */
  clear(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #recent(bytes: number): Buffer {
    let at = this.#kept.length;
    for (let size = 0; at > 0 && size < bytes; ) size += this.#kept[--at]?.length ?? 0;
    return Buffer.concat(this.#kept.slice(at));
  }

  #until<T>(what: string, timeout: number, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(check);
        finish();
      };
      const check = () => {
        try {
          const found = look();
          if (found !== undefined) settle(() => resolve(found));
          else if (this.#over) settle(() => reject(new Error(`connection closed before ${what}`)));
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const timer = setTimeout(
        () =>
          settle(() => reject(new Error(`no ${what} in ${timeout} ms: ${this.transcript.subarray(-500)}`))),
        timeout,
      );
      this.#watchers.add(check);
      check();
    });
  }

  #text(text: string): void {
    const frame = JSON.parse(text) as TerminalFrame;
    this.frames.push(frame);
    if (frame.type === "PING") this.send("PONG");
    this.#notify();
  }

  #output(data: Buffer): void {
    this.received += data.length;
    this.#keep(data);
    this.#options.onOutput?.(data);
    this.onRaw?.(data);
    this.#acknowledge(data.length);
    this.#notify();
  }

  #keep(data: Buffer): void {
    this.#kept.push(data);
    this.#keptBytes += data.length;
    while (this.#options.keep === false && this.#keptBytes > 64 * 1024 && this.#kept.length > 1) {
      this.#keptBytes -= this.#kept.shift()?.length ?? 0;
    }
  }

  #acknowledge(bytes: number): void {
    this.#drawn += bytes;
    if (!this.#drawing || this.protocol === TERMINAL_SUBPROTOCOL) return;
    if (this.#drawn < TERMINAL_ACK_EVERY) return;
    this.send("TERMINAL_ACK", { bytes: this.#drawn });
    this.#drawn = 0;
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
