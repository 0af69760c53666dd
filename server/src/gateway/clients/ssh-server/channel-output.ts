import type { Socket } from "node:net";
import type { Connection, ServerChannel } from "ssh2";
import { isExchangingKeys } from "../../../transport/ssh/index.ts";
import type { ProgramExit } from "../../session-parts.ts";

/** What may wait for a client before its target is held back, and when it is resumed, in bytes. */
const high = 1024 * 1024;
const low = 256 * 1024;

/**
 * What may wait below all channels of a connection: a client can allow each of them any amount and read nothing. The
 * socket reports its end when it was over the lower one.
 */
const socketHigh = 4 * 1024 * 1024;
const socketLow = 1024 * 1024;

/** Pieces are gathered until they have so many bytes: what fills a packet of ssh2's is not copied for nothing. */
const gathered = 32 * 1024;

interface Piece {
  readonly data: Buffer;
  readonly isError: boolean;
}

/** The connection below a channel. */
interface Below {
  readonly ssh: Connection;
  readonly socket: Socket;
}

/**
 * Writes to a channel of an SSH client and holds its session while the client cannot keep up. A terminal sends many small
 * packets at a time: those of one turn of the event loop leave together, encrypted once.
 *
 * The two streams of a channel share one window, and ssh2 loses track when both wait for it: what one stream has
 * begun is finished before the other continues.
 */
export class ChannelOutput {
  readonly #channel: ServerChannel;
  readonly #ssh: Connection;
  readonly #socket: Socket;
  #hold: (held: boolean) => void = () => undefined;
  readonly #drained = () => this.#update();
  #queue: Piece[] = [];
  #queued = 0;
  #scheduled = false;
  #inFlight = 0;
  #lastIsError = false;
  #held = false;
  #closed = false;
  #end: (() => void) | null = null;

  constructor(channel: ServerChannel, { ssh, socket }: Below) {
    this.#channel = channel;
    this.#ssh = ssh;
    this.#socket = socket;
    socket.on("drain", this.#drained);
    ssh.on("handshake", this.#drained);
    channel.once("close", () => this.#close());
    socket.once("close", () => this.#close());
  }

  /** Who is asked from now on to hold their output back, or to let it go. */
  holdWith(hold: (held: boolean) => void): void {
    this.#hold = hold;
    if (this.#held) hold(true);
  }

  /** Bytes for the client; `isError`: for its second stream. */
  write(data: Buffer, isError = false): void {
    if (this.#closed || this.#end !== null || data.length === 0) return;
    this.#queue.push({ data, isError });
    this.#queued += data.length;
    if (!this.#scheduled) {
      this.#scheduled = true;
      process.nextTick(() => {
        this.#scheduled = false;
        this.#resume();
        this.#update();
      });
    }
    this.#update();
  }

  /** Closes the channel when everything is sent, telling how the program ended. */
  end(exit: ProgramExit | null): void {
    if (this.#closed || this.#end !== null) return;
    this.#end = () => {
      if (exit !== null && "code" in exit) this.#channel.exit(exit.code);
      else if (exit !== null) this.#channel.exit(exit.signal, exit.coreDumped, exit.message);
      this.#channel.end();
      // Nobody reads what still comes; the channel closes only when it has been taken.
      this.#channel.resume();
    };
    this.#resume();
  }

  #mayWrite(isError: boolean): boolean {
    return this.#inFlight === 0 || this.#lastIsError === isError;
  }

  #send(data: Buffer, isError: boolean): void {
    if (this.#lastIsError !== isError) this.#forgetChunk();
    this.#lastIsError = isError;
    this.#inFlight += data.length;
    const stream = isError ? this.#channel.stderr : this.#channel;
    stream.write(data, () => {
      this.#inFlight -= data.length;
      this.#resume();
      this.#update();
    });
  }

  #resume(): void {
    for (
      let next = this.#queue[0];
      next !== undefined && this.#mayWrite(next.isError);
      next = this.#queue[0]
    ) {
      const data = this.#take(next.isError);
      this.#queued -= data.length;
      this.#send(data, next.isError);
    }
    if (this.#end === null || this.#inFlight > 0 || this.#queue.length > 0 || this.#closed) return;
    this.#closed = true;
    this.#end();
    this.#leave();
  }

  /** The first pieces of the queue that belong together, out of it. */
  #take(isError: boolean): Buffer {
    let count = 0;
    let bytes = 0;
    for (const piece of this.#queue) {
      if (piece.isError !== isError || bytes >= gathered) break;
      count += 1;
      bytes += piece.data.length;
    }
    const pieces = this.#queue.splice(0, count);
    const [first] = pieces;
    return first !== undefined && count === 1
      ? first.data
      : Buffer.concat(
          pieces.map(({ data }) => data),
          bytes,
        );
  }

  /** ssh2 keeps the piece that waited last, and would send it again when the other stream waits. */
  #forgetChunk(): void {
    const parts = this.#channel as unknown as Record<
      "_chunk" | "_chunkcb" | "_chunkErr" | "_chunkcbErr",
      unknown
    >;
    for (const part of ["_chunk", "_chunkcb", "_chunkErr", "_chunkcbErr"] as const) parts[part] = undefined;
  }

  #update(): void {
    if (this.#closed) return;
    const waiting = this.#inFlight + this.#queued;
    const below = isExchangingKeys(this.#ssh) ? Number.POSITIVE_INFINITY : this.#socket.writableLength;
    const held = this.#held ? waiting > low || below > socketLow : waiting > high || below > socketHigh;
    if (held === this.#held) return;
    this.#held = held;
    this.#hold(held);
  }

  #close(): void {
    if (!this.#closed) this.#leave();
    this.#closed = true;
    this.#queue = [];
  }

  #leave(): void {
    this.#socket.off("drain", this.#drained);
    this.#ssh.off("handshake", this.#drained);
    if (!this.#held) return;
    this.#held = false;
    this.#hold(false);
  }
}
