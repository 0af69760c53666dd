import { Duplex } from "node:stream";

/**
 * A connection to a target as drivers may hold it: what the target can send in all is bounded, and it answers the
 * calls that drivers make on sockets, whether it is one or a channel through a gateway.
 */
export class TargetStream extends Duplex {
  readonly #inner: Duplex;
  #left: number;
  #inspector: ((data: Buffer) => boolean) | null = null;

  /**
   * @param limit bytes the target may send before the connection ends
   * @param tooMuch makes the error it ends with then
   */
  constructor(inner: Duplex, limit: number, tooMuch: () => Error) {
    super({ autoDestroy: true });
    this.#inner = inner;
    this.#left = limit;
    // An error without a listener would end the process; whoever uses the stream adds its own.
    this.on("error", () => undefined);
    inner.on("data", (data: Buffer) => {
      this.#left -= data.length;
      if (this.#inspector?.(data) === true) this.#inspector = null;
      if (this.destroyed) return;
      if (this.#left < 0) this.destroy(tooMuch());
      else if (!this.push(data)) inner.pause();
    });
    inner.once("end", () => this.push(null));
    inner.once("error", (error) => this.destroy(error));
    inner.once("close", () => this.destroy());
  }

  /** Lets the target send more than it might so far, in bytes. */
  allowMore(bytes: number): void {
    this.#left += bytes;
  }

  /** Shows what comes to `look` before anybody reads it, until it has seen enough and returns true. */
  inspect(look: (data: Buffer) => boolean): void {
    this.#inspector = look;
  }

  override _read(): void {
    this.#inner.resume();
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#inner.writable) done(new Error("the connection is closed"));
    else this.#inner.write(data, done);
  }

  override _final(done: () => void): void {
    this.#inner.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy();
    // A TLS layer above that failed says why before this says that it is closed.
    setImmediate(done, error);
  }

  /** As of a socket that is connected already. */
  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
