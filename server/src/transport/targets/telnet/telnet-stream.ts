import { Duplex } from "node:stream";

const IAC = 255;
const DONT = 254;
const DO = 253;
const WONT = 252;
const WILL = 251;
const SB = 250;
const SE = 240;

const BINARY = 0;
const ECHO = 1;
const SUPPRESS_GO_AHEAD = 3;
const TERMINAL_TYPE = 24;
const WINDOW_SIZE = 31;

const IS = 0;
const SEND = 1;

const CARRIAGE_RETURN = 13;

// What a target may make us keep of one subnegotiation, and leave waiting of our answers.
const mostSubnegotiation = 64;
const mostAnswers = 64 * 1024;

/** The window of a terminal, in characters. */
export interface TelnetWindow {
  readonly cols: number;
  readonly rows: number;
}

/** The person's terminal, as a target may ask for it. */
export interface TelnetTerminal {
  /** Its name, e.g. `xterm-256color`. */
  readonly type: string;
  readonly size: TelnetWindow;
}

/**
 * The data of a telnet connection (RFC 854): commands are taken out of what is read, and put around what is written.
 * With a terminal its type (RFC 1091) and window (RFC 1073) are told and kept up to date; every other option is
 * turned down but the target's echo, continuing without go-ahead and eight bits. What a target can make us keep is
 * bounded.
 */
export class TelnetStream extends Duplex {
  readonly #inner: Duplex;
  readonly #terminal: TelnetTerminal | null;
  /** Options that are on here, and there (RFC 1143: what is on already is not answered again). */
  readonly #ours = new Set<number>();
  readonly #theirs = new Set<number>();
  #size: TelnetWindow | null;
  #state: "data" | "command" | "option" | "subnegotiation" | "subnegotiation-command" = "data";
  #command = 0;
  #over = false;
  #subnegotiation: number[] = [];

  /**
   * @param inner the connection; it ends with this
   * @param terminal terminal properties sent when the target asks; nothing when omitted
   */
  constructor(inner: Duplex, terminal: TelnetTerminal | null = null) {
    super({ autoDestroy: true });
    this.#inner = inner;
    this.#terminal = terminal;
    this.#size = terminal?.size ?? null;
    // An error without a listener would end the process; whoever uses the stream adds its own.
    this.on("error", () => undefined);
    inner.on("data", (data: Buffer) => {
      const kept = this.#decode(data);
      if (kept.length > 0 && !this.destroyed && !this.push(kept)) inner.pause();
    });
    inner.on("error", () => undefined);
    // What has come is read first.
    inner.once("end", () => this.#finish());
    inner.once("close", () => this.#finish());
  }

  /** Bytes written that the connection has not taken yet. */
  get waiting(): number {
    return this.writableLength + this.#inner.writableLength;
  }

  /** The window has another size; told when the target has asked for it. */
  resize(size: TelnetWindow): void {
    this.#size = size;
    if (this.#ours.has(WINDOW_SIZE)) this.#tellSize();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.push(null);
  }

  override _read(): void {
    this.#inner.resume();
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#inner.writable) done(new Error("the connection is closed"));
    else this.#inner.write(this.#encode(data), done);
  }

  override _final(done: () => void): void {
    this.#inner.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy();
    done(error);
  }

  #decode(data: Buffer): Buffer {
    const kept = Buffer.allocUnsafe(data.length);
    let length = 0;
    for (const byte of data) {
      if (!this.#take(byte)) continue;
      kept[length] = byte;
      length += 1;
    }
    return kept.subarray(0, length);
  }

  /** Whether the byte is data. */
  #take(byte: number): boolean {
    switch (this.#state) {
      case "data":
        if (byte !== IAC) return byte !== 0;
        this.#state = "command";
        return false;
      case "command":
        this.#state = "data";
        if (byte === IAC) return true;
        if (byte === SB) {
          this.#state = "subnegotiation";
          this.#subnegotiation = [];
        } else if (byte >= WILL && byte <= DONT) {
          this.#command = byte;
          this.#state = "option";
        }
        return false;
      case "option":
        this.#state = "data";
        this.#negotiate(this.#command, byte);
        return false;
      case "subnegotiation":
        if (byte === IAC) this.#state = "subnegotiation-command";
        else if (this.#subnegotiation.length < mostSubnegotiation) this.#subnegotiation.push(byte);
        return false;
      case "subnegotiation-command":
        this.#state = byte === SE ? "data" : "subnegotiation";
        if (byte === SE) this.#subnegotiated(this.#subnegotiation);
        return false;
    }
  }

  #negotiate(command: number, option: number): void {
    switch (command) {
      case WILL:
        if (option !== ECHO && option !== SUPPRESS_GO_AHEAD && option !== BINARY) this.#answer(DONT, option);
        else if (!this.#theirs.has(option)) {
          this.#theirs.add(option);
          this.#answer(DO, option);
        }
        return;
      case DO:
        if (!this.#offers(option)) this.#answer(WONT, option);
        else if (!this.#ours.has(option)) {
          this.#ours.add(option);
          this.#answer(WILL, option);
          if (option === WINDOW_SIZE) this.#tellSize();
        }
        return;
      // A refusal of ours that is acknowledged needs no answer; answering it could continue forever.
      case WONT:
        if (this.#theirs.delete(option)) this.#answer(DONT, option);
        return;
      case DONT:
        if (this.#ours.delete(option)) this.#answer(WONT, option);
    }
  }

  #offers(option: number): boolean {
    if (option === SUPPRESS_GO_AHEAD || option === BINARY) return true;
    return this.#terminal !== null && (option === TERMINAL_TYPE || option === WINDOW_SIZE);
  }

  #subnegotiated([option, command]: readonly number[]): void {
    if (option !== TERMINAL_TYPE || command !== SEND || this.#terminal === null) return;
    this.#send([IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from(this.#terminal.type, "ascii"), IAC, SE]);
  }

  #tellSize(): void {
    if (this.#size === null) return;
    const { cols, rows } = this.#size;
    const numbers = [cols >> 8, cols & 255, rows >> 8, rows & 255].map((byte) => byte & 255);
    const escaped = numbers.flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte]));
    this.#send([IAC, SB, WINDOW_SIZE, ...escaped, IAC, SE]);
  }

  #answer(command: number, option: number): void {
    this.#send([IAC, command, option]);
  }

  #send(bytes: readonly number[]): void {
    // A target that asks and never reads gets no more answers.
    if (this.#inner.writable && this.#inner.writableLength < mostAnswers)
      this.#inner.write(Buffer.from(bytes));
  }

  #encode(data: Buffer): Buffer {
    const binary = this.#ours.has(BINARY);
    const isSpecial = (byte: number) => byte === IAC || (byte === CARRIAGE_RETURN && !binary);
    const special = data.reduce((count, byte) => (isSpecial(byte) ? count + 1 : count), 0);
    if (special === 0) return data;
    const sent = Buffer.alloc(data.length + special);
    let length = 0;
    for (const byte of data) {
      sent[length] = byte;
      length += 1;
      if (!isSpecial(byte)) continue;
      // A lone carriage return is followed by NUL (RFC 854); the byte of commands is doubled.
      sent[length] = byte === IAC ? IAC : 0;
      length += 1;
    }
    return sent;
  }
}
