import type { Duplex } from "node:stream";
import { Transform } from "node:stream";

const IAC = 255;
const DONT = 254;
const DO = 253;
const WONT = 252;
const WILL = 251;
const SB = 250;
const SE = 240;
const ECHO = 1;
const SUPPRESS_GO_AHEAD = 3;

/**
 * The data of a telnet connection (RFC 854): commands are taken out, and every option is turned down but the
 * target's echo and going on without go-ahead. Answers are bounded by what the target asks: one each.
 */
export class TelnetReader extends Transform {
  readonly #socket: Duplex;
  #state: "data" | "command" | "option" | "subnegotiation" | "subnegotiation-command" = "data";
  #command = 0;

  /** @param socket what the answers are written to */
  constructor(socket: Duplex) {
    super();
    this.#socket = socket;
  }

  override _transform(data: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const kept = Buffer.allocUnsafe(data.length);
    let length = 0;
    for (const byte of data) {
      const keep = this.#take(byte);
      if (keep) {
        kept[length] = byte;
        length += 1;
      }
    }
    if (length > 0) this.push(kept.subarray(0, length));
    done();
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
        if (byte === SB) this.#state = "subnegotiation";
        else if (byte >= WILL && byte <= DONT) {
          this.#command = byte;
          this.#state = "option";
        }
        return false;
      case "option":
        this.#state = "data";
        this.#answer(this.#command, byte);
        return false;
      case "subnegotiation":
        if (byte === IAC) this.#state = "subnegotiation-command";
        return false;
      case "subnegotiation-command":
        this.#state = byte === SE ? "data" : "subnegotiation";
        return false;
    }
  }

  #answer(command: number, option: number): void {
    // A refusal of ours that is acknowledged needs no answer; answering it could go on for ever.
    if (command === WONT || command === DONT || !this.#socket.writable) return;
    const accepted = option === ECHO || option === SUPPRESS_GO_AHEAD;
    const reply = command === WILL ? (accepted ? DO : DONT) : WONT;
    this.#socket.write(Buffer.from([IAC, reply, option]));
  }
}
