import type { Duplex } from "node:stream";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

// What is held beyond what was asked for before the target is made to wait.
const mostHeld = 64 * 1024;

/** Reads what a target sends in pieces of a known length; each is waited for no longer than one step may take. */
export class ByteReader {
  readonly #target: TargetConnection;
  readonly #stream: Duplex;
  #held = Buffer.alloc(0);
  #over = false;
  #changed: () => void = () => undefined;

  constructor(target: TargetConnection, stream: Duplex) {
    this.#target = target;
    this.#stream = stream;
    const end = () => {
      this.#over = true;
      this.#changed();
    };
    stream.on("data", (data: Buffer) => {
      this.#held = Buffer.concat([this.#held, data]);
      if (this.#held.length > mostHeld) stream.pause();
      this.#changed();
    });
    stream.on("error", end);
    stream.once("end", end);
    stream.once("close", end);
  }

  /**
   * The next bytes.
   *
   * @throws TargetFailure `protocol_error` when the target hangs up before, `timeout`
   */
  async take(length: number): Promise<Buffer> {
    await this.#until(() => this.#held.length >= length);
    return this.#cut(length);
  }

  /**
   * The next line, without its `\r\n`.
   *
   * @param longest most bytes it may have
   * @throws TargetFailure `protocol_error` when it is longer, or as `take`
   */
  async line(longest: number): Promise<string> {
    await this.#until(() => this.#held.includes("\r\n") || this.#held.length > longest);
    const end = this.#held.indexOf("\r\n");
    if (end < 0 || end > longest) throw this.#target.failure("protocol_error", text.wrongProtocol);
    const line = this.#cut(end).toString("latin1");
    this.#cut(2);
    return line;
  }

  #cut(length: number): Buffer {
    const cut = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    if (this.#held.length <= mostHeld && this.#stream.isPaused()) this.#stream.resume();
    return cut;
  }

  #until(enough: () => boolean): Promise<void> {
    const waiting = new Promise<void>((resolve, reject) => {
      this.#changed = () => {
        if (enough()) resolve();
        else if (this.#over) reject(this.#target.failure("protocol_error", text.hungUp));
        else if (this.#stream.isPaused()) this.#stream.resume();
      };
      this.#changed();
    });
    return this.#target.within(waiting, this.#target.stepTimeout).finally(() => {
      this.#changed = () => undefined;
    });
  }
}
